/// perfmodel-embed: writes the copies of data/ that programs without files compile in (include/perfmodel/data/).
#include <filesystem>

#include "calibrate/fit/embedded_files.hpp"
#include "calibrate/fit/fit_program.hpp"

int main(int argc, char** argv) {
  CLI::App app{"writes the compiled-in copies of fitted tables from the files of data/"};
  std::filesystem::path data = "data", headers = "include/perfmodel/data";
  app.add_option("--data", data, "folder with constants/, choices/ and host/")->capture_default_str();
  app.add_option("--output", headers, "folder of the headers")->capture_default_str();
  return perfmodel::run_program("perfmodel-embed", app, argc, argv,
                                [&] { perfmodel::write_embedded_files(data, headers); });
}
