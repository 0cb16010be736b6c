"""Trains the last layer with heads for who, act, topic and limit as further tasks: python3 train_conditions.py MODEL.onnx DUMP_FOLDER

After conditions.py. Three layers begin as the model's own; each learns from two thirds of the signals, so that every signal
of `learn` has features by a layer that had not seen it, and the judge can learn from all. What is new is read by one layer,
the mean of the three; the file it writes has them all, and whose signals each had not seen. `--heads 0` leaves the further tasks out. Needs PyTorch and NumPy; running the product needs neither.
"""
import argparse, json, math, os, time
import numpy as np, torch
from torch import nn
import torch.nn.functional as F
import layers as own_layers
from conditions import CONDITIONS, SETS
from fitting import PENALTY, TARGETS, Standard, fit_logistic, measure, take
from weigh_conditions import report

# The steps are for a machine that is fast at this, with or without AMX.
own_layers.KIND = torch.bfloat16
from layers import LAYERS, Layer, Model, run

# What a step reads: so many posts of a signal, half of them such as fit, and so many counterfactuals.
POSTS_MAX, CHANGED_MAX = 10, 4
ROUNDS, RATE = 3, 2e-4


class Set:
    """Graded pairs, and for each token of their texts what the last layer reads."""
    def __init__(self, folder, name, model, below):
        self.name, meta = name, json.load(open(f'{folder}/{name}.json'))
        self.asked, self.posts = meta['asked'], meta['posts']
        self.rows = dict(np.load(f'{folder}/{name}.npz'))
        self.base, self.scores, self.met, _ = (self.rows.pop(of) for of in ('base', 'scores', 'met', 'near'))
        self.tags = {int(at): np.array(of, np.float32) for at, of in json.load(open(f'{folder}/{name}-tags.json')).items()}
        self.pairs, self.changed, self.row_of = {}, {}, {}
        for row, (signal, asked, changed, key) in enumerate(zip(*(self.rows[of] for of in ('signal', 'asked', 'changed', 'key')))):
            self.row_of[int(asked), str(key)] = row
            if not changed: self.pairs.setdefault(str(signal), []).append(row)
            elif int(asked) not in self.changed.setdefault(str(signal), []): self.changed[str(signal)].append(int(asked))
        self.at = {a['signal']: at for at, a in enumerate(self.asked) if not a['changed']}
        self.tokens = self.read(folder, model, below)

    def read(self, folder, model, below):
        file = f'{folder}/{self.name}-below.pt'
        if os.path.exists(file): return torch.load(file)
        spans = {s['row']: s['rows'] for a in self.asked for s in (a['voices'][1:2] if a['changed'] else a['voices'])}
        spans.update({c['row']: c['rows'] for post in self.posts.values() for c in post['chunks']})
        ids = torch.from_numpy(np.fromfile(f'{folder}/{self.name}.ids', np.uint16).astype(np.int64))
        places = torch.zeros_like(ids)
        for row, rows in spans.items(): places[row:row + rows] = torch.arange(rows)
        tokens, texts = model.embeddings(ids, places), sorted(spans.items(), key=lambda text: text[1])
        with torch.no_grad():
            for at in range(0, len(texts), 32):
                index = torch.cat([torch.arange(row, row + rows) for row, rows in texts[at:at + 32]])
                tokens[index] = run(below, tokens[index], [rows for _, rows in texts[at:at + 32]])
        torch.save(tokens, file)
        return tokens


def nearness(layer, data, signal, rows, changed=(), cut=9999):
    """[posts, 6] as the judge has it, [posts, 4] by the words of each condition, and the same under each counterfactual."""
    asked = data.asked[data.at[signal]]
    voices, posts = len(asked['voices']), [data.posts[str(data.rows['key'][row])] for row in rows]
    said = [*asked['voices'], *(data.asked[at]['voices'][1] for at in changed)]
    texts = [(s, at) for at, s in enumerate(said)] + [(c, len(said) + at) for at, post in enumerate(posts) for c in post['chunks']]
    texts.sort(key=lambda text: min(text[0]['rows'], cut))
    lengths = [min(span['rows'], cut) for span, _ in texts]
    index = torch.cat([torch.arange(span['row'], span['row'] + n) for (span, _), n in zip(texts, lengths)])
    vectors = F.normalize(run([layer], data.tokens[index], lengths).float(), dim=-1)
    of = torch.repeat_interleave(torch.tensor([at for _, at in texts]), torch.tensor(lengths))
    # [CLS] and [SEP] are left out.
    ends = torch.cumsum(torch.tensor(lengths), 0)
    of[ends - 1] = -1
    of[ends - torch.tensor(lengths)] = -1
    asks, read = (of >= 0) & (of < len(said)), of >= len(said)
    near = vectors[read] @ vectors[asks].T
    best = torch.zeros(len(posts), near.shape[1]).scatter_reduce(0, (of[read] - len(said))[:, None].expand_as(near), near, 'amax', include_self=False)
    share = F.one_hot(of[asks], len(said)).float()
    by_voice = best @ (share / share.sum(0).clamp(min=1))
    weight, sayings = torch.tensor([v['weight'] for v in asked['voices'][3:]], dtype=torch.float32), by_voice[:, 3:voices]
    six = torch.cat([by_voice[:, :3], sayings.amax(1, keepdim=True), sayings.mean(1, keepdim=True), (sayings @ weight / weight.sum())[:, None]], 1)
    def by_condition(voice, at):
        tags = torch.from_numpy(data.tags[at])
        own = best[:, of[asks] == voice][:, :tags.shape[1]]
        tags = tags[:, :own.shape[1]]
        return own @ (tags / (tags.sum(1, keepdim=True) + 1e-6)).T
    return six, by_condition(1, data.at[signal]), [by_condition(voices + at, own) for at, own in enumerate(changed)]


class Ranking(nn.Module):
    """What the judge's other features say, beside the six of nearness; and the heads as they are, beside the layer's."""
    def __init__(self, learn, own):
        super().__init__()
        rows = [row for g in own for row in learn.pairs[g]]
        x = learn.base[rows]
        standard = Standard(x, np.ones(len(x)))
        weights, bias = fit_logistic(standard(x), TARGETS[learn.rows['grade'][rows]], np.ones(len(x)), PENALTY)
        self.mix, self.steep, self.level = nn.Linear(6, 1), nn.Parameter(torch.ones(4)), nn.Parameter(torch.zeros(4))
        with torch.no_grad():
            self.mix.weight.copy_(torch.tensor(weights[None, :6]))
            self.mix.bias.zero_()
        weights[:6] = 0
        self.others = torch.tensor(standard(learn.base) @ weights + bias, dtype=torch.float32)
        self.mean, self.scale = (torch.tensor(of[:6], dtype=torch.float32) for of in (standard.mean, standard.scale))
        self.heads = torch.tensor(np.clip(learn.scores, -4, 4), dtype=torch.float32)

    def forward(self, rows, six): return self.others[rows] + self.mix((six - self.mean) / self.scale)[:, 0]

    def met(self, rows, near): return self.heads[rows] / 2 + self.steep * (near - 0.5) / 0.12 + self.level


def loss_of(z, y):
    """Each post by itself, and those that fit among all of the signal's."""
    loss = F.binary_cross_entropy_with_logits(z, y)
    return loss + .5 * -(y / y.sum() * torch.log_softmax(z, 0)).sum() / math.log(len(y)) if y.max() == 1 else loss


def loss_of_heads(learn, ranking, rows, near, changed):
    """`changed`: for each counterfactual of the step, its nearness by condition."""
    scores, met = [ranking.met(rows, near)], [learn.met[rows]]
    for asked, own in changed:
        pairs = [(at, learn.row_of[asked, key]) for at, key in enumerate(map(str, learn.rows['key'][rows])) if (asked, key) in learn.row_of]
        if not pairs: continue
        scores.append(ranking.met([row for _, row in pairs], own[[at for at, _ in pairs]]))
        met.append(learn.met[[row for _, row in pairs]])
    scores, met = torch.cat(scores), torch.tensor(np.concatenate(met), dtype=torch.float32)
    return F.binary_cross_entropy_with_logits(scores[met >= 0], met[met >= 0]) if (met >= 0).any() else 0


def train(learn, own, held, layer, order):
    """`layer` learns from the signals of `own`; how it ranks those held out is told, and decides nothing."""
    rng, ranking, grades = np.random.default_rng(order['seed']), Ranking(learn, own), learn.rows['grade']
    started, steps, step = time.process_time(), ROUNDS * len(own), 0
    groups = [{'params': layer.parameters(), 'lr': RATE, 'weight_decay': .01}, {'params': ranking.parameters(), 'lr': 5e-3, 'weight_decay': 0}]
    optimizer = torch.optim.AdamW(groups)
    for done in range(ROUNDS + 1):
        layer.eval()
        with torch.no_grad(): z = np.concatenate([ranking(learn.pairs[g], nearness(layer, learn, g, learn.pairs[g], cut=order['tokens'])[0]).numpy() for g in held])
        found = measure(z, take(learn.rows, [row for g in held for row in learn.pairs[g]]))
        print(f'round {done}: held out: AP {found[0]:.3f}, pooled {found[1]:.3f}; {time.process_time() - started:.0f} s', flush=True)
        if done == ROUNDS: break
        layer.train()
        for signal in map(str, rng.permutation(own)):
            for part, rate in zip(optimizer.param_groups, (RATE, 5e-3)): part['lr'] = rate * min(1, (step + 1) / 50) * (1 - step / steps)
            rows = [learn.pairs[signal][at] for at in rng.permutation(len(learn.pairs[signal]))]
            rows = sorted(rows, key=lambda row: grades[row] == 0)
            fits = [row for row in rows if grades[row] == 2][:POSTS_MAX // 2]
            rows = [*fits, *(row for row in rows if grades[row] < 2)][:POSTS_MAX]
            changed = [int(at) for at in rng.permutation(learn.changed.get(signal, []))[:CHANGED_MAX]] if order['heads'] else []
            six, near, others = nearness(layer, learn, signal, rows, changed, order['tokens'])
            loss = loss_of(ranking(rows, six), torch.tensor(TARGETS[grades[rows]], dtype=torch.float32))
            if order['heads']: loss = loss + order['heads'] * loss_of_heads(learn, ranking, rows, near, list(zip(changed, others)))
            optimizer.zero_grad(); loss.backward()
            nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
            optimizer.step()
            step += 1


def read_all(layer, data, signals):
    """[pairs, 10]: the six of nearness and the four by condition; zeros for signals left out."""
    found = np.zeros((len(data.rows['grade']), 10))
    with torch.no_grad():
        for signal in signals:
            six, near, _ = nearness(layer, data, signal, data.pairs[signal])
            found[data.pairs[signal]] = np.concatenate([six.numpy(), near.numpy()], 1)
    return found


def main():
    take_order = argparse.ArgumentParser()
    take_order.add_argument('model'); take_order.add_argument('folder')
    for name, of, value in (('seed', int, 1), ('heads', float, .5), ('tokens', int, 64)): take_order.add_argument(f'--{name}', type=of, default=value)
    order = take_order.parse_args()
    torch.set_num_threads(1)
    model = Model(order.model)
    below = [Layer(model, number).eval() for number in range(LAYERS - 1)]
    sets = {name: Set(order.folder, name, model, below) for name in SETS}
    learn, states = sets['learn'], []
    near, signals = {'learn': np.zeros((len(learn.base), 10))}, sorted(learn.pairs)
    for third in range(3):
        torch.manual_seed(order.seed + third)
        layer = Layer(model, LAYERS - 1)
        held = signals[third::3]
        train(learn, [g for g in signals if g not in held], held, layer, {**vars(order), 'seed': order.seed + third})
        near['learn'] += read_all(layer.eval(), learn, held)
        states.append({name: value.clone() for name, value in layer.state_dict().items()})
    layer.load_state_dict({name: sum(state[name] for state in states) / 3 for name in states[0]})
    torch.save({'layers': [layer.state_dict()], 'thirds': states, 'held': [signals[third::3] for third in range(3)]}, f'{order.folder}/conditions-{order.heads:g}-{order.tokens}-{order.seed}.pt')
    for name in ('apart', 'shared'): near[name] = read_all(layer.eval(), sets[name], sets[name].pairs)
    report(sets, near, {'present': lambda f, n, h: f, 'present, heads': lambda f, n, h: np.hstack([f, h]), 'six new': lambda f, n, h: np.hstack([n[:, :6], f[:, 6:]]),
                        'present, six': lambda f, n, h: np.hstack([f, n[:, :6]]), 'present, six, four, heads': lambda f, n, h: np.hstack([f, n, h])})


if __name__ == '__main__': main()
