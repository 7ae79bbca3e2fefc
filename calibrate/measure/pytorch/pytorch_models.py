"""Networks in plain PyTorch that neither torchvision nor transformers has, written as the implementations that
docs/reference/networks.md names:
U-Net, DCGAN and WGAN, GNMT, SSD on ResNet-34, Mask R-CNN's backbone and heads, NCF, DLRM, Minigo, plain LSTM and GRU.

    build(name, options, batch) -> (module, example inputs, loss of the module's output)

Image classifiers and detectors return one tensor or a tuple of tensors; the loss of a tuple is the sum over its
tensors.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F


class DoubleConvolution(nn.Sequential):
    def __init__(self, c, k):
        super().__init__(
            nn.Conv2d(c, k, 3, padding=1, bias=False),
            nn.BatchNorm2d(k),
            nn.ReLU(inplace=True),
            nn.Conv2d(k, k, 3, padding=1, bias=False),
            nn.BatchNorm2d(k),
            nn.ReLU(inplace=True),
        )


class UNet(nn.Module):
    """The form of milesial/Pytorch-UNet, bilinear=False."""

    def __init__(self, channels=3, classes=2):
        super().__init__()
        self.inc = DoubleConvolution(channels, 64)
        widths = (64, 128, 256, 512, 1024)
        self.down = nn.ModuleList(
            nn.Sequential(nn.MaxPool2d(2), DoubleConvolution(a, b)) for a, b in zip(widths, widths[1:])
        )
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, 2) for a, b in reversed(list(zip(widths, widths[1:]))))
        self.conv = nn.ModuleList(DoubleConvolution(b, a) for a, b in reversed(list(zip(widths, widths[1:]))))
        self.outc = nn.Conv2d(64, classes, 1)

    def forward(self, x):
        x1 = self.inc(x)
        x2 = self.down[0](x1)
        x3 = self.down[1](x2)
        x4 = self.down[2](x3)
        x = self.down[3](x4)
        for skip, up, conv in zip((x4, x3, x2, x1), self.up, self.conv):
            x = self.join(skip, up(x), conv)
        return self.outc(x)

    @staticmethod
    def join(skip, x, conv):
        h, w = skip.size(2) - x.size(2), skip.size(3) - x.size(3)
        x = F.pad(x, [w // 2, w - w // 2, h // 2, h - h // 2])
        return conv(torch.cat([skip, x], 1))


def gan(wasserstein, part, width=64, latent=100):
    g = [nn.ConvTranspose2d(latent, 8 * width, 4, 1, 0, bias=False), nn.BatchNorm2d(8 * width), nn.ReLU(True)]
    for i in (8, 4, 2):
        g += [
            nn.ConvTranspose2d(i * width, i * width // 2, 4, 2, 1, bias=False),
            nn.BatchNorm2d(i * width // 2),
            nn.ReLU(True),
        ]
    g += [nn.ConvTranspose2d(width, 3, 4, 2, 1, bias=False), nn.Tanh()]
    d = [nn.Conv2d(3, width, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, True)]
    for i in (1, 2, 4):
        d += [
            nn.Conv2d(i * width, 2 * i * width, 4, 2, 1, bias=False),
            nn.BatchNorm2d(2 * i * width),
            nn.LeakyReLU(0.2, True),
        ]
    d += [nn.Conv2d(8 * width, 1, 4, 1, 0, bias=False)] + ([] if wasserstein else [nn.Sigmoid()]) + [nn.Flatten()]
    return nn.Sequential(*{"generator": g, "discriminator": d, "both": g + d}[part])


class GnmtAttention(nn.Module):
    """MLPerf Training v0.5, rnn_translator, seq2seq/models/attention.py: normalized additive attention."""

    def __init__(self, hidden):
        super().__init__()
        self.linear_q, self.linear_k = nn.Linear(hidden, hidden, bias=False), nn.Linear(hidden, hidden, bias=False)
        self.linear_att, self.scalar, self.bias = (
            nn.Parameter(torch.rand(hidden)),
            nn.Parameter(torch.ones(1)),
            nn.Parameter(torch.zeros(hidden)),
        )

    def forward(self, query, keys):
        q, k = self.linear_q(query), self.linear_k(keys)
        b, tq, n = q.shape
        tk = k.size(1)
        total = q.unsqueeze(2).expand(b, tq, tk, n) + k.unsqueeze(1).expand(b, tq, tk, n)
        total = total + self.bias
        linear = self.linear_att / self.linear_att.norm() * self.scalar
        scores = torch.tanh(total).matmul(linear)
        return torch.bmm(F.softmax(scores, dim=-1), keys)


class Gnmt(nn.Module):
    def __init__(self, vocabulary=32317, hidden=1024, dropout=0.2):
        super().__init__()
        lstm = lambda i, both=False: nn.LSTM(i, hidden, 1, batch_first=True, bidirectional=both)
        self.embedder, self.dropout = nn.Embedding(vocabulary, hidden), nn.Dropout(dropout)
        self.encoder = nn.ModuleList([lstm(hidden, True), lstm(2 * hidden), lstm(hidden), lstm(hidden)])
        self.attention_rnn, self.attention = lstm(hidden), GnmtAttention(hidden)
        self.decoder = nn.ModuleList(lstm(2 * hidden) for _ in range(3))
        self.classifier = nn.Linear(hidden, vocabulary)

    def forward(self, source, target):
        x = self.embedder(source)
        for i, layer in enumerate(self.encoder):
            y = layer(self.dropout(x))[0]
            x = y + x if i > 1 else y
        y = self.attention_rnn(self.dropout(self.embedder(target)))[0]
        context = self.attention(y, x)
        for i, layer in enumerate(self.decoder):
            z = layer(self.dropout(torch.cat([y, context], 2)))[0]
            y = z + y if i > 0 else z
        return self.classifier(y)


class Recurrent(nn.Module):
    """nn.LSTM or nn.GRU, its output the network's."""

    def __init__(self, cell, inputs, hidden, layers, both):
        super().__init__()
        self.rnn = getattr(nn, cell.upper())(inputs, hidden, layers, batch_first=True, bidirectional=both)

    def forward(self, x):
        return self.rnn(x)[0]


class Ssd(nn.Module):
    """MLPerf Training v0.5, single_stage_detector/ssd/ssd300.py."""

    def __init__(self, labels=81):
        super().__init__()
        import torchvision.models as tv

        r = tv.resnet34(weights=None)
        r.layer3[0].conv1.stride = (1, 1)
        r.layer3[0].downsample[0].stride = (1, 1)
        self.backbone = nn.Sequential(r.conv1, r.bn1, r.relu, r.maxpool, r.layer1, r.layer2, r.layer3)
        extra = []
        for i, (c, m, k) in enumerate(
            ((256, 256, 512), (512, 256, 512), (512, 128, 256), (256, 128, 256), (256, 128, 256))
        ):
            extra.append(
                nn.Sequential(
                    nn.Conv2d(c, m, 1),
                    nn.ReLU(inplace=True),
                    nn.Conv2d(m, k, 3, **({"stride": 2, "padding": 1} if i < 3 else {})),
                    nn.ReLU(inplace=True),
                )
            )
        self.extra = nn.ModuleList(extra)
        boxes, widths = (4, 6, 6, 6, 4, 4), (256, 512, 512, 256, 256, 256)
        self.loc = nn.ModuleList(nn.Conv2d(w, 4 * n, 3, padding=1) for n, w in zip(boxes, widths))
        self.conf = nn.ModuleList(nn.Conv2d(w, labels * n, 3, padding=1) for n, w in zip(boxes, widths))

    def forward(self, x):
        features = [self.backbone(x)]
        for layer in self.extra:
            features.append(layer(features[-1]))
        found = []
        for f, loc, conf in zip(features, self.loc, self.conf):
            found += [loc(f).flatten(1), conf(f).flatten(1)]
        return torch.cat(found, 1)


class MaskRcnnHeads(nn.Module):
    """torchvision's maskrcnn_resnet50_fpn without the selection of boxes: so many random regions of each image go
    through the heads."""

    def __init__(self, batch, regions=512, mask_regions=128):
        super().__init__()
        import torchvision.models.detection as detection
        from torchvision.models import resnet50
        from torchvision.models.detection.backbone_utils import _resnet_fpn_extractor
        from torchvision.ops import FrozenBatchNorm2d

        m = detection.MaskRCNN(_resnet_fpn_extractor(resnet50(weights=None, norm_layer=FrozenBatchNorm2d), 5), 91)
        self.backbone, self.rpn, self.heads = m.backbone, m.rpn.head, m.roi_heads
        box = lambda n: [torch.rand(n, 4) * 300 + torch.tensor([0.0, 0.0, 400.0, 400.0]) for _ in range(batch)]
        self.boxes, self.mask_boxes = box(regions), box(mask_regions)

    def forward(self, x):
        from torchvision.ops import roi_align

        features = self.backbone(x)
        logits, deltas = self.rpn(list(features.values()))
        level = features["1"]
        y = self.heads.box_head(roi_align(level, self.boxes, 7, 0.125, 2))
        scores, boxes = self.heads.box_predictor(y)
        z = self.heads.mask_predictor(self.heads.mask_head(roi_align(level, self.mask_boxes, 14, 0.125, 2)))
        return (*logits, *deltas, scores, boxes, z)


class Ncf(nn.Module):
    def __init__(self, users=138493, items=26744, factors=64, layers=(256, 256, 128, 64)):
        super().__init__()
        self.mf_user, self.mf_item = nn.Embedding(users, factors), nn.Embedding(items, factors)
        self.mlp_user, self.mlp_item = nn.Embedding(users, layers[0] // 2), nn.Embedding(items, layers[0] // 2)
        self.mlp = nn.ModuleList(nn.Linear(a, b) for a, b in zip(layers, layers[1:]))
        self.final = nn.Linear(layers[-1] + factors, 1)

    def forward(self, user, item):
        mf = self.mf_user(user) * self.mf_item(item)
        x = torch.cat((self.mlp_user(user), self.mlp_item(item)), 1)
        for layer in self.mlp:
            x = F.relu(layer(x))
        return torch.sigmoid(self.final(torch.cat((mf, x), 1)))


ROWS = (
    39884406,
    39043,
    17289,
    7420,
    20263,
    3,
    7120,
    1543,
    63,
    38532951,
    2953546,
    403346,
    10,
    2208,
    11938,
    155,
    4,
    976,
    14,
    39979771,
    25641295,
    39664984,
    585935,
    12972,
    108,
    36,
)


class Dlrm(nn.Module):
    """facebookresearch/dlrm with dense gradients: nn.Embedding for one index a table."""

    def __init__(self, rows, width=128):
        super().__init__()
        mlp = lambda sizes: nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.bottom, self.top = mlp((13, 512, 256, width)), mlp((width + 27 * 13, 1024, 1024, 512, 256))
        self.tables = nn.ModuleList(nn.Embedding(min(rows, n), width) for n in ROWS)
        self.final = nn.Linear(256, 1)

    def forward(self, dense, *categories):
        for layer in self.bottom:
            dense = F.relu(layer(dense))
        features = torch.cat([dense.unsqueeze(1)] + [table(c) for table, c in zip(self.tables, categories)], 1)
        products = torch.bmm(features, features.transpose(1, 2))
        x = torch.cat([dense, products.flatten(1)[:, : 27 * 13]], 1)
        for layer in self.top:
            x = F.relu(layer(x))
        return torch.sigmoid(self.final(x))


class Minigo(nn.Module):
    """tensorflow/minigo, dual_net.py."""

    def __init__(self, board):
        super().__init__()
        width, blocks, hidden = (256, 19, 256) if board == 19 else (32, 9, 64)
        conv = lambda c, k, r: nn.Sequential(nn.Conv2d(c, k, r, padding=r // 2, bias=False), nn.BatchNorm2d(k))
        self.init = conv(17, width, 3)
        self.blocks = nn.ModuleList(
            nn.ModuleList((conv(width, width, 3), conv(width, width, 3))) for _ in range(blocks)
        )
        self.value, self.fc1, self.fc2 = conv(width, 1, 1), nn.Linear(board * board, hidden), nn.Linear(hidden, 1)
        self.policy, self.fc = conv(width, 2, 1), nn.Linear(2 * board * board, board * board + 1)

    def forward(self, x):
        x = F.relu(self.init(x), inplace=True)
        for a, b in self.blocks:
            x = F.relu(x + b(F.relu(a(x), inplace=True)), inplace=True)
        v = F.relu(self.value(x), inplace=True).flatten(1)
        v = torch.tanh(self.fc2(F.relu(self.fc1(v))))
        return v, self.fc(F.relu(self.policy(x), inplace=True).flatten(1))


def build(name, options, batch):
    """-> (module, inputs as tuple of tensors on the default device, loss of the output); None if the name is not one of
    these."""
    number = lambda key, default: int(options.get(key, default))
    kept = []

    def squares(outputs):  # targets made in the first call and kept
        if not kept:
            kept.extend(torch.zeros_like(o) for o in outputs)
        return sum(F.mse_loss(o, t) for o, t in zip(outputs, kept))

    if name == "unet":
        h, w = (int(v) for v in options.get("input", "572x572").split("x"))
        target = torch.randn(batch, 2, h, w)
        return UNet(), (torch.randn(batch, 3, h, w),), lambda out: F.mse_loss(out, target)
    if name in ("dcgan", "wgan"):
        part = options.get("part", "both")
        x = torch.randn(batch, 3, 64, 64) if part == "discriminator" else torch.randn(batch, 100, 1, 1)
        target = torch.randn(batch, 3, 64, 64) if part == "generator" else torch.rand(batch, 1)
        return gan(name == "wgan", part), (x,), lambda out: F.mse_loss(out, target)
    if name == "gnmt":
        s, t, v = number("source", 50), number("target", 50), number("vocab", 32317)
        labels = torch.randint(0, v, (batch * t,))
        return (
            Gnmt(v, number("hidden", 1024)),
            (torch.randint(0, v, (batch, s)), torch.randint(0, v, (batch, t))),
            lambda out: F.cross_entropy(out.view(-1, v), labels),
        )
    if name in ("lstm", "gru"):
        i, h, length, both = (
            number("inputs", 512),
            number("hidden", 512),
            number("length", 100),
            bool(number("both", 0)),
        )
        target = torch.randn(batch, length, h * (2 if both else 1))
        return (
            Recurrent(name, i, h, number("layers", 1), both),
            (torch.randn(batch, length, i),),
            lambda out: F.mse_loss(out, target),
        )
    if name == "ssd-resnet34":
        target = torch.randn(batch, 8732 * 85)
        return Ssd(), (torch.randn(batch, 3, 300, 300),), lambda out: F.mse_loss(out, target)
    if name == "mask-rcnn":
        h, w = (int(v) for v in options.get("input", "800x1344").split("x"))
        return MaskRcnnHeads(batch), (torch.randn(batch, 3, h, w),), squares
    if name == "ncf":
        target = torch.rand(batch, 1)
        return (
            Ncf(),
            (torch.randint(0, 138493, (batch,)), torch.randint(0, 26744, (batch,))),
            lambda out: F.mse_loss(out, target),
        )
    if name == "dlrm":
        rows, target = number("rows", 40000000), torch.rand(batch, 1)
        return (
            Dlrm(rows),
            (torch.randn(batch, 13), *(torch.randint(0, min(rows, n), (batch, 1)) for n in ROWS)),
            lambda out: F.mse_loss(out, target),
        )
    if name == "minigo":
        board = number("board", 9)
        labels, target = torch.randint(0, board * board + 1, (batch,)), torch.rand(batch, 1)
        return (
            Minigo(board),
            (torch.randn(batch, 17, board, board),),
            lambda out: F.cross_entropy(out[1], labels) + F.mse_loss(out[0], target),
        )
    return None
