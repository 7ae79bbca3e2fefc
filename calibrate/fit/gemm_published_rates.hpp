#pragma once
#include <array>
#include <perfmodel/device/number_format.hpp>
#include <string_view>

namespace perfmodel {

/// A matrix product's rate that someone has published for one card: square, random normal operands, torch.mm 6 times to
/// warm up and then the mean of 30 calls in a row. They tell what boards draw that no other data here covers: only the
/// power constants and the clock's response are fitted to them, and no figure of docs/reference/accuracy.md is scored
/// on them.
struct PublishedRate {
  std::string_view card{};  ///< device file
  NumberFormat format{};
  int size{};  ///< m = n = k, 4,096 and more; 2,048 on the L4, whose 9 to 40 ms tell what the board draws before its
               ///< controller acts; where the source gives only the best size: 4,096
  double teraflops{};
  std::string_view source{};
  double board_power{};  ///< W, if the card is a variant with another limit; 0: the device file's
  double sms{};          ///< likewise, of a variant with more SMs
  double calls{36.0};    ///< in a row: 6 to warm up, 30 timed
};

/// github.com/zzc0721/torch-performance-test-data (the protocol is its test.py): issues by number; "database":
/// database.md at commit 07858687, which gives the best size only. A10G: the A10's chip at 300 W with 80 SMs (PyTorch
/// prints multi_processor_count=80; NVIDIA's datasheet says 35 TFLOPS) and tensor cores at half rate, so that only its
/// FP32 counts here. T4: from NVIDIA's forum, cublas, mean of 100 calls. Best sizes of two rented T4 (4.2 and 4.4
/// TFLOPS in FP32, 42 and 43 in FP16) are left out: a 70 W board does best in sizes that end before its clock has sunk
/// (the L4's best is 2,048 in every format). P4: 75 W hold it below either of the application clocks with which it was
/// measured (8,192: 4.01, set to 1,500 MHz 4.13). Left out: M40, whose clocks nobody recorded, and P40 with it.
inline constexpr std::array published_rates{
    PublishedRate{"p4", NumberFormat::fp32, 4096, 4.55, "issue 9"},
    PublishedRate{"p4", NumberFormat::fp32, 8192, 4.01, "issue 9"},
    PublishedRate{"p100-pcie-16gb", NumberFormat::fp32, 4096, 8.16, "issue 174"},
    PublishedRate{"p100-pcie-16gb", NumberFormat::fp32, 8192, 8.63, "issue 174"},
    PublishedRate{"p100-sxm2-16gb", NumberFormat::fp32, 4096, 9.04, "issue 180"},
    PublishedRate{"p100-sxm2-16gb", NumberFormat::fp32, 8192, 9.50, "issue 180"},
    PublishedRate{"v100-sxm2-16gb", NumberFormat::fp32, 4096, 13.85, "issue 140"},
    PublishedRate{"v100-sxm2-16gb", NumberFormat::fp32, 8192, 14.38, "issue 140"},
    PublishedRate{.card = "t4",
                  .format = NumberFormat::fp16,
                  .size = 4096,
                  .teraflops = 24.0,
                  .source = "forums.developer.nvidia.com/t/264462",
                  .calls = 100.0},
    PublishedRate{"v100-sxm2-16gb", NumberFormat::fp16, 4096, 95.73, "issue 140"},
    PublishedRate{"v100-sxm2-16gb", NumberFormat::fp16, 8192, 97.36, "issue 140"},
    PublishedRate{"v100-sxm2-16gb", NumberFormat::fp16, 10240, 89.37, "issue 140"},
    PublishedRate{"rtx-2080-ti", NumberFormat::fp32, 4096, 12.71, "issue 115"},
    PublishedRate{"rtx-2080-ti", NumberFormat::fp32, 8192, 13.04, "issue 115"},
    PublishedRate{"rtx-2080-ti", NumberFormat::fp16, 4096, 53.41, "issue 115"},
    PublishedRate{"rtx-2080-ti", NumberFormat::fp16, 8192, 55.58, "issue 115"},
    PublishedRate{"a100-pcie-40gb", NumberFormat::fp32, 4096, 15.52, "issue 108"},
    PublishedRate{"a100-pcie-40gb", NumberFormat::fp32, 8192, 17.56, "issue 108"},
    PublishedRate{"a100-pcie-40gb", NumberFormat::bf16, 4096, 234.14, "issue 108"},
    PublishedRate{"a100-pcie-40gb", NumberFormat::bf16, 8192, 215.26, "issue 108"},
    PublishedRate{"a100-pcie-40gb", NumberFormat::fp16, 8192, 197.51, "issue 108"},
    PublishedRate{"a100-pcie-40gb", NumberFormat::fp16, 10240, 205.66, "issue 108"},
    PublishedRate{"a100-sxm4-80gb", NumberFormat::fp32, 4096, 19.18, "database"},
    PublishedRate{"a100-sxm4-80gb", NumberFormat::fp16, 4096, 258.74, "database"},
    PublishedRate{"a100-sxm4-80gb", NumberFormat::bf16, 4096, 264.53, "database"},
    PublishedRate{"a40", NumberFormat::fp32, 4096, 23.01, "issue 185"},
    PublishedRate{"a40", NumberFormat::fp32, 8192, 23.73, "issue 185"},
    PublishedRate{"a40", NumberFormat::fp16, 4096, 113.51, "issue 185"},
    PublishedRate{"a40", NumberFormat::fp16, 8192, 108.47, "issue 185"},
    PublishedRate{"a40", NumberFormat::fp16, 10240, 119.18, "issue 185"},
    PublishedRate{"a40", NumberFormat::bf16, 8192, 110.64, "issue 185"},
    PublishedRate{"a10", NumberFormat::fp32, 4096, 23.37, "issue 126 (A10G)", 300.0, 80.0},
    PublishedRate{"a10", NumberFormat::fp32, 8192, 23.23, "issue 126 (A10G)", 300.0, 80.0},
    PublishedRate{"rtx-a6000", NumberFormat::fp32, 4096, 23.92, "database"},
    PublishedRate{"rtx-a6000", NumberFormat::fp16, 4096, 120.49, "database"},
    PublishedRate{"rtx-a6000", NumberFormat::bf16, 4096, 123.34, "database"},
    PublishedRate{"rtx-3090", NumberFormat::fp32, 4096, 24.79, "issue 42"},
    PublishedRate{"rtx-3090", NumberFormat::fp16, 4096, 75.48, "issue 42"},
    PublishedRate{"rtx-3090", NumberFormat::bf16, 4096, 76.58, "issue 42"},
    PublishedRate{"l4", NumberFormat::fp32, 2048, 15.38, "issue 120"},
    PublishedRate{"l4", NumberFormat::fp16, 2048, 68.83, "issue 120"},
    PublishedRate{"l4", NumberFormat::bf16, 2048, 70.89, "issue 120"},
    PublishedRate{"l4", NumberFormat::fp32, 4096, 12.53, "issue 120"},
    PublishedRate{"l4", NumberFormat::fp32, 8192, 10.66, "issue 120"},
    PublishedRate{"l4", NumberFormat::fp32, 10240, 11.11, "issue 120"},
    PublishedRate{"l4", NumberFormat::fp16, 4096, 53.02, "issue 120"},
    PublishedRate{"l4", NumberFormat::fp16, 8192, 53.80, "issue 120"},
    PublishedRate{"l4", NumberFormat::bf16, 8192, 59.40, "issue 120"},
    PublishedRate{"l40s", NumberFormat::fp32, 4096, 46.88, "issue 43"},
    PublishedRate{"l40s", NumberFormat::fp16, 4096, 264.02, "issue 43"},
    PublishedRate{"l40s", NumberFormat::bf16, 4096, 269.15, "issue 43"},
    PublishedRate{"rtx-4090", NumberFormat::fp32, 4096, 53.02, "issue 78"},
    PublishedRate{"rtx-4090", NumberFormat::fp32, 8192, 53.41, "issue 78"},
    PublishedRate{"rtx-4090", NumberFormat::fp16, 4096, 168.38, "issue 78"},
    PublishedRate{"rtx-4090", NumberFormat::fp16, 8192, 155.50, "issue 78"},
    PublishedRate{"rtx-4090", NumberFormat::bf16, 8192, 160.17, "issue 78"},
    PublishedRate{"rtx-5090", NumberFormat::fp32, 4096, 64.50, "issue 124"},
    PublishedRate{"rtx-5090", NumberFormat::fp32, 8192, 66.91, "issue 124"},
    PublishedRate{"rtx-5090", NumberFormat::fp16, 8192, 223.98, "issue 124"},
    PublishedRate{"rtx-5090", NumberFormat::bf16, 8192, 234.66, "issue 124"},
    PublishedRate{"h100-pcie", NumberFormat::fp32, 4096, 36.51, "issue 95"},
    PublishedRate{"h100-pcie", NumberFormat::fp32, 8192, 36.95, "issue 95"},
    PublishedRate{"h100-pcie", NumberFormat::fp16, 4096, 457.32, "issue 95"},
    PublishedRate{"h100-pcie", NumberFormat::fp16, 8192, 437.07, "issue 95"},
    PublishedRate{"h100-pcie", NumberFormat::bf16, 8192, 492.84, "issue 95"},
    PublishedRate{"h100-sxm5-80gb", NumberFormat::fp32, 8192, 51.81, "issue 79"},
    PublishedRate{"h100-sxm5-80gb", NumberFormat::fp16, 8192, 736.19, "issue 79"},
    PublishedRate{"h100-sxm5-80gb", NumberFormat::bf16, 8192, 797.51, "issue 79"},
    PublishedRate{"h200-sxm", NumberFormat::fp32, 4096, 51.34, "database"},
    PublishedRate{"h200-sxm", NumberFormat::fp16, 4096, 759.40, "database"},
    PublishedRate{"h200-sxm", NumberFormat::bf16, 4096, 790.29, "database"},
    PublishedRate{"b200-sxm", NumberFormat::fp32, 4096, 66.24, "database"},
    PublishedRate{"b200-sxm", NumberFormat::fp16, 4096, 1627.64, "database"},
    PublishedRate{"b200-sxm", NumberFormat::bf16, 4096, 1696.03, "database"}};

}  // namespace perfmodel
