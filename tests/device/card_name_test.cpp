#include <doctest/doctest.h>

#include <perfmodel/device/card_name.hpp>
#include <perfmodel/json/card.hpp>
#include <string>
#include <vector>

namespace device_card_name_test {
using namespace perfmodel;

namespace {
const std::vector<Device>& catalogue() {
  static const std::vector<Device> devices = [] {
    std::vector<Device> found;
    for (const auto& file : json::device_files(PERFMODEL_DEVICES_DIR))
      found.push_back(json::device_from_file(file).device);
    return found;
  }();
  return devices;
}

/// "A;B": all cards that a name can mean.
std::string meant(const std::string& name) {
  std::string text;
  for (const std::string& card : cards_meant(name, catalogue())) text += (text.empty() ? "" : ";") + card;
  return text;
}
}  // namespace

TEST_CASE("cards_meant() knows every card by its own name") {
  for (const Device& device : catalogue()) CHECK(meant(device.name) == device.name);
}

TEST_CASE("cards_meant() reads the names that drivers and frameworks print") {
  CHECK(meant("NVIDIA H100 80GB HBM3") ==
        "H100-SXM5-80GB");  // the driver's name of the SXM board; the PCIe board has HBM2e
  CHECK(meant("NVIDIA H100 PCIe") == "H100-PCIe");
  CHECK(meant("NVIDIA H100 NVL") == "H100-NVL");
  CHECK(meant("NVIDIA H200") == "H200-SXM");
  CHECK(meant("NVIDIA A100-SXM4-80GB") == "A100-SXM4-80GB");
  CHECK(meant("NVIDIA A100 80GB PCIe") == "A100-PCIE-80GB");
  CHECK(meant("A100-SXM-80GB") == "A100-SXM4-80GB");
  CHECK(meant("NVIDIA_A100-PCIE-40GB") == "A100-PCIE-40GB");
  CHECK(meant("Tesla V100-SXM2-16GB") == "V100-SXM2-16GB");
  CHECK(meant("Tesla T4") == "T4");
  CHECK(meant("NVIDIA A10") == "A10");
  CHECK(meant("NVIDIA A30") == "A30");
  CHECK(meant("NVIDIA L4") == "L4");
  CHECK(meant("NVIDIA L40") == "L40");
  CHECK(meant("NVIDIA L40S") == "L40S");
  CHECK(meant("NVIDIA RTX A6000") == "RTX-A6000");
  CHECK(meant("NVIDIA RTX 6000 Ada Generation") == "RTX-6000-Ada");
  CHECK(meant("NVIDIA GeForce RTX 4090") == "RTX-4090");
  CHECK(meant("NVIDIA GeForce RTX 2080 Ti") == "RTX-2080-Ti");
  CHECK(meant("NVIDIA TITAN V") == "TITAN-V");
}

TEST_CASE("cards_meant() reads the names of other people's tables") {
  CHECK(meant("A40-48GB") == "A40");
  CHECK(meant("rtx4090") == "RTX-4090");
  CHECK(meant("4090") == "RTX-4090");
  CHECK(meant("2080ti") == "RTX-2080-Ti");
  CHECK(meant("A6000") == "RTX-A6000");
  CHECK(meant("H100 SXM") == "H100-SXM5-80GB");
  CHECK(meant("h100_pcie") == "H100-PCIe");
  CHECK(meant("A100SXM4 80 GB") == "A100-SXM4-80GB");
  CHECK(meant("Tesla K40 (875 MHz)") == "K40c");
  CHECK(meant("M40 (PCIe)") == "M40");
  CHECK(meant("GB200 PCIe") == "");
  CHECK(meant("P100 (PCIe)") == "P100-PCIE-16GB");
  CHECK(meant("H200 141GB") == "H200-SXM");
  CHECK(meant("B200") == "B200-SXM");
}

TEST_CASE("cards_meant() lists all cards where the name leaves a choice, and none where it contradicts them") {
  CHECK(meant("H100") == "H100-NVL;H100-PCIe;H100-SXM5-80GB");
  CHECK(meant("H100-80GB") == "H100-PCIe;H100-SXM5-80GB");
  CHECK(meant("A100-80GB") == "A100-PCIE-80GB;A100-SXM4-80GB");
  CHECK(meant("A100 DGX (NVLink3)") == "A100-SXM4-40GB;A100-SXM4-80GB");
  CHECK(meant("V100") == "V100-PCIE-16GB;V100-PCIE-32GB;V100-SXM2-16GB;V100-SXM2-32GB");
  CHECK(meant("P100") == "P100-PCIE-16GB;P100-SXM2-16GB");
  for (const char* name : {"", "NVIDIA", "80GB", "GPU", "A10G", "A1", "RTX 2080", "RTX 3080 Ti", "RTX 4090 D",
                           "RTX 6000", "A100-SXM2", "H100 40GB", "A100-SXM4-40GB MIG 1g.5gb", "MI300X", "V"}) {
    CAPTURE(name);
    CHECK(meant(name) == "");
  }
}
}  // namespace device_card_name_test
