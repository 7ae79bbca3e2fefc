"""A sixth list of networks that the planner has no name for: drawn, not chosen. They judge.

With random.Random(6), in this order: 11 of 50 networks of timm, 9 of 30 language models and 3 of 16 picture models of
transformers, which no earlier list has (two of them, a small BEiT and VAN, are not in the installed versions); beside
them layers of torch_geometric on graphs, and PyTorch's own encoder layers.

    NETWORKS[name](batch) -> (module, inputs, loss of (output, inputs))
"""
import torch
import torch.nn as nn
import torch.nn.functional as F
from held_out_networks import picture_model
from unnamed_networks import WithLabels, blocks, classes, language, timm_images


class Graphs(nn.Module):
    """Layers of torch_geometric that pass messages along given edges."""

    def __init__(self, kind, width, depth, inputs=128, outputs=40, **more):
        super().__init__()
        import torch_geometric.nn as layers

        sizes = [inputs] + [width] * depth
        self.layers = nn.ModuleList(getattr(layers, kind)(a, b, **more) for a, b in zip(sizes, sizes[1:]))
        self.norms = nn.ModuleList(nn.BatchNorm1d(width) for _ in range(depth))
        self.out = nn.Linear(width, outputs)

    def forward(self, nodes, edges):
        for layer, norm in zip(self.layers, self.norms):
            nodes = F.dropout(F.relu(norm(layer(nodes, edges))), 0.3, self.training)
        return self.out(nodes)


def graphs(kind, width, depth, neighbours=8, **more):
    def build(batch):
        edges = torch.randint(0, batch, (2, neighbours * batch))
        labels = torch.randint(0, 40, (batch,))
        return WithLabels(Graphs(kind, width, depth, **more)), (torch.randn(batch, 128), edges, labels), classes

    return build


class Series(nn.Module):
    """PyTorch's own encoder layers over measurements, the last of which is foretold."""

    def __init__(self, channels=24, width=384, heads=6, depth=6, length=256):
        super().__init__()
        self.into = nn.Linear(channels, width)
        self.places = nn.Parameter(torch.randn(1, length, width))
        layer = nn.TransformerEncoderLayer(width, heads, 4 * width, activation="gelu", batch_first=True)
        self.layers = nn.TransformerEncoder(layer, depth)
        self.out = nn.Linear(width, channels)

    def forward(self, series):
        return self.out(self.layers(self.into(series) + self.places)[:, -1])


def series(batch):
    loss = lambda out, inputs: F.huber_loss(out, inputs[-1])
    return WithLabels(Series()), (torch.randn(batch, 256, 24), torch.randn(batch, 24)), loss


def boxes(batch):
    """DETR without the matching of boxes, which PyTorch's users run on the processor."""
    import transformers

    settings = transformers.DetrConfig(
        use_timm_backbone=True,
        use_pretrained_backbone=False,
        backbone="resnet50",
        backbone_config=None,
        encoder_layers=4,
        decoder_layers=4,
        num_labels=90,
    )

    class Boxes(nn.Module):
        def __init__(self):
            super().__init__()
            self.network = transformers.DetrForObjectDetection(settings)

        def forward(self, pictures, kinds, places):
            found = self.network(pixel_values=pictures)
            return found.logits, found.pred_boxes

    def loss(out, inputs):
        logits, places = out
        return F.cross_entropy(logits.flatten(0, 1).float(), inputs[1].flatten()) + F.l1_loss(places, inputs[2])

    inputs = (torch.randn(batch, 3, 384, 384), torch.randint(0, 91, (batch, 100)), torch.rand(batch, 100, 4))
    return Boxes(), inputs, loss


# name -> (how to build, batches: a small and a large one)
NETWORKS = {
    "efficientformerv2_s0": (timm_images("efficientformerv2_s0"), (24, 80)),
    "gernet_s": (timm_images("gernet_s"), (32, 128)),
    "halonet26t": (timm_images("halonet26t", 256), (8, 32)),
    "lambda_resnet26t": (timm_images("lambda_resnet26t", 256), (8, 32)),
    "rdnet_tiny": (timm_images("rdnet_tiny"), (8, 24)),
    "sequencer2d_s": (timm_images("sequencer2d_s"), (8, 24)),
    "seresnet50": (timm_images("seresnet50"), (16, 64)),
    "tinynet_a": (timm_images("tinynet_a", 192), (32, 96)),
    "vit_relpos_small_patch16_224": (timm_images("vit_relpos_small_patch16_224"), (16, 48)),
    "xception41": (timm_images("xception41", 299), (8, 24)),
    "big_bird": (
        language("BigBirdConfig", "BigBirdForMaskedLM", 1024, vocab_size=16000, **blocks(6, 512, 8)),
        (4, 12),
    ),
    "cohere": (
        language("CohereConfig", "CohereForCausalLM", 512, vocab_size=24000, **blocks(6, 768, 12)),
        (4, 12),
    ),
    "gptj": (
        language(
            "GPTJConfig", "GPTJForCausalLM", 512, vocab_size=20000, n_embd=768, n_layer=6, n_head=12, rotary_dim=32
        ),
        (4, 16),
    ),
    "mpnet": (
        language("MPNetConfig", "MPNetForMaskedLM", 256, vocab_size=30527, **blocks(8, 512, 8)),
        (16, 64),
    ),
    "mixtral": (
        language(
            "MixtralConfig",
            "MixtralForCausalLM",
            512,
            vocab_size=16000,
            num_key_value_heads=4,
            num_local_experts=8,
            **{**blocks(4, 512, 8), "intermediate_size": 1024},
        ),
        (4, 16),
    ),
    "olmo2": (
        language("Olmo2Config", "Olmo2ForCausalLM", 1024, vocab_size=32000, **blocks(8, 1024, 16)),
        (2, 6),
    ),
    "persimmon": (
        language("PersimmonConfig", "PersimmonForCausalLM", 384, vocab_size=32000, **blocks(6, 640, 10)),
        (4, 16),
    ),
    "starcoder2": (
        language(
            "Starcoder2Config",
            "Starcoder2ForCausalLM",
            768,
            vocab_size=24000,
            num_key_value_heads=2,
            **blocks(6, 896, 14),
        ),
        (2, 8),
    ),
    "xlnet": (
        language(
            "XLNetConfig", "XLNetLMHeadModel", 384, vocab_size=32000, d_model=512, n_layer=6, n_head=8, d_inner=2048
        ),
        (4, 16),
    ),
    "boxes": (boxes, (4, 12)),
    "mobilevitv2": (picture_model("MobileViTV2Config", "MobileViTV2ForImageClassification"), (16, 64)),
    "sage": (graphs("SAGEConv", 256, 3), (4096, 32768)),
    "gatv2": (graphs("GATv2Conv", 192, 3, neighbours=6), (4096, 16384)),
    "gin": (graphs("GraphConv", 320, 4, neighbours=5), (2048, 24576)),
    "series": (series, (32, 128)),
}
