#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/pricing/collective/time.hpp>

#include "tests/refusal.hpp"

namespace json_host_system_json_test {
using namespace perfmodel;

namespace {
constexpr const char* good = R"({"name": "S", "devices": ["T4"], "links": "nvswitch",
  "gpus": {"value": 4, "unit": "GPU", "kind": "published", "source": "a"},
  "nvlink_bandwidth": {"value": 600, "unit": "GB/s", "kind": "published", "source": "a"},
  "nics": {"value": 2, "unit": "NIC", "kind": "published", "source": "a"},
  "nic_bandwidth": {"value": 200, "unit": "Gb/s", "kind": "published", "source": "a"},
  "fabric": "infiniband", "sources": {"a": "A, 2020"}})";

[[nodiscard]] HostSystem read(const std::string& text) {
  const json::Document document = json::parse_text(text, "s.json");
  return json::system_from_json(document.root());
}
[[nodiscard]] std::string said(const std::string& part, const std::string& by) {
  std::string text = good;
  text.replace(text.find(part), part.size(), by);
  return refusal([&] { (void)read(text); });
}
}  // namespace

TEST_CASE("a system is read with its units") {
  const HostSystem s = read(good);
  CHECK(s.gpus == 4);
  CHECK(s.links == LinkLayout::nvswitch);
  CHECK(in(s.nic_bandwidth, giga * byte / second) == doctest::Approx(25.0));
  CHECK(s.fabric == "infiniband");
}

TEST_CASE("a rack of NVLink says how many computers it joins") {
  const auto hosts = [](const char* value) {
    return std::string(R"("hosts": {"value": )") + value +
           R"(, "unit": "host", "kind": "published", "source": "a"}, "fabric")";
  };
  CHECK(read(good).hosts == 1);
  std::string text = good;
  CHECK(read(text.replace(text.find("\"fabric\""), 8, hosts("2"))).hosts == 2);
  CHECK(said("\"fabric\"", hosts("3")) == "s.json: /hosts/value: got 3; must divide the number of GPUs");
  CHECK(json::load_system("GB200-NVL72").hosts == 18);  // 18 compute trays of four: NVIDIA's datasheet
}

TEST_CASE("measured links replace those of their kind, and have a source") {
  const std::string measured =
      R"("fabric": "infiniband", "collectives": {"link": "nvlink", "source": "a", "share": 0.5, "hop_seconds": 1e-6,
         "start_seconds": 8e-6, "error_bar": [0.9, 1.1]},)";
  const auto with = [&](const std::string& part, const std::string& by) {
    std::string text = measured;
    text.replace(text.find(part), part.size(), by);
    return said("\"fabric\": \"infiniband\",", text);
  };
  CHECK(with("0.5", "0.5") == "");
  std::string text = good;
  const std::string fabric = "\"fabric\": \"infiniband\",";
  const HostSystem s = read(text.replace(text.find(fabric), fabric.size(), measured));
  REQUIRE(s.measured);
  const Device a100 = json::load_device("a100-sxm4-80gb").device;
  CHECK(make_collective_model(s, a100).nvlink.constants.share == 0.5);
  CHECK(make_collective_model(s, a100).network.constants.share != 0.5);
  CHECK(with("\"nvlink\"", "\"rope\"").find("s.json: /collectives/link: got \"rope\"; must be") == 0);
  CHECK(with("\"source\": \"a\"", "\"source\": \"b\"").find("s.json: /collectives/source: got \"b\"") == 0);
  CHECK(with("0.5", "1.5").find("s.json: /collectives/share: got 1.5") == 0);
  CHECK(with("\"share\"", "\"shares\"") != "");
}

TEST_CASE("unknown links, numbers without source, half a network are named") {
  CHECK(said("\"nvswitch\"", "\"token ring\"").find("s.json: /links: got \"token ring\"; must be") == 0);
  CHECK(said("\"source\": \"a\"", "\"source\": \"b\"").find("s.json: /gpus/source: got \"b\"; must be one of") == 0);
  CHECK(said("\"value\": 4", "\"value\": 4.5").find("s.json: /gpus/value: got 4.5; must be a whole number") == 0);
  CHECK(said("\"value\": 4", "\"value\": 0").find("s.json: /gpus/value") == 0);
  CHECK(said("\"fabric\": \"infiniband\",", "").find("s.json: /fabric: got nothing") == 0);
  CHECK(said("\"links\": \"nvswitch\"", "\"links\": \"pcie\"").find("s.json: /nvlink_bandwidth") == 0);
  CHECK(said("\"name\"", "\"title\"") != "");
}

TEST_CASE("every shipped system is read, holds known cards, and is found by name") {
  const std::vector<HostSystem> systems = json::all_systems();
  CHECK(systems.size() >= 19);
  for (const HostSystem& system : systems) {
    CAPTURE(system.name);
    for (const std::string& device : system.devices) {
      const Device card = json::load_device(device).device;
      CHECK_NOTHROW((void)make_collective_model(system, card));
    }
    CHECK(json::load_system(system.name).gpus == system.gpus);
  }
  CHECK(json::load_system("dgx h100").name == "DGX-H100");
  CHECK(json::load_system("DGX_B200").gpus == 8);
  CHECK(json::load_system("gb200 nvl72").gpus == 72);
  CHECK_THROWS_WITH_AS((void)json::load_system("dgx-h1000"), doctest::Contains("nearest: DGX-H100"), Error);
  CHECK(json::usual_system(json::load_device("h200-sxm").device).name == "HGX-H200");
  CHECK(json::usual_system(json::load_device("t4").device).name == "a server of T4");
}

TEST_CASE("a fabric's own start: all-reduces over two hosts of A3-Mega") {
  // nccl-tests of Google Cloud over GPUDirect-TCPXO; what the start was read off ends at 4 KiB
  const CollectiveModel model =
      make_collective_model(json::load_system("A3-Mega"), json::load_device("h100-sxm5-80gb").device);
  const auto us = [&](double bytes) {
    return in(predict(Collective{.gpus = 16, .size = bytes * byte, .per_node = 8}, model).total, micro * second);
  };
  CHECK(us(32768) == doctest::Approx(155.2).epsilon(0.2));
  CHECK(us(262144) == doctest::Approx(167.1).epsilon(0.2));
  CHECK(us(8589934592) == doctest::Approx(47535).epsilon(0.12));
}
}  // namespace json_host_system_json_test
