"""Fits and measures the judge's model as fit-models.ts does, out of fold by business. Needs NumPy alone."""
import math
import numpy as np

# As in fit-models.ts and learn-set.ts: what a pair of `learn` counts, the penalty, what a grade counts as.
SHARE, PENALTY, SIGNAL_SPREAD = 0.3, 30, 3
TARGETS = np.array([0, 0.2, 1.0])
ASSUMED_SHARE = 0.08
# The share of all that fit at which precision is told.
RECALL = 0.65


def minimise(loss_at, point, gradient_min, rounds=150, memory=8):
    """L-BFGS, as fit-logistic.ts has it."""
    value, gradient = loss_at(point)
    history = []
    for _ in range(rounds):
        if np.linalg.norm(gradient) <= gradient_min: break
        direction, alphas = -gradient, []
        for step, turn in reversed(history):
            alphas.append(step @ direction / (step @ turn))
            direction = direction - alphas[-1] * turn
        direction = direction * (history[-1][0] @ history[-1][1] / (history[-1][1] @ history[-1][1]) if history else 1 / max(1, np.linalg.norm(gradient)))
        for step, turn in history: direction = direction + (alphas.pop() - turn @ direction / (turn @ step)) * step
        slope, length = gradient @ direction, 1.0
        found, turned = loss_at(point + direction)
        while found > value + 1e-4 * length * slope and length > 1e-8:
            length /= 2
            found, turned = loss_at(point + length * direction)
        history = [*history, (length * direction, turned - gradient)][-memory:]
        point, value, gradient = point + length * direction, found, turned
    return point


def fit_logistic(x, y, share, penalty, group=None, spread=SIGNAL_SPREAD):
    """Weights and bias; with groups, each has an intercept of its own while fitting."""
    rows, width = x.shape
    groups = 0 if group is None else int(group.max()) + 1
    def loss_at(point):
        z = x @ point[:width] + point[-1] + (spread * point[width:-1][group] if groups else 0)
        error = share * (1 / (1 + np.exp(-np.clip(z, -60, 60))) - y)
        value = (share * (np.maximum(z, 0) + np.log1p(np.exp(-np.abs(z))) - y * z)).sum() + penalty / 2 * (point[:-1] ** 2).sum()
        own = spread * np.bincount(group, error, groups) if groups else []
        return value, np.concatenate([x.T @ error, own, [error.sum()]]) + np.append(penalty * point[:-1], 0)
    point = minimise(loss_at, np.zeros(width + groups + 1), 1e-3 * rows ** 0.5)
    return point[:width], point[-1]


class Standard:
    """Features in deviations from their mean, three at most."""
    def __init__(self, x, share):
        self.mean = (share[:, None] * x).sum(0) / share.sum()
        self.scale = np.maximum(1e-3, np.sqrt((share[:, None] * (x - self.mean) ** 2).sum(0) / share.sum()))

    def __call__(self, x): return np.clip((x - self.mean) / self.scale, -3, 3)


def fit_scores(x, y, share, penalty, of, spread=SIGNAL_SPREAD):
    """A line over standardised features; `of` says whose each row is."""
    standard = Standard(x, np.ones(len(x)) if spread == 1 else share)
    weights, bias = fit_logistic(standard(x), y, share, penalty, np.unique(of, return_inverse=True)[1], spread)
    return lambda x: standard(x) @ weights + bias


def fit_judge(x, rows): return fit_scores(x, TARGETS[rows['grade']], rows['share'], PENALTY, rows['signal'])


def folds(businesses, count):
    number = {business: at % count for at, business in enumerate(sorted(set(businesses)))}
    return np.array([number[business] for business in businesses])


def take(rows, which): return {name: column[which] for name, column in rows.items()}


def fit_calibrated(x, rows):
    """The judge's scores, and Platt's line from scores of businesses left out, moved to the assumed share."""
    fold, scores = folds(rows['business'], 5), np.zeros(len(x))
    for at in range(5): scores[fold == at] = fit_judge(x[fold != at], take(rows, fold != at))(x[fold == at])
    fits = (rows['grade'] == 2).astype(float)
    slope, offset = fit_logistic(scores[:, None], fits, rows['share'], 1e-3)
    odds = lambda share: math.log(share / (1 - share))
    offset += odds(ASSUMED_SHARE) - odds((rows['share'] * fits).sum() / rows['share'].sum())
    return fit_judge(x, rows), lambda scores: 1 / (1 + np.exp(-(slope[0] * scores + offset)))


def average_precision(scores, hits):
    if not hits.any(): return math.nan
    hits = hits[np.argsort(-scores, kind='stable')]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / hits.sum())


def by_signal(scores, rows):
    return {g: average_precision(scores[rows['signal'] == g], rows['grade'][rows['signal'] == g] == 2) for g in np.unique(rows['signal'])}


def measure(scores, rows):
    """Average precision by signal, then in one ranking of all posts of all signals, and the precision of that one."""
    hits = rows['grade'] == 2
    found = np.cumsum(hits[np.argsort(-scores, kind='stable')])
    read = np.searchsorted(found, RECALL * found[-1]) + 1
    return float(np.nanmean([*by_signal(scores, rows).values()])), average_precision(scores, hits), float(found[read - 1] / read)


def calibration_error(likely, rows):
    bins, fits = np.minimum(9, (likely * 10).astype(int)), rows['grade'] == 2
    return sum(abs((likely[bins == at] - fits[bins == at]).sum()) for at in range(10)) / len(likely)


def order_right(scores, met):
    """How often what is met (1) scores higher than what is not (0): the area under the curve."""
    there, ordered = scores[met == 1], np.sort(scores[met == 0])
    if not len(there) or not len(ordered): return math.nan
    return float((np.searchsorted(ordered, there, 'left') + np.searchsorted(ordered, there, 'right')).mean() / 2 / len(ordered))


def gain(before, after, rows, draws=5000):
    """The gain in average precision by signal, with its 95 % interval."""
    one, other = by_signal(before, rows), by_signal(after, rows)
    gains = np.array([other[g] - one[g] for g in one if not math.isnan(one[g])])
    rng = np.random.default_rng(1)
    means = np.sort([gains[rng.integers(0, len(gains), len(gains))].mean() for _ in range(draws)])
    return float(gains.mean()), float(means[draws // 40]), float(means[-draws // 40])
