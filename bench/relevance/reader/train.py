"""Trains the judge's own last layer for late interaction: python3 train.py MODEL.onnx DUMP_FOLDER [SEED]

The lower five layers stay as they are. A copy of the sixth learns, from graded pairs, token vectors by which a signal's
voices are nearest to the tokens of the posts that fit it, beside what the judge's features already say. It learns from
two of three signals of `learn` alone, so that the third, and every other set, has honest features for the judge.
Needs PyTorch and NumPy (Debian: python3-torch); running the product needs neither.
"""
import json, math, sys, time
import numpy as np, torch
from torch import nn
import torch.nn.functional as F

torch.backends.mkldnn.enabled = False  # ten times slower with many different lengths
WIDTH, HEADS = 384, 12
TOKENS_MAX = 140
EPOCHS = 3
LEARNING_RATE = 2e-4

model_file, folder = sys.argv[1:3]
seed = int(sys.argv[3]) if __name__ == '__main__' and len(sys.argv) > 3 else 1
torch.manual_seed(seed)
rng = np.random.default_rng(seed)


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


def read_layer(file):
    """The sixth layer's parameters, made whole again from eight bits."""
    graph = next(value for field, value in fields(open(file, 'rb').read()) if field == 7)
    tensors, nodes = {}, []
    for field, value in fields(graph):
        if field == 5:
            name, numbers = read_tensor(value)
            tensors[name] = numbers
        elif field == 1:
            node = list(fields(value))
            nodes.append((next((v.decode() for f, v in node if f == 3), ''), [v.decode() for f, v in node if f == 1]))
    def matrix(part):
        for name, ins in nodes:
            if f'layer.5/{part}/MatMul' in name and any(i.endswith('_quantized') and i in tensors for i in ins):
                q = next(i for i in ins if i.endswith('_quantized') and i in tensors)
                stem = q[:-len('_quantized')]
                scale, zero = tensors[stem + '_scale'], tensors[stem + '_zero_point']
                return (tensors[q].astype(np.float32) - zero.astype(np.float32)) * scale
        raise KeyError(part)
    def plain(part): return tensors[next(n for n in tensors if n.endswith(f'layer.5.{part}'))]
    return matrix, plain


class Layer(nn.Module):
    """One transformer layer as MiniLM has it."""
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.dense = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        """x: [batch, tokens, 384]; mask: [batch, 1, 1, tokens], 0 or a very low number."""
        b, t = x.shape[0], x.shape[1]
        def split(y): return y.view(b, t, HEADS, WIDTH // HEADS).transpose(1, 2)
        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        weights = torch.softmax(q @ k.transpose(2, 3) / math.sqrt(WIDTH // HEADS) + mask, -1)
        mixed = (weights @ v).transpose(1, 2).reshape(b, t, WIDTH)
        x = self.norm1(x + self.drop(self.dense(mixed)))
        return self.norm2(x + self.drop(self.down(F.gelu(self.up(x)))))


def start_layer():
    matrix, plain = read_layer(model_file)
    layer = Layer()
    parts = {'query': 'attention/self/query', 'key': 'attention/self/key', 'value': 'attention/self/value',
             'dense': 'attention/output/dense', 'up': 'intermediate/dense', 'down': 'output/dense'}
    with torch.no_grad():
        for name, part in parts.items():
            getattr(layer, name).weight.copy_(torch.tensor(matrix(part).T.copy()))
            getattr(layer, name).bias.copy_(torch.tensor(plain(part.replace('/', '.') + '.bias').copy()))
        for norm, part in (('norm1', 'attention.output'), ('norm2', 'output')):
            getattr(layer, norm).weight.copy_(torch.tensor(plain(f'{part}.LayerNorm.weight').copy()))
            getattr(layer, norm).bias.copy_(torch.tensor(plain(f'{part}.LayerNorm.bias').copy()))
    return layer


class Set:
    def __init__(self, name):
        meta = json.load(open(f'{folder}/{name}.json'))
        self.rows = np.memmap(f'{folder}/{name}.f16', np.float16, 'r').reshape(-1, WIDTH)
        self.voices = {s['id']: s['voices'] for s in meta['signals']}
        self.pairs = {}
        for pair in meta['pairs']: self.pairs.setdefault(pair['signal'], []).append(pair)

    def batch(self, spans, cut=None):
        spans = [(s['row'], min(s['rows'], cut or 999)) for s in spans]
        length = max(2, *(n for _, n in spans)) if spans else 2
        x = np.zeros((len(spans), length, WIDTH), np.float32)
        mask = np.zeros((len(spans), length), bool)
        for at, (row, n) in enumerate(spans):
            x[at, :n] = self.rows[row:row + n]; mask[at, :n] = True
        return torch.from_numpy(x), torch.from_numpy(mask)


def tokens(layer, x, mask):
    """Unit vectors; the mask leaves out [CLS] and [SEP]."""
    low = (~mask)[:, None, None, :].float() * -1e9
    y = F.normalize(layer(x, low), dim=-1)
    inner = mask.clone()
    inner[:, 0] = False
    last = mask.sum(1).clamp(min=1) - 1
    inner[torch.arange(len(inner)), last] = False
    return y, inner


def nearness(layer, data, signal, cut=None):
    """[posts, 6]: nearness of the author's, the signal's and the subject's voice, and of the sayings: best, mean, weighted."""
    pairs = data.pairs[signal]
    voices = data.voices[signal]
    vx, vm = tokens(layer, *data.batch(voices))
    chunks, of = [], []
    for at, pair in enumerate(pairs):
        for chunk in pair['chunks']: chunks.append(chunk); of.append(at)
    # By length, so that short posts are not padded to long ones.
    order = sorted(range(len(chunks)), key=lambda i: chunks[i]['rows'])
    best = [None] * len(pairs)
    flat = vx[vm]
    for start in range(0, len(order), 8):
        some = order[start:start + 8]
        px, pm = tokens(layer, *data.batch([chunks[i] for i in some], cut))
        sims = torch.einsum('vd,ptd->pvt', flat, px).masked_fill(~pm[:, None, :], -1).amax(2)
        for at, i in enumerate(some):
            best[of[i]] = sims[at] if best[of[i]] is None else torch.maximum(best[of[i]], sims[at])
    best = torch.stack([b if b is not None else torch.zeros(len(flat)) for b in best])
    counts = vm.sum(1).tolist()
    near = torch.stack([part.mean(1) if part.shape[1] else torch.zeros(len(pairs)) for part in best.split(counts, 1)], 1)
    weight = torch.tensor([v['weight'] for v in voices[3:]], dtype=torch.float32)
    said = near[:, 3:]
    return torch.cat([near[:, :3], said.amax(1, keepdim=True), said.mean(1, keepdim=True),
                      (said @ weight / weight.sum())[:, None]], 1)


def average_precision(scores, hits):
    if not hits.any(): return math.nan
    order = np.argsort(-scores, kind='stable'); hits = hits[order]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / hits.sum())


def main():
    learn, others = Set('learn'), {name: Set(name) for name in ('apart', 'shared')}
    signals = sorted(learn.pairs)
    own = [s for at, s in enumerate(signals) if at % 3 != 2]
    features = np.array([p['features'] for s in own for p in learn.pairs[s]])
    mean, scale = features.mean(0), np.maximum(features.std(0), 1e-6)
    standard = lambda pairs: torch.tensor(np.clip((np.array([p['features'] for p in pairs]) - mean) / scale, -3, 3), dtype=torch.float32)
    target = lambda pairs: torch.tensor([(0.0, .2, 1.0)[p['grade']] for p in pairs])

    base = nn.Linear(features.shape[1], 1)
    x, y = torch.cat([standard(learn.pairs[s]) for s in own]), torch.cat([target(learn.pairs[s]) for s in own])
    fit = torch.optim.LBFGS(base.parameters(), max_iter=200, line_search_fn='strong_wolfe')
    def closure():
        fit.zero_grad()
        loss = F.binary_cross_entropy_with_logits(base(x)[:, 0], y) + 3e-3 * (base.weight ** 2).sum()
        loss.backward(); return loss
    fit.step(closure)
    # What the six features of nearness said so far is where the trained ones begin.
    begin = base.weight.data[:, :6].clone()
    base.weight.data[:, :6] = 0
    for p in base.parameters(): p.requires_grad_(False)

    layer = start_layer()
    mix = nn.Linear(6, 1)
    with torch.no_grad():
        layer.eval()
        centre, spread = (torch.tensor(of[:6], dtype=torch.float32) for of in (mean, scale))
        mix.weight.copy_(begin); mix.bias.zero_()

    def score(data, signal, cut=None):
        return base(standard(data.pairs[signal]))[:, 0] + mix((nearness(layer, data, signal, cut) - centre) / spread)[:, 0]

    def measure(tag):
        layer.eval()
        line = []
        with torch.no_grad():
            for name, data in others.items():
                scores = {g: score(data, g).numpy() for g in sorted(data.pairs)}
                hits = {g: np.array([p['grade'] == 2 for p in data.pairs[g]]) for g in scores}
                of_signals = np.nanmean([average_precision(scores[g], hits[g]) for g in scores])
                pooled = average_precision(np.concatenate([*scores.values()]), np.concatenate([*hits.values()]))
                line.append(f'{name}: AP {of_signals:.3f}, pooled {pooled:.3f};')
        print(tag, *line, flush=True)

    optimizer = torch.optim.AdamW([{'params': layer.parameters(), 'lr': LEARNING_RATE, 'weight_decay': .01},
                                   {'params': mix.parameters(), 'lr': 5e-3, 'weight_decay': 0}])
    steps, step = EPOCHS * len(own), 0
    rates = [g['lr'] for g in optimizer.param_groups]
    started = time.time()
    measure('before')
    for epoch in range(EPOCHS):
        layer.train()
        total = 0
        for signal in rng.permutation(own):
            for group, rate in zip(optimizer.param_groups, rates):
                group['lr'] = rate * min(1, (step + 1) / 50) * (1 - step / steps)
            pairs = learn.pairs[signal]
            z, y = score(learn, signal, TOKENS_MAX), target(pairs)
            loss = F.binary_cross_entropy_with_logits(z, y)
            if y.max() == 1: loss = loss + .5 * -(y / y.sum() * torch.log_softmax(z, 0)).sum() / math.log(len(pairs))
            optimizer.zero_grad(); loss.backward()
            nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
            optimizer.step()
            total += loss.item(); step += 1
            if step % 20 == 0: print(step, f'{total / (step - epoch * len(own)):.4f} {time.time() - started:.0f}s', mix.weight[0].tolist(), flush=True)
        torch.save({'layer': layer.state_dict(), 'own': own}, f'{folder}/reader-{seed}.pt')
        measure(f'epoch {epoch + 1}')


if __name__ == '__main__': main()
