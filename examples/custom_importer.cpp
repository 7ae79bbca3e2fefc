// A description of networks that the library does not read: lines such as "dense 512 relu", made into a Network.
#include <cstdio>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/network/builder.hpp>
#include <sstream>

namespace mine {
using namespace perfmodel;

/// @throws Error that says which line, what came and what is accepted
Network from_text(const std::string& name, std::istream& text) {
  std::string word, line;
  std::int64_t inputs = 0;
  text >> word >> inputs;
  if (word != "input" || inputs < 1) throw bad_input(name + ": line 1", in_quotes(word), "must be: input WIDTH");
  NetworkBuilder network(name, {1, inputs});
  Value x = network.input();
  std::getline(text, line);
  for (int number = 2; std::getline(text, line); ++number) {
    const std::string layer = "line " + std::to_string(number);
    std::istringstream words(line);
    std::int64_t width = 0;
    words >> word >> width;
    if (word != "dense" || width < 1)
      throw bad_input(name + ": " + layer, in_quotes(line), "must be: dense WIDTH [relu]");
    x = network.linear(layer, x, width);
    if (words >> word && word == "relu") x = network.relu(layer + ".relu", x);
  }
  network.set_loss(CrossEntropy{});
  return network.finish(x);
}
}  // namespace mine

int main() try {
  using namespace perfmodel;
  std::istringstream good("input 784\ndense 512 relu\ndense 512 relu\ndense 10\n");
  const StepEstimate step = estimate_step(mine::from_text("mlp", good), {.batch = 4096}, json::card_model("T4"));
  std::printf("mlp: %.2f ms a step\n", in(step.step, milli * second));
  std::istringstream wrong("input 784\ndense 512 relu\nconv 3\n");
  (void)mine::from_text("wrong", wrong);
} catch (const perfmodel::Error& error) {
  std::printf("%s\n", error.what());
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
