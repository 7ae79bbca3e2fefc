#!/usr/bin/env python3
"""Networks of timm, of which its author publishes how many images a second they take (results/benchmark-*.csv of
huggingface/pytorch-image-models): recordings made without a GPU, and the same steps measured on one.

    python3 timm_networks.py OUT record  [--kinds infer-nchw,...] [--processes 14]
    python3 timm_networks.py OUT measure [--kinds infer-nchw,...] [--seconds 400]

Kinds: infer or train and the memory format; fast-nchw is inference with timm's norms in 16 bits. FP16 autocast as
benchmark.py enters it, training with SGD, no gradient scaler; networks in an order drawn by a seed.
Files under OUT: recordings/NAME-SIZE-KIND.json at batches 32 and 64; errors_record.csv: what raised; timm_networks.csv:
milliseconds of a step that is synchronized by itself, of one among others, and of its kernels, and the allocator's
peaks. Processes, inference's step and the kernels' times are recorded_networks.py's and step_loops.py's.
Written for PyTorch 2.11 and timm 1.0.29.
"""
import argparse
import csv
import os
import random
import statistics
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
from recorded_networks import fresh, in_processes, profiled  # noqa: E402
from step_loops import step_of  # noqa: E402

# By image size: every twelfth row of benchmark-infer-amp-nhwc-pt240-cu124-rtx4090.csv, and what people know.
NAMES = {
    160: """
        test_vit
        """,
    176: """
        resnet50
        """,
    192: """
        tf_efficientnetv2_b1 nfnet_f0 dm_nfnet_f0
        """,
    224: """
        mobilenetv4_conv_small ghostnet_050 regnetx_004_tv resnet10t resnet18 vit_tiny_patch16_224 mobilenetv3_large_100
        legacy_seresnet18 ghostnet_100 mnasnet_100 levit_256 xcit_nano_12_p16_224 semnasnet_100 mobilenetv2_100
        mobilenet_edgetpu_v2_s efficientnet_b0 repvit_m0_9 resnetaa34d tf_efficientnet_b0 dla60x_c vit_small_patch16_224
        repvgg_b0 efficientnet_blur_b0 vit_srelpos_small_patch16_224 efficientnet_cc_b0_4e efficientformer_l1 tresnet_m
        resnetv2_50 sam2_hiera_tiny poolformer_s12 resnet50 dla60 vgg11 vovnet57a convnext_tiny ghostnetv2_160
        mobileone_s1 coatnet_nano_cc_224 regnetx_032 visformer_small tiny_vit_21m_224 seresnet50 resnext50_32x4d
        twins_svt_small davit_tiny ecaresnet50t resmlp_24_224 ecaresnet50d densenet121 regnety_032 res2net50_26w_4s
        coatnet_rmlp_nano_rw_224 hiera_small_224 coatnet_0_rw_224 res2net50d vit_base_r26_s32_224 xcit_small_12_p16_224
        resnet101 wide_resnet50_2 focalnet_tiny_srf repvgg_b1 hrnet_w18 pit_b_224 pit_b_distilled_224 gmlp_s16_224
        skresnet50 vgg16 tresnet_v2_l vit_base_patch16_224 mixer_b16_224 nest_tiny volo_d1_224 sequencer2d_s
        swin_tiny_patch4_window7_224 beit_base_patch16_224 pvt_v2_b2_li deit3_base_patch16_224
        vit_relpos_base_patch16_rpn_224 vgg16_bn coat_lite_small hiera_base_224 resnet152 dla169 convnextv2_tiny
        maxvit_tiny_tf_224 convnext_base dpn92 twins_svt_base xcit_tiny_12_p8_224 poolformer_s36 tnt_s_patch16_224
        volo_d2_224 sequencer2d_l cait_s24_224 efficientformer_l7 coat_mini swin_base_patch4_window7_224 davit_large
        swinv2_cr_base_ns_224 rdnet_large vit_large_patch16_224 beitv2_large_patch16_224 maxvit_base_tf_224
        convformer_m36 poolformerv2_m48 eva02_large_patch14_clip_224 xcit_medium_24_p8_224
        """,
    240: """
        crossvit_15_240
        """,
    256: """
        mobilenetv1_100h cs3darknet_l eca_resnext26ts edgenext_small eca_botnext26ts_256 botnet26t_256 mobilevit_s
        fastvit_sa12 cspdarknet53 vit_betwixt_patch16_reg1_gap_256 resnet101d resnet152d fastvit_sa24 resnetrs152
        vit_so150m_patch16_reg4_gap_256 lambda_resnet26t
        """,
    288: """
        resnet18 resnet34 convnext_pico_ols resnet26 cs3sedarknet_l hgnetv2_b4 regnetz_b16 convnextv2_femto hgnetv2_b2
        cs3darknet_x resnet50 gcresnet50t resnet101 efficientvit_l2 hgnet_base resnetv2_50d_evos
        """,
    299: """
        inception_v3 inception_v4 legacy_xception
        """,
    300: """
        tf_efficientnetv2_s tf_efficientnet_el
        """,
    320: """
        nf_regnet_b3 efficientnet_b4 regnetz_040_h efficientnet_b3_gn resnetrs200 resnest200e
        """,
    331: """
        nasnetalarge pnasnet5large
        """,
    336: """
        vit_large_patch14_clip_336
        """,
    384: """
        vit_tiny_r_s16_p8_384 xcit_nano_12_p16_384 vit_small_patch16_384 deit3_small_patch16_384 efficientnetv2_s
        xcit_small_12_p16_384 vit_betwixt_patch16_reg4_gap_384 xcit_nano_12_p8_384 vit_base_patch16_clip_384
        convnext_base swinv2_cr_tiny_384 resnetrs350 swinv2_cr_base_384 cait_s24_384
        """,
    448: """
        resnetv2_152x2_bit
        """,
}
BATCHES = {"infer": 128, "train": 64}
A_DAY = 24 * 3600.0  # recordings take what they take
COLUMNS = "network,image,kind,batch,synchronized_ms,step_ms,kernels_ms,peak_allocated_bytes,peak_reserved_bytes"


def networks():
    out = [(name, size) for size, text in NAMES.items() for name in text.split()]
    random.Random(10).shuffle(out)
    return out


def mode_of(kind):
    return "train" if kind.startswith("train") else "infer"


def with_own_step(network):
    """The network with benchmark.py's training step: the loss and its gradient under autocast, timm's SGD."""

    def own_step(cast):
        import torch
        from timm.optim import create_optimizer_v2

        optimizer = create_optimizer_v2(network, opt="sgd", lr=1e-4)

        def step(x, target):
            optimizer.zero_grad()
            with cast():
                output = network(x)
                output = output[0] if isinstance(output, tuple) else output
                torch.nn.functional.cross_entropy(output, target).backward()
            optimizer.step()

        return step

    network.own_step = own_step
    return network


def build(name, size, kind):
    import timm
    import torch
    from timm.layers import set_fast_norm, set_fused_attn

    set_fused_attn(mode_of(kind) == "infer")  # the published training steps are older than fused attention
    set_fast_norm(kind.startswith("fast"))
    try:
        network = timm.create_model(name, img_size=size)
    except TypeError:  # takes images of all sizes
        network = timm.create_model(name)
    network = with_own_step(network)
    return network.to(memory_format=torch.channels_last) if kind.endswith("nhwc") else network


def step_of_kind(network, kind):
    return step_of(network, None, mode_of(kind), "amp_fp16")


def inputs_of(kind, batch, size, device="cpu"):
    import torch

    x = torch.randn(batch, 3, size, size, device=device)
    if kind.endswith("nhwc"):
        x = x.contiguous(memory_format=torch.channels_last)
    return (x, torch.randint(0, 1000, (batch,), device=device)) if mode_of(kind) == "train" else (x,)


def record_one(job):
    out, name, size, kind = job
    begin = time.time()
    try:
        import torch

        import perfmodel_record

        torch.set_num_threads(1)
        step = step_of_kind(build(name, size, kind), kind)
        path = os.path.join(out, "recordings", f"{name}-{size}-{kind}.json")
        perfmodel_record.record(step, path=path, batches=[inputs_of(kind, batch, size) for batch in (32, 64)])
        return name, size, kind, "", time.time() - begin
    except BaseException:  # one network less
        return name, size, kind, traceback.format_exc()[-1500:], time.time() - begin


def record(options):
    os.makedirs(os.path.join(options.out, "recordings"), exist_ok=True)
    jobs = [(options.out, *network, kind) for kind in options.kinds for network in networks()]
    with open(os.path.join(options.out, "errors_record.csv"), "a", buffering=1, newline="") as file:
        in_processes(record_one, jobs, options.processes, csv.writer(file), A_DAY)


def measure_one(name, size, kind):
    import torch

    fresh()
    network = build(name, size, kind).cuda()
    batch = BATCHES[mode_of(kind)]
    step, inputs = step_of_kind(network, kind), inputs_of(kind, batch, size, "cuda")
    torch.cuda.reset_peak_memory_stats()
    for _ in range(6):
        step(*inputs)
    torch.cuda.synchronize()

    def seconds(count):
        begin = time.perf_counter()
        for _ in range(count):
            step(*inputs)
        torch.cuda.synchronize()
        return (time.perf_counter() - begin) / count

    count = max(8, min(60, int(0.5 / max(seconds(1), 1e-4))))
    alone, among = statistics.median(seconds(1) for _ in range(count)), seconds(count)
    peaks = torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved()
    kernels_us, *_ = profiled(step, inputs, 2, by_kernel=True)
    return [name, size, kind, batch, f"{alone * 1e3:.4f}", f"{among * 1e3:.4f}", f"{kernels_us / 1e3:.4f}", *peaks]


def measure(options):
    end = time.time() + options.seconds
    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(options.out, "timm_networks.csv"), "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(COLUMNS.split(","))
        for name, size in networks():
            if time.time() > end:
                print("out of time at", name, file=sys.stderr)
                break
            for kind in options.kinds:
                out.writerow(measure_one(name, size, kind))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("what", choices=["record", "measure"])
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=["infer-nchw", "train-nhwc"])
    parser.add_argument("--processes", type=int, default=14)
    parser.add_argument("--seconds", type=float, default=400)
    options = parser.parse_args()
    (record if options.what == "record" else measure)(options)


if __name__ == "__main__":
    main()
