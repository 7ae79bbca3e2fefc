#include <perfmodel/network/counting.ipp>
#include <perfmodel/network/image_rewrite.ipp>
#include <perfmodel/network/named.ipp>
#include <perfmodel/network/network.ipp>
#include <perfmodel/network/repeated_blocks.ipp>
#include <perfmodel/network/rewrite.ipp>
#include <perfmodel/network/spec.ipp>
