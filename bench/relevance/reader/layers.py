"""The language model's layers, read from its file so that PyTorch can train them. See train.py."""
import math
import numpy as np, torch
from torch import nn
import torch.nn.functional as F

WIDTH, HEADS, LAYERS = 384, 12, 6
# Processors that multiply matrices of sixteen bits are six times as fast at it.
KIND = torch.bfloat16 if getattr(torch.cpu, '_is_amx_tile_supported', lambda: False)() else torch.float32


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def fields(data):
    """The fields of a protobuf message: number and value."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
            yield tag >> 3, value
            continue
        size, at = varint(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        yield tag >> 3, bytes(data[at:at + size])
        at += size


def whole_numbers(value):
    """A repeated field of whole numbers, packed or not."""
    if isinstance(value, int):
        return [value]
    numbers, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        numbers.append(number)
    return numbers


TYPES = {1: np.float32, 2: np.uint8, 3: np.int8, 6: np.int32, 7: np.int64}


def read_tensor(message):
    """Name and numbers of an initializer."""
    dims, kind, name, raw, small = [], 0, '', b'', []
    for field, value in fields(message):
        if field == 1: dims += whole_numbers(value)
        elif field == 2: kind = value
        elif field == 4: raw += value
        elif field in (5, 7): small += whole_numbers(value)
        elif field == 8: name = value.decode()
        elif field == 9: raw = value
    numbers = np.array(small, TYPES[kind]) if small else np.frombuffer(raw, TYPES[kind])
    return name, numbers.reshape(dims) if numbers.size else np.zeros(dims, TYPES[kind])


class Model:
    """The language model's parameters, made whole again from eight bits."""
    def __init__(self, file):
        graph = next(value for field, value in fields(open(file, 'rb').read()) if field == 7)
        self.tensors = dict(read_tensor(value) for field, value in fields(graph) if field == 5)
        nodes = [list(fields(value)) for field, value in fields(graph) if field == 1]
        self.nodes = [(next((v.decode() for f, v in node if f == 3), ''), [v.decode() for f, v in node if f == 1]) for node in nodes]

    def whole(self, quantized):
        stem = quantized[:-len('_quantized')]
        scale, zero = self.tensors[f'{stem}_scale'], self.tensors[f'{stem}_zero_point']
        return torch.tensor((self.tensors[quantized].astype(np.float32) - zero.astype(np.float32)) * scale)

    def matrix(self, part):
        return next(self.whole(i) for name, ins in self.nodes if f'{part}/MatMul' in name
                    for i in ins if i.endswith('_quantized') and i in self.tensors)

    def plain(self, part):
        return torch.tensor(next(v for n, v in self.tensors.items() if n.endswith(part)).copy())

    def embeddings(self, ids, places):
        word, place, kind = (self.whole(f'embeddings.{of}_embeddings.weight_quantized') for of in ('word', 'position', 'token_type'))
        norm = [self.plain(f'embeddings.LayerNorm.{of}') for of in ('weight', 'bias')]
        out = torch.empty(len(ids), WIDTH, dtype=KIND)
        for at in range(0, len(ids), 50_000):
            some = slice(at, at + 50_000)
            out[some] = F.layer_norm(word[ids[some]] + place[places[some]] + kind[0], (WIDTH,), *norm, 1e-12).to(KIND)
        return out


class Layer(nn.Module):
    """One transformer layer as MiniLM has it."""
    PARTS = {'query': 'attention/self/query', 'key': 'attention/self/key', 'value': 'attention/self/value',
             'dense': 'attention/output/dense', 'up': 'intermediate/dense', 'down': 'output/dense'}

    def __init__(self, model, number):
        super().__init__()
        self.query, self.key, self.value, self.dense = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.drop = nn.Dropout(0.1)
        with torch.no_grad():
            for name, part in self.PARTS.items():
                getattr(self, name).weight.copy_(model.matrix(f'layer.{number}/{part}').T)
                getattr(self, name).bias.copy_(model.plain(f'layer.{number}.{part.replace("/", ".")}.bias'))
            for norm, part in (('norm1', 'attention.output'), ('norm2', 'output')):
                for kind in ('weight', 'bias'):
                    getattr(getattr(self, norm), kind).copy_(model.plain(f'layer.{number}.{part}.LayerNorm.{kind}'))

    def forward(self, x, groups):
        """x: [tokens, 384], the texts one after another; groups: see `group`."""
        def linear(of, y): return F.linear(y, of.weight.to(y.dtype), of.bias.to(y.dtype))
        def norm(of, y): return F.layer_norm(y, (WIDTH,), of.weight.to(y.dtype), of.bias.to(y.dtype), 1e-12)
        parts = (self.query, self.key, self.value)
        weight, bias = (torch.cat([getattr(of, kind) for of in parts]).to(x.dtype) for kind in ('weight', 'bias'))
        all_three, mixed = F.linear(x, weight, bias), []
        for places, there, inside in groups:
            q, k, v = all_three.index_select(0, places.view(-1)).view(*places.shape, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
            share = torch.softmax(q @ k.transpose(2, 3) / math.sqrt(WIDTH // HEADS) + there.to(x.dtype), -1)
            mixed.append((share @ v).transpose(1, 2).reshape(-1, WIDTH).index_select(0, inside))
        x = norm(self.norm1, x + self.drop(linear(self.dense, torch.cat(mixed))))
        return norm(self.norm2, x + self.drop(linear(self.down, F.gelu(linear(self.up, x)))))


def group(lengths):
    """Texts in order of length, so many to a group that little is padding: their tokens' places, what hides the padding,
    and which are none."""
    groups, at, start = [], 0, 0
    while at < len(lengths):
        end = next((i for i in range(at, len(lengths)) if lengths[i] > 8 + 1.4 * lengths[at]), len(lengths))
        own = torch.tensor(lengths[at:end])
        starts = start + torch.cumsum(own, 0) - own
        step = torch.arange(int(own[-1]))
        there = step < own[:, None]
        places = torch.where(there, starts[:, None] + step, starts[:, None])
        groups.append((places, (~there)[:, None, None, :] * -1e9, there.view(-1).nonzero()[:, 0]))
        at, start = end, start + int(own.sum())
    return groups


def run(layers, x, lengths):
    groups = group(lengths)
    for layer in layers: x = layer(x, groups)
    return x
