"""Heads for who, act, topic and limit: python3 conditions.py DUMP_FOLDER, after dump-conditions.ts.

Readers noted of most posts which conditions they meet. A counterfactual, the same posts under a signal with one condition
changed, says it too: a post that fits it meets the condition changed, one that fits no longer, and met all the others, does
not. From that a tagger learns which of a signal's words are whose (those by which it differs from its counterfactuals), and
a head for each condition what meets it, from what those words find in the post. All of it is fitted out of fold by business.
Writes a file for each set, for weigh_conditions.py and train_conditions.py, and prints how well the heads tell met from not met.
"""
import difflib, json, sys
import numpy as np
from fitting import SHARE, fit_logistic, fit_scores, folds, order_right

CONDITIONS = ('who', 'act', 'topic', 'limit')
LETTERS = {'who': [0], 'act': [1], 'topic': [2], 'limit': [3, 4]}
SETS, FOLDS = ('learn', 'apart', 'shared'), 6
NEAR, WIDTH, CUES, SPEECH = 0.8, 384, 39, 14
TAG_PENALTY, HEAD_PENALTY = 30, 100
# Of the cues and speech acts of a sentence: who speaks, and whether something is asked for.
MINE, ASKING, NEED = (2, 3), (0, 5, 6), 13


class Dump:
    def __init__(self, folder, name):
        self.name, self.numbers = name, np.fromfile(f'{folder}/{name}.f32', np.float32)
        self.__dict__.update(json.load(open(f'{folder}/{name}.json')))

    def rows(self, at, rows, width): return self.numbers[at:at + rows * width].reshape(rows, width)

    def sentence(self, asked): return self.rows(asked['vectorAt'], 1, WIDTH)[0]


def find_near(dumps):
    """Signals to learn from whose sentence is near that of one measured."""
    measured = np.array([dumps[name].sentence(a) for name in ('apart', 'shared') for a in dumps[name].asked if not a['changed']])
    return {a['signal'] for a in dumps['learn'].asked if not a['changed'] and (measured @ dumps['learn'].sentence(a)).max() >= NEAR}


def word_of_token(asked): return np.searchsorted([start for start, _, _ in asked['words']], asked['starts'], side='right') - 1


def describe_tokens(dump, asked):
    """Of each token of a signal its vector, and where it stands: people, the turn, subject, qualifier, name."""
    count, text = len(asked['starts']), asked['text']
    vectors = dump.rows(asked['tokensAt'], count, WIDTH)
    vectors = vectors / np.maximum(1e-9, np.linalg.norm(vectors, axis=1, keepdims=True)) * 3
    turn = len(text) - len(asked['rest']) if asked['rest'] and text.endswith(asked['rest'][-20:]) else 0
    def spans(phrases): return [(at, at + len(p)) for p in phrases for at in [text.lower().find(p.lower())] if p and at >= 0]
    within = [spans(of) for of in ([t['anyOf'][0] for t in asked['topics']], asked['qualifiers'], asked['names'], [asked['who']])]
    places = [[at < turn, turn <= at < turn + 12, *(any(low <= at < high for low, high in of) for of in within), at / max(1, len(text)), at == 0]
              for at in asked['starts']]
    return np.concatenate([vectors, 2 * np.array(places, float).reshape(count, 8)], 1)


def fit_taggers(learn, skip, fold_of):
    """By fold left out, and lastly for none: how likely each token of a signal belongs to each condition."""
    def plain(asked): return [word.lower().strip('.,;:?!"()') for _, word, _ in asked['words']]
    original, examples = {a['signal']: a for a in learn.asked if not a['changed']}, []
    for changed in learn.asked:
        if not changed['changed'] or changed['signal'] in skip: continue
        pair = (original[changed['signal']], changed)
        match = difflib.SequenceMatcher(None, *map(plain, pair), False)
        if match.ratio() < 0.35: continue
        for side, asked in enumerate(pair):
            same = np.zeros(len(asked['words']), bool)
            for block in match.get_matching_blocks(): same[block[side]:block[side] + block.size] = True
            of = CONDITIONS.index('limit' if changed['changed'] == 'time' else changed['changed'])
            examples.append((of, describe_tokens(learn, asked), ~same[word_of_token(asked)], fold_of[changed['business']]))
    x, differs = (np.concatenate([e[at] for e in examples]) for at in (1, 2))
    of, fold = (np.concatenate([np.full(len(e[1]), e[at]) for e in examples]) for at in (0, 3))
    def fit(keep): return [fit_logistic(x[keep & (of == c)], differs[keep & (of == c)].astype(float), np.ones((keep & (of == c)).sum()), TAG_PENALTY) for c in range(4)]
    taggers = [fit(fold != at) for at in range(FOLDS)]
    for c, name in enumerate(CONDITIONS):
        score = np.concatenate([x[(fold == at) & (of == c)] @ taggers[at][c][0] for at in range(FOLDS)])
        met = np.concatenate([differs[(fold == at) & (of == c)] for at in range(FOLDS)])
        print(f'the words of {name}: out of fold {order_right(score, met.astype(int)):.3f}', flush=True)
    return [*taggers, fit(fold >= 0)]


def tag(dump, asked, tagger):
    tokens = describe_tokens(dump, asked)
    return np.array([1 / (1 + np.exp(-(tokens @ weights + bias))) for weights, bias in tagger])


class Post:
    """A post's sentences: which are its title, say something of the author, or ask."""
    def __init__(self, dump, post):
        count = post['sentences']
        title, cues = np.array(post['inTitle'], bool), dump.rows(post['cuesAt'], count, CUES)
        self.speech, self.count = dump.rows(post['speechAt'], count, SPEECH), count
        self.title = title if title.any() else np.arange(count) == 0
        self.mine, self.asks = (cues[:, MINE] > 0).any(1), (cues[:, ASKING] > 0).any(1) | (self.speech[:, NEED] > 0.5)
        self.terms = [set(terms) for terms in post['terms']]
        self.cues = [*dump.rows(post['wholeCuesAt'], 2, CUES).ravel()]

    def words(self, which): return set().union(*(terms for terms, there in zip(self.terms, which) if there))


def tagged_nearness(near, weight, post):
    """How near the post comes to the words of one condition."""
    total, best = weight.sum() + 1e-6, near.max(0)
    def among(which): return float(near[which].max(0) @ weight / total) if which.any() else 0.0
    top = np.argsort(-weight)[:3]
    return [float(best @ weight / total), float((near @ weight / total).max()), *map(among, (post.title, post.mine, post.asks)),
            float(best[weight >= 0.6 * weight.max()].min()), float(best[top] @ weight[top] / (weight[top].sum() + 1e-6)), float(total), float(weight.max())]


def tagged_words(asked, weight, post):
    """Which share of the words of one condition the post has, by rarity: anywhere, of the author, in its title, in one sentence."""
    rarity, of = dict(asked['terms'][0]), word_of_token(asked)
    places = [post.words(which) for which in (np.ones(post.count, bool), post.mine, post.title)]
    total, found, each = 1e-6, np.zeros(3), np.zeros(post.count)
    for at, (_, _, terms) in enumerate(asked['words']):
        for term in terms:
            share = (weight[of == at].max() if (of == at).any() else 0.0) * rarity.get(term, 1.0)
            total += share
            found += [share * (term in words) for words in places]
            each += [share * (term in words) for words in post.terms]
    return [*(found / total), float(each.max() / total)]


def phrase_nearness(asked, kind, near, cosines, post):
    """How near the post comes to the plan's own wording of a part; of several, to the nearest and the farthest."""
    every, found = post.words(np.ones(post.count, bool)), []
    for at, (own, span) in enumerate(zip(asked['kinds'], asked['spans'])):
        part = near[:, span['from']:span['to']]
        if own != kind or not part.shape[1]: continue
        rarity = sum(weight for _, weight in asked['terms'][at]) + 1e-6
        covers = sum(weight for term, weight in asked['terms'][at] if term in every) / rarity
        best = part.max(0)
        mine = part[post.mine].max(0).mean() if post.mine.any() else 0.0
        found.append([best.mean(), part.mean(1).max(), part[post.title].max(0).mean(), mine, best.min(), cosines[:-2, at].max(), *cosines[-2:, at], covers])
    if not found: return [0.0] * 12
    return [1.0, *np.max(found, 0), np.min(found, 0)[0], np.min(found, 0)[-1]]


def act_of_sentences(asked, post):
    acts, title = np.array(asked['acts']), post.title
    wanted, other = post.speech[:, :NEED] @ acts / max(1e-6, acts.sum()), post.speech[:, :NEED] @ np.maximum(0, 1 - 2 * acts)
    need = post.speech[:, NEED]
    return [wanted.max(), wanted[title].max(), wanted[-1], wanted.mean(), other.max(), other[title].max(), need.max(), need[title].max()]


PARTS = {'who': ('who', 'self'), 'act': ('act', 'rest'), 'topic': ('topic',), 'limit': ('limit',)}


def describe_pair(dump, asked, pair, tags):
    """The judge's features, then by condition what its head reads."""
    post = Post(dump, dump.posts[pair['key']])
    near = dump.rows(pair['nearAt'], post.count, asked['spans'][-1]['to'])
    cosines = dump.rows(pair['cosinesAt'], post.count + 2, len(asked['kinds']))
    base, own = dump.rows(pair['featuresAt'], 1, 59)[0], near[:, :asked['spans'][0]['to']]
    shown = [*post.cues, *dump.rows(pair['speechAt'], 1, SPEECH)[0]]
    heads = []
    for at, name in enumerate(CONDITIONS):
        states = [state for kind, state in pair['states'] if kind == name]
        reads = [*tagged_nearness(own, tags[at], post), *tagged_words(asked, tags[at], post), 'met' in states, 'not_met' in states, bool(states)]
        for kind in PARTS[name]: reads += phrase_nearness(asked, kind, near, cosines, post)
        if name == 'act': reads += act_of_sentences(asked, post)
        if name == 'who': reads += ['owner' in asked['roles'], bool(asked['roles'])]
        heads.append(np.array([*base, *reads, *shown], float))
    return base.astype(float), heads


def read_met(rows):
    """[pairs, 4]: met 1, not met 0, not said one half, not known -1."""
    met = np.full((len(rows['grade']), 4), -1.0)
    for at, changed in enumerate(rows['changed']):
        changed, letters = 'limit' if changed == 'time' else str(changed), str(rows['conditions'][at])
        for c, name in enumerate(CONDITIONS):
            own = [letters[i] for i in LETTERS[name]] if letters else []
            if not changed: met[at, c] = 0 if 'n' in own else 1 if 'm' in own else 0.5 if 'u' in own else -1
            elif changed == name and rows['grade'][at] == 2: met[at, c] = 1
            elif changed == name:
                others = [letter for i, letter in enumerate(letters) if i not in LETTERS[name]]
                if rows['first_grade'][at] == 2 or (letters and 'n' not in others): met[at, c] = 0
    return met


def read_set(dump, skip, fold_of, taggers):
    """A set's pairs as columns, what the heads read of each, and the tags of what is asked."""
    first = {(dump.asked[p['at']]['signal'], p['key']): p for p in dump.pairs if not dump.asked[p['at']]['changed']}
    pairs = [p for p in dump.pairs if dump.asked[p['at']]['signal'] not in skip]
    asked = [dump.asked[p['at']] for p in pairs]
    was = [first.get((a['signal'], p['key']), {'grade': -1, 'conditions': ''}) for a, p in zip(asked, pairs)]
    columns = {'signal': [a['signal'] for a in asked], 'business': [a['business'] for a in asked], 'changed': [a['changed'] for a in asked],
               'asked': [p['at'] for p in pairs], 'key': [p['key'] for p in pairs], 'grade': [p['grade'] for p in pairs],
               'first_grade': [f['grade'] for f in was], 'conditions': [f['conditions'] for f in was],
               'fold': [fold_of.get(a['business'], -1) for a in asked],
               'share': [SHARE if dump.name == 'learn' else 1.0] * len(pairs), 'failed': [['limit', 'not_met'] in p['states'] for p in pairs]}
    tags = {at: tag(dump, dump.asked[at], taggers[fold_of.get(dump.asked[at]['business'], FOLDS)]) for at in sorted(set(columns['asked']))}
    described = [describe_pair(dump, a, p, tags[p['at']]) for a, p in zip(asked, pairs)]
    return {name: np.array(of) for name, of in columns.items()}, np.array([base for base, _ in described]), \
        [np.array([reads[c] for _, reads in described]) for c in range(4)], tags


def fit_head(x, met, asked):
    known = met >= 0
    return fit_scores(x[known], met[known], np.where(met[known] == 0.5, 0.5, 1.0), HEAD_PENALTY, asked[known], spread=1)


def score_heads(reads, met, rows):
    """Each set's scores; those of `learn` by heads that had not seen the business."""
    scores = {name: np.zeros((len(rows[name]['grade']), 4)) for name in SETS}
    for c in range(4):
        for at in range(FOLDS):
            out = rows['learn']['fold'] == at
            scores['learn'][out, c] = fit_head(reads['learn'][c][~out], met[~out, c], rows['learn']['asked'][~out])(reads['learn'][c][out])
        head = fit_head(reads['learn'][c], met[:, c], rows['learn']['asked'])
        for name in ('apart', 'shared'): scores[name][:, c] = head(reads[name][c])
    return scores


def main():
    folder = sys.argv[1]
    dumps = {name: Dump(folder, name) for name in SETS}
    skipped, businesses = find_near(dumps), [a['business'] for a in dumps['learn'].asked]
    fold_of = dict(zip(businesses, map(int, folds(businesses, FOLDS))))
    taggers = fit_taggers(dumps['learn'], skipped, fold_of)
    rows, base, reads, tags = ({}, {}, {}, {})
    for name in SETS: rows[name], base[name], reads[name], tags[name] = read_set(dumps[name], skipped if name == 'learn' else (), fold_of if name == 'learn' else {}, taggers)
    scores = score_heads(reads, read_met(rows['learn']), rows)
    for name in ('learn', 'apart'):
        met, noted = read_met(rows[name]), rows[name]['changed'] == ''
        for c, condition in enumerate(CONDITIONS):
            found = (order_right(scores[name][noted, c], met[noted, c]), order_right(scores[name][:, c], met[:, c]))
            print(f'{name}, {condition}: by the notes {found[0]:.3f}, with counterfactuals {found[1]:.3f}', flush=True)
    for name in SETS:
        # How near the post comes to the words of each condition: the first of what a head reads beside the judge's features.
        near = np.stack([own[:, base[name].shape[1]] for own in reads[name]], 1)
        np.savez(f'{folder}/{name}.npz', base=base[name], near=near, scores=scores[name], met=read_met(rows[name]), **rows[name])
        json.dump({at: of.tolist() for at, of in tags[name].items()}, open(f'{folder}/{name}-tags.json', 'w'))


if __name__ == '__main__': main()
