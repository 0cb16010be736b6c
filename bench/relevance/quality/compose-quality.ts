import type { Signal } from '../read-data.ts'
import { composeFailures } from './compose-failures.ts'
import { composeFigures, composeGroups } from './compose-figures.ts'
import type { Agreement } from './kappa.ts'
import { decimal, inHundred, table } from './markdown.ts'
import type { KeptQuality } from './measure-kept.ts'
import type { SetQuality } from './measure-quality.ts'

export interface QualityInputs {
  apart: SetQuality
  shared: SetQuality
  /** The signals set apart, whose sentences are ours. */
  signals: readonly Signal[]
  readings: Agreement
  /** By the name of the run. */
  funnel: Readonly<Record<string, FunnelFigures>>
  kept: KeptQuality
}

interface FunnelFigures {
  signals: number
  graded: number
  reached: number
  judged: number
  found: number
  kept: number
}

/** The run that is by weights which had not learned from the signals, where it was recorded. */
const BLIND_RUN = 'Leadlight, out of fold'

/** The whole of `docs/quality.md`. It holds no text of a post. */
export function composeQuality(inputs: QualityInputs): string {
  const { apart, shared } = inputs
  const sections = [
    composeSummary(inputs),
    composeMethod(inputs),
    `## Signals set apart\n\n${composeFigures(apart)}`,
    `## Shared signals\n\n${composeFigures(shared)}`,
    composeGroups(inputs),
    composeFailures(inputs),
    composeSearch(inputs),
    AGAIN,
  ]
  return `${sections.join('\n\n')}\n`
}

function composeSummary({ apart, shared }: QualityInputs): string {
  const say = ({ rows }: SetQuality) => {
    const own = rows['Leadlight']
    if (!own) throw new Error('Nothing was measured of Leadlight.')
    return `of 100 posts that the judge keeps ${inHundred(own.precision)} are leads, and of 100 leads it keeps ${inHundred(own.recall)}.`
  }
  return `# How well it finds

How well Leadlight's built-in judge tells leads from other posts, measured on posts that it had not learned from. \`npm run bench -- quality\`
writes this page from recorded measurements; nothing here is put in by hand.

- **On ${apart.counts.signals} signals set apart**, of businesses and posts that nothing was learned from, with ${apart.counts.leads} leads:
  ${say(apart)}
- **On ${shared.counts.signals} shared signals**, each by a judge that had not seen its business, with ${shared.counts.leads} leads:
  ${say(shared)}

In brackets stand 95 % intervals. A signal that is [taught by thumbs](guide/feedback.md) usually does better than these, which know nothing but its sentence.`
}

function composeMethod({ apart, shared, readings }: QualityInputs): string {
  const row = (name: string, { counts }: SetQuality) => [name, ...Object.values(counts).map(String)]
  const head = ['', 'signals', 'businesses', 'posts', 'gradings', 'leads']
  return `## How it is measured

${table([head, row('set apart', apart), row('shared', shared)])}

- **Signals** are sentences that owners of made-up businesses might write. For each about 30 (set apart) or 60 (shared) real posts were picked: the best by several
  rankings, some from further down, a few at random. So leads are commoner among them than behind a search, where about three in a hundred are.
- **Gradings.** Each post was read under its signal and graded: a lead if the business would gladly answer its author today, by the signal's own words; else near, or
  no. Near posts count as wrong here. The readers of the set apart were language models that knew the rules and no score; the shared set was graded by hand, one reader a post.
- **Agreement.** ${readings.posts} posts of the signals set apart, and of those to learn from that were graded with them, were read again by another reader who had not seen the first
  grade: kappa ${decimal(readings.kappa, 2)} on what is a lead, ${readings.disagreements} disagreements, each settled by a third reading. The readers are of one kind: kappa says that the rules are applied alike, not that
  people would agree. Of the shared set another part was read twice, with kappa .94.
- **Not learned from.** The signals set apart share no business and no post with what the judge learned from. For the shared ones everything that is fitted is
  fitted again for each business, on the others. Some settings of the judge were [chosen with figures on both sets in sight](decisions/0036-more-signals.md), so
  these are a little kind.
- **Intervals** are from a thousand draws of as many signals, with replacement: how much a figure would vary with other signals like these. They do not cover readers'
  mistakes, or signals unlike these. Those of calibration errors lean upwards.
- **Peers** rank the same posts: BM25 by the words of the sentence, MiniLM by its vector, and their sum. Their thresholds and probabilities are fitted like ours.

The [labels](../bench/relevance/labels/README.md) of the signals set apart are in the repository; the posts are not. The
[benchmark](../bench/relevance/README.md) says more of each figure.`
}

function composeSearch({ funnel, kept }: QualityInputs): string {
  const run = funnel[BLIND_RUN] ?? funnel['Leadlight']
  if (!run) throw new Error('The funnel has no recorded run.')
  const percent = (share: number) => `${Math.round(share * 100)}`
  const caveat = BLIND_RUN in funnel ? NOT_SEEN : SEEN
  return `## What a whole search finds

The judge can keep only what a search brings. With every source on and an empty archive, over doubles of the platforms that hold all posts: of 100 leads of the ${run.signals} shared
signals, ${percent(run.reached)} are fetched, ${percent(run.judged)} are judged, and ${percent(run.found)} are kept. ${caveat}

For ${kept.signals} of the signals set apart everything that such a search kept was read and graded: ${kept.posts} posts. Of 100 of them ${inHundred(kept.all)} are leads, of the first
ten of each signal ${inHundred(kept.ten)}. A search judges hundreds of posts of which few are leads, so these are lower than among the posts picked above.
See the [benchmark](../bench/funnel/README.md).`
}

const NOT_SEEN = 'Each signal was judged by weights that had not learned from its business.'
const SEEN =
  'This run was judged by weights that had learned from these signals too, so\nthe last figure is kinder than a new business should expect.'

const AGAIN = `## Measure it again

\`\`\`sh
npm run bench -- relevance --quality bench/relevance/quality/shared.json --json bench/relevance/baseline.json
npm run bench -- relevance --data bench/relevance/labels/apart --quality bench/relevance/quality/apart.json
npm run bench -- quality
\`\`\`

The first two need the posts and take five minutes and one; the last takes none and needs nothing. A test says when this page, or what it was measured by, is out of date.`
