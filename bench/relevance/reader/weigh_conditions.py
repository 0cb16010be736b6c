"""What the heads and the four by condition bring the judge: python3 weigh_conditions.py DUMP_FOLDER, after conditions.py.

The dump is of the layer that ships (dump-conditions.ts without a layer). Needs NumPy alone.
"""
import sys
from types import SimpleNamespace
import numpy as np
from conditions import SETS
from fitting import calibration_error, fit_calibrated, folds, gain, measure, take

# What is left of the probability of a post that fails a limit: decision 37.
FAILED_FACTOR = 0.4


def together(scores):
    """The four scores; then how likely all are met, in logarithm, the least likely one, and all."""
    likely = 1 / (1 + np.exp(-scores))
    return np.concatenate([np.clip(scores, -6, 6), np.log(likely + .02).sum(1, keepdims=True), likely.min(1, keepdims=True), likely.prod(1, keepdims=True)], 1)


def fail(scores, failed):
    likely = 1 / (1 + np.exp(-scores)) * np.where(failed, FAILED_FACTOR, 1)
    return np.log(likely / (1 - likely))


def report(sets, near, uses):
    """The judge fitted on all of `learn` and the shared set: on the set apart, and on the shared one in six folds by business."""
    noted = {name: data.rows['changed'] == '' for name, data in sets.items()}
    rows = {name: take(data.rows, noted[name]) for name, data in sets.items()}
    known = {name: np.concatenate([rows['learn'][name], rows['shared'][name]]) for name in rows['learn']}
    first = {}
    for use_name, use in uses.items():
        x = {name: use(*(of[noted[name]] for of in (data.base, near[name], together(data.scores)))) for name, data in sets.items()}
        both = np.concatenate([x['learn'], x['shared']])
        judge, likely = fit_calibrated(both, known)
        scores = {'apart': judge(x['apart']), 'shared': np.zeros(len(x['shared']))}
        error = {'apart': calibration_error(likely(scores['apart']), rows['apart'])}
        fold, chances = folds(rows['shared']['business'], 6), np.zeros(len(x['shared']))
        for at in range(6):
            keep = np.concatenate([np.ones(len(x['learn']), bool), fold != at])
            judge, likely = fit_calibrated(both[keep], take(known, keep))
            scores['shared'][fold == at] = judge(x['shared'][fold == at])
            chances[fold == at] = likely(scores['shared'][fold == at])
        error['shared'] = calibration_error(chances, rows['shared'])
        for name, own in scores.items():
            lowered = fail(own, rows[name]['failed'])
            first.setdefault(name, lowered)
            print(f'{use_name}: {name}: AP %.3f, pooled %.3f, P %.3f' % measure(own, rows[name]), f'ECE {error[name]:.3f};',
                  'failed limits lowered: AP %.3f, pooled %.3f, P %.3f;' % measure(lowered, rows[name]), 'gain %.3f (%.3f to %.3f)' % gain(first[name], lowered, rows[name]), flush=True)


def main():
    sets, near = {}, {}
    for name in SETS:
        rows = dict(np.load(f'{sys.argv[1]}/{name}.npz'))
        base, scores, near[name] = (rows.pop(of) for of in ('base', 'scores', 'near'))
        sets[name] = SimpleNamespace(base=base, scores=scores, rows={of: column for of, column in rows.items() if of != 'met'})
    report(sets, near, {'present': lambda f, n, h: f, 'present, four': lambda f, n, h: np.hstack([f, n]), 'present, heads': lambda f, n, h: np.hstack([f, h]),
                        'present, four, heads': lambda f, n, h: np.hstack([f, n, h])})


if __name__ == '__main__': main()
