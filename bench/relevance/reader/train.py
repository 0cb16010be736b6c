"""Trains the judge's own upper layers for late interaction: python3 train.py MODEL.onnx DUMP_FOLDER --layers 6

The layers below stay as they are. A copy of those above learns, from graded pairs, token vectors by which a signal's
voices are nearest to the tokens of the posts that fit it, beside what the judge's features already say. It learns from
two of three signals of `learn` alone, so that the third, and every other set, has honest features for the judge. The
third chooses the round that is taken. Then the judge's model is fitted again, with and without the new features, on
what the layers have not seen. Needs PyTorch 2 and NumPy; running the product needs neither.
"""
import argparse, json, math, time
import numpy as np, torch
from torch import nn
import torch.nn.functional as F
from layers import LAYERS, Layer, Model, run

# What a step reads of a text.
TOKENS_MAX = 64
# The share of all that fit at which precision is told.
RECALL = 0.65
# Signals whose sentences are as near say nearly the same, as in learn-set.ts, where a pair's share is from too.
NEAR, SHARE = 0.8, 0.3
PENALTY, SIGNAL_SPREAD = 30, 3
TARGETS = (0.0, 0.2, 1.0)


class Set:
    """Graded pairs, and for each token of their texts what the lowest layer to be trained reads."""
    def __init__(self, folder, name, model, below):
        meta = json.load(open(f'{folder}/{name}.json'))
        self.voices = {s['id']: s['voices'] for s in meta['signals']}
        self.pairs = {}
        for pair in meta['pairs']: self.pairs.setdefault(pair['signal'], []).append(pair)
        spans = {s['row']: s['rows'] for of in [*self.voices.values(), *(p['chunks'] for p in meta['pairs'])] for s in of}
        ids = torch.from_numpy(np.fromfile(f'{folder}/{name}.ids', np.uint16).astype(np.int64))
        places = torch.zeros_like(ids)
        for row, rows in spans.items(): places[row:row + rows] = torch.arange(rows)
        self.rows = model.embeddings(ids, places)
        texts = sorted(({'row': row, 'rows': rows} for row, rows in spans.items()), key=lambda s: s['rows'])
        with torch.no_grad():
            for at in range(0, len(texts) if below else 0, 32):
                index, lengths = self.tokens(texts[at:at + 32])
                self.rows[index] = run(below, self.rows[index], lengths)

    def tokens(self, spans, cut=TOKENS_MAX * 99):
        """The rows of texts that are in order of length, and those lengths."""
        lengths = [min(s['rows'], cut) for s in spans]
        return torch.cat([torch.arange(s['row'], s['row'] + n) for s, n in zip(spans, lengths)]), lengths

    def sentence(self, layers, signal):
        index, lengths = self.tokens([self.voices[signal][1]])
        return F.normalize(run(layers, self.rows[index], lengths).float().mean(0), dim=0)


def nearness(layers, data, signal, pairs=None, cut=TOKENS_MAX * 99):
    """[posts, 6]: nearness of the author's, the signal's and the subject's voice, and of the sayings: best, mean, weighted."""
    pairs, voices = pairs or data.pairs[signal], data.voices[signal]
    texts = [(v, at) for at, v in enumerate(voices)] + [(c, len(voices) + at) for at, p in enumerate(pairs) for c in p['chunks']]
    texts.sort(key=lambda text: min(text[0]['rows'], cut))
    index, lengths = data.tokens([span for span, _ in texts], cut)
    vectors = F.normalize(run(layers, data.rows[index], lengths).float(), dim=-1)
    of = torch.repeat_interleave(torch.tensor([at for _, at in texts]), torch.tensor(lengths))
    # [CLS] and [SEP] are left out.
    ends = torch.cumsum(torch.tensor(lengths), 0)
    of[ends - 1] = -1
    of[(ends - torch.tensor(lengths))] = -1
    said, read = (of >= 0) & (of < len(voices)), of >= len(voices)
    near = vectors[read] @ vectors[said].T
    best = torch.zeros(len(pairs), near.shape[1]).scatter_reduce(
        0, (of[read] - len(voices))[:, None].expand_as(near), near, 'amax', include_self=False)
    share = F.one_hot(of[said], len(voices)).float()
    near = best @ (share / share.sum(0).clamp(min=1))
    weight = torch.tensor([v['weight'] for v in voices[3:]], dtype=torch.float32)
    sayings = near[:, 3:]
    return torch.cat([near[:, :3], sayings.amax(1, keepdim=True), sayings.mean(1, keepdim=True),
                      (sayings @ weight / weight.sum())[:, None]], 1)


def average_precision(scores, hits):
    if not hits.any(): return math.nan
    order = np.argsort(-scores, kind='stable'); hits = hits[order]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / hits.sum())


def measure(data, scores):
    """Average precision by signal, then in one ranking of all posts of all signals, and the precision of that one."""
    hits = {g: np.array([p['grade'] == 2 for p in data.pairs[g]]) for g in scores}
    every, fits = np.concatenate([*scores.values()]), np.concatenate([*hits.values()])
    found = np.cumsum(fits[np.argsort(-every, kind='stable')])
    read = np.searchsorted(found, RECALL * found[-1]) + 1
    return (float(np.nanmean([average_precision(scores[g], hits[g]) for g in scores])),
            average_precision(every, fits), float(found[read - 1] / read))


def minimise(parameters, loss_of):
    fit = torch.optim.LBFGS(parameters, max_iter=300, line_search_fn='strong_wolfe')
    def closure():
        fit.zero_grad()
        loss = loss_of()
        loss.backward()
        return loss
    fit.step(closure)


def fit_judge(rows):
    """The judge's model as fit-models.ts fits it; rows: features, grades, share and number of a signal's pairs."""
    x, y, share = (torch.cat([r[at] for r in rows]) for at in range(3))
    signal = torch.cat([torch.full((len(r[1]),), at) for at, r in enumerate(rows)])
    mean = (share[:, None] * x).sum(0) / share.sum()
    scale = ((share[:, None] * (x - mean) ** 2).sum(0) / share.sum()).sqrt().clamp(min=1e-3)
    standard = lambda x: ((x - mean) / scale).clamp(-3, 3)
    x, weights, own, bias = standard(x), *(torch.zeros(n, dtype=x.dtype, requires_grad=True) for n in (x.shape[1], len(rows), 1))
    minimise([weights, own, bias], lambda: F.binary_cross_entropy_with_logits(
        x @ weights + SIGNAL_SPREAD * own[signal] + bias, y, share, reduction='sum') + PENALTY / 2 * ((weights ** 2).sum() + (own ** 2).sum()))
    return lambda x: (standard(x) @ weights).detach().numpy()


def report(learn, others, held, near):
    """What the new features add: on the set apart, and on the shared one in six folds by business."""
    uses = {'present': lambda f, n: f, 'new': lambda f, n: torch.cat([n, f[:, 6:]], 1), 'both': lambda f, n: torch.cat([f, n], 1)}
    for name, use in uses.items():
        def rows(data, signal, share):
            pairs = data.pairs[signal]
            y = torch.tensor([TARGETS[p['grade']] for p in pairs], dtype=torch.float64)
            f = torch.tensor([p['features'] for p in pairs], dtype=torch.float64)
            return use(f, near[signal].double()), y, torch.full((len(y),), share, dtype=torch.float64)
        third = [rows(learn, g, SHARE) for g in held]
        apart, shared = others['apart'], others['shared']
        known = {g: rows(shared, g, 1.0) for g in shared.pairs}
        judge = fit_judge([*third, *known.values()])
        lines = [('apart', *measure(apart, {g: judge(rows(apart, g, 1.0)[0]) for g in apart.pairs}))]
        businesses = sorted({pairs[0]['business'] for pairs in shared.pairs.values()})
        fold = {g: businesses.index(pairs[0]['business']) % 6 for g, pairs in shared.pairs.items()}
        scores = {}
        for at in range(6):
            judge = fit_judge([*third, *(known[g] for g in known if fold[g] != at)])
            scores.update({g: judge(known[g][0]) for g in known if fold[g] == at})
        lines.append(('shared', *measure(shared, scores)))
        print(f'{name:8}', *(f'{set_name}: AP {ap:.3f}, pooled {pooled:.3f}, P {precision:.3f};' for set_name, ap, pooled, precision in lines), flush=True)


class Ranking(nn.Module):
    """The judge's model as the layers begin beside it: what its features say, but for the six of nearness, which are theirs."""
    def __init__(self, data, own):
        super().__init__()
        features = np.array([p['features'] for g in own for p in data.pairs[g]])
        self.mean, self.scale = (torch.tensor(of, dtype=torch.float32) for of in (features.mean(0), np.maximum(features.std(0), 1e-6)))
        self.base, self.mix = nn.Linear(features.shape[1], 1), nn.Linear(6, 1)
        x = torch.cat([self.standard(data.pairs[g]) for g in own])
        y = torch.cat([target(data.pairs[g]) for g in own])
        minimise(self.base.parameters(), lambda: F.binary_cross_entropy_with_logits(self.base(x)[:, 0], y) + 3e-3 * (self.base.weight ** 2).sum())
        with torch.no_grad():
            self.mix.weight.copy_(self.base.weight[:, :6]); self.mix.bias.zero_()
        self.base.requires_grad_(False)

    def standard(self, pairs):
        return ((torch.tensor([p['features'] for p in pairs], dtype=torch.float32) - self.mean) / self.scale).clamp(-3, 3)

    def forward(self, pairs, near):
        x = self.standard(pairs)
        x[:, :6] = 0
        return self.base(x)[:, 0] + self.mix((near - self.mean[:6]) / self.scale[:6])[:, 0]


def target(pairs): return torch.tensor([TARGETS[p['grade']] for p in pairs])


def loss_of(z, y):
    """Each post by itself, and those that fit among all of the signal's."""
    loss = F.binary_cross_entropy_with_logits(z, y)
    return loss + .5 * -(y / y.sum() * torch.log_softmax(z, 0)).sum() / math.log(len(y)) if y.max() == 1 else loss


def train(learn, own, held, layers, order, file):
    """Keeps the layers of the round that ranks the signals held out best, in a file."""
    rng = np.random.default_rng(order.seed)
    started = time.process_time()

    def rank(tag):
        layers.eval()
        with torch.no_grad():
            near = {g: nearness(layers, learn, g, cut=TOKENS_MAX) for g in held}
            found = measure(learn, {g: ranking(learn.pairs[g], near[g]).numpy() for g in held})
        print(f'{tag}: held out: AP {found[0]:.3f}, pooled {found[1]:.3f}; {time.process_time() - started:.0f} s', flush=True)
        return found[0] + found[1]

    ranking = Ranking(learn, own)
    rank('before')
    optimizer = torch.optim.AdamW(
        [{'params': layer.parameters(), 'lr': order.rate * order.decay ** (order.layers - 1 - at), 'weight_decay': .01} for at, layer in enumerate(layers)]
        + [{'params': ranking.mix.parameters(), 'lr': 5e-3, 'weight_decay': 0}])
    rates = [g['lr'] for g in optimizer.param_groups]
    steps, step, best = order.rounds * len(own), 0, 0.0
    for done in range(order.rounds):
        layers.train()
        total = 0
        for signal in rng.permutation(own):
            for part, rate in zip(optimizer.param_groups, rates):
                part['lr'] = rate * min(1, (step + 1) / 50) * (1 - step / steps)
            # All that fit, wholly or partly, before those that do not.
            pairs = [learn.pairs[signal][at] for at in rng.permutation(len(learn.pairs[signal]))]
            pairs = sorted(pairs, key=lambda pair: pair['grade'] == 0)[:order.posts]
            loss = loss_of(ranking(pairs, nearness(layers, learn, signal, pairs, TOKENS_MAX)), target(pairs))
            optimizer.zero_grad(); loss.backward()
            nn.utils.clip_grad_norm_(layers.parameters(), 1.0)
            optimizer.step()
            total += loss.item(); step += 1
            if step % 20 == 0: print(f'{step}: {total / (step - done * len(own)):.4f}; {time.process_time() - started:.0f} s', flush=True)
        found = rank(f'round {done + 1}')
        if found > best:
            best = found
            torch.save({'layers': [layer.state_dict() for layer in layers], 'round': done + 1}, file)


def main():
    take = argparse.ArgumentParser()
    take.add_argument('model'); take.add_argument('folder')
    for name, of, value in (('seed', int, 1), ('layers', int, 1), ('rate', float, 2e-4), ('decay', float, 1.0), ('rounds', int, 3), ('posts', int, 20)):
        take.add_argument(f'--{name}', type=of, default=value)
    order = take.parse_args()
    torch.manual_seed(order.seed)
    torch.set_num_threads(1)

    model = Model(order.model)
    stack = [Layer(model, number).eval() for number in range(LAYERS)]
    layers = nn.ModuleList(stack[LAYERS - order.layers:])
    learn, apart, shared = (Set(order.folder, name, model, stack[:LAYERS - order.layers]) for name in ('learn', 'apart', 'shared'))
    with torch.no_grad():
        measured = torch.stack([data.sentence(layers, g) for data in (apart, shared) for g in data.pairs])
        signals = [(g, at % 3 == 2) for at, g in enumerate(sorted(learn.pairs)) if (measured @ learn.sentence(layers, g)).max() < NEAR]
    own, held = [g for g, out in signals if not out], [g for g, out in signals if out]
    print(f'{len(own)} signals, {len(held)} held out, {len(learn.pairs) - len(signals)} left out as near one measured', flush=True)

    file = f'{order.folder}/reader-{order.layers}-{order.rate:g}-{order.decay:g}-{order.seed}.pt'
    train(learn, own, held, layers, order, file)
    kept = torch.load(file)
    for layer, state in zip(layers, kept['layers']): layer.load_state_dict(state)
    print('taken: round', kept['round'], flush=True)
    with torch.no_grad():
        near = {g: nearness(layers.eval(), data, g) for data, of in ((learn, held), (apart, apart.pairs), (shared, shared.pairs)) for g in of}
    report(learn, {'apart': apart, 'shared': shared}, held, near)


if __name__ == '__main__': main()
