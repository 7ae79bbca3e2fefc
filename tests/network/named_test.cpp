#include <perfmodel/network/named.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

TEST_CASE("an fcnn by name is the fcnn") {
  const Network network = named_network("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600");
  CHECK(parameter_count(network) == fcnn_weights({.layers = 8, .hidden = 4096, .inputs = 4000, .outputs = 600}) + 8 * 4096 + 600);
  CHECK(parameter_count(named_network("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600,bias=0")) ==
        fcnn_weights({.layers = 8, .hidden = 4096, .inputs = 4000, .outputs = 600}));
}

TEST_CASE("a wrong name or option says what is near or accepted") {
  CHECK_THROWS_AS((void)named_network("fcn:layers=8"), Error);
  CHECK_THROWS_WITH_AS((void)named_network("fcnn:layers=8"), "network fcnn: got no option \"hidden\"; must be given, as in fcnn:hidden=4", Error);
  CHECK_THROWS_WITH_AS((void)named_network("fcnn:depth=8"), "network fcnn: got option \"depth\"; must be one of layers, hidden, inputs, outputs, bias", Error);
}
