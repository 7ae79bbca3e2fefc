/// perfmodel-plan: which GPU, which batch size, how long, how much memory.
/// Exit codes: 0 done, 1 no plan satisfies the question, 2 bad usage or input, 3 a measurement or device failed.
#include "command.hpp"
#include <perfmodel/error.hpp>
#include <exception>
#include <iostream>
#include <string>

namespace {

/// One line: what a person or a script reads.
int failed(const std::string& why, int code) {
  std::string line = why.substr(0, why.find('\n'));
  std::cerr << "perfmodel-plan: " << line << '\n';
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Which GPU and which batch size? Predicts time and memory of a network from what is published or measured about a card.",
               "perfmodel-plan"};
  app.set_version_flag("--version", "perfmodel-plan " PERFMODEL_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  plan::add_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    return failed(std::string(error.what()) + " (see perfmodel-plan --help)", 2);
  } catch (const plan::Incomplete& error) {
    return failed(error.what(), 2);
  } catch (const perfmodel::Error& error) {
    return failed(error.what(), 2);
  } catch (const perfmodel::NoPlan& error) {
    return failed(error.what(), 1);
  } catch (const perfmodel::DeviceError& error) {
    return failed(error.what(), 3);
  } catch (const std::bad_alloc&) {
    return failed("not enough memory for this question", 2);
  } catch (const std::exception& error) {
    return failed(std::string("internal error: ") + error.what(), 3);
  }
  return 0;
}
