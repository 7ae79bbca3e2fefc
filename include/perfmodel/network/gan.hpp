#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// Which part of a generative adversarial network; both: the generator's step, with the discriminator on top.
enum class GanPart : std::uint8_t { generator, discriminator, both };

/// DCGAN for 64 x 64 images. Radford et al. 2016, arXiv:1511.06434; PyTorch's DCGAN tutorial. A Wasserstein GAN
/// (Arjovsky et al. 2017, arXiv:1701.07875) has the same networks without the last sigmoid.
struct Dcgan {
  GanPart part{GanPart::both};
  std::int64_t latent{100}, generator_width{64}, discriminator_width{64}, channels{3};
  bool wasserstein{};
};

namespace detail {

inline Value dcgan_generator(NetworkBuilder& b, const Dcgan& net, Value x) {
  std::int64_t width = 8 * net.generator_width;
  x = b.convolution("generator.0", x, {.out = width, .kernel = {4, 4}, .stride = 1, .transposed = true});
  x = b.relu("generator.2", b.batch_norm("generator.1", x));
  for (int i = 3; i < 12; i += 3) {
    width /= 2;
    x = b.convolution("generator." + std::to_string(i), x,
                      {.out = width, .kernel = {4, 4}, .stride = 2, .pad = {1, 1}, .transposed = true});
    x = b.relu("generator." + std::to_string(i + 2), b.batch_norm("generator." + std::to_string(i + 1), x));
  }
  x = b.convolution("generator.12", x,
                    {.out = net.channels, .kernel = {4, 4}, .stride = 2, .pad = {1, 1}, .transposed = true});
  return b.activation("generator.13", x, ActivationKind::tanh, false);
}

inline Value dcgan_discriminator(NetworkBuilder& b, const Dcgan& net, Value x) {
  std::int64_t width = net.discriminator_width;
  x = b.convolution("discriminator.0", x, {.out = width, .kernel = {4, 4}, .stride = 2, .pad = {1, 1}});
  x = b.activation("discriminator.1", x, ActivationKind::leaky_relu);
  for (int i = 2; i < 11; i += 3) {
    width *= 2;
    x = b.convolution("discriminator." + std::to_string(i), x,
                      {.out = width, .kernel = {4, 4}, .stride = 2, .pad = {1, 1}});
    x = b.activation("discriminator." + std::to_string(i + 2),
                     b.batch_norm("discriminator." + std::to_string(i + 1), x), ActivationKind::leaky_relu);
  }
  x = b.convolution("discriminator.11", x, {.out = 1, .kernel = {4, 4}});
  if (!net.wasserstein) x = b.activation("discriminator.12", x, ActivationKind::sigmoid, false);
  return b.flatten("discriminator.flatten", x);
}

}  // namespace detail

[[nodiscard]] inline Network build(const Dcgan& net, const std::string& name = "dcgan") {
  const bool image = net.part == GanPart::discriminator;
  NetworkBuilder b(name, image ? Shape{1, net.channels, 64, 64} : Shape{1, net.latent, 1, 1});
  Value x = b.input();
  if (net.part != GanPart::discriminator) x = detail::dcgan_generator(b, net, x);
  if (net.part != GanPart::generator) x = detail::dcgan_discriminator(b, net, x);
  b.set_loss(MeanSquaredError{});
  return b.finish(x);
}

}  // namespace perfmodel
