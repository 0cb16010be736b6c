import type { Figures } from '../measures.ts'
import type { QualityInputs } from './compose-quality.ts'
import type { Estimate } from './estimate.ts'
import { decimal, inHundred, table, withInterval } from './markdown.ts'
import type { EstimatedFigures, GroupQuality, SetQuality } from './measure-quality.ts'

const ROWS = ['Leadlight', 'BM25', 'MiniLM', 'BM25+MiniLM'] as const

const FIGURES: readonly [name: keyof Figures, words: string][] = [
  ['ap', 'average precision: how far up the leads of a signal stand'],
  ['precision', 'precision: the share of leads among what is kept'],
  ['recall', 'recall: the share of leads that is kept'],
  ['precisionAtRecall', 'precision down to where 65 in 100 leads are found'],
  ['evidence', 'evidence: shown words overlap what the reader marked'],
  ['ece', 'calibration error: how far 80 is from 80 in 100'],
  ['eceLive', '… where three posts in a hundred are leads'],
  ['eceRare', '… where one is'],
  ['shareGap', 'by signal, mean score against share of leads (median)'],
]
/** With fewer signals, drawing them again says nothing. */
const INTERVAL_SIGNALS = 3

/** One set's figures, beside those of its peers. */
export function composeFigures({ rows, gain }: SetQuality): string {
  const known = ROWS.flatMap((name) => (rows[name] ? [{ name, figures: rows[name] }] : []))
  const lines = FIGURES.map(([name, words]) => [words, ...known.map(({ figures }) => withInterval(figures[name]))])
  const silent = ['signals with five leads or more that keep none', ...known.map(({ figures }) => countOf(figures))]
  return `${table([['', ...known.map(({ name }) => name)], ...lines, silent])}

Paired by signal, Leadlight's average precision is above that of the peers' sum by ${withInterval(gain)}.`
}

function countOf({ silent }: EstimatedFigures): string {
  return `${silent.value} (${silent.low} to ${silent.high})`
}

/** By field, which only the signals set apart name, and by platform. */
export function composeGroups({ apart, shared }: QualityInputs): string {
  return `## By field

Of the signals set apart; the shared ones name no field. Precision and recall are in a hundred. With fewer than three signals, or where every draw is alike, there is no interval.

${groupTable('field', apart.fields)}

## By platform

Set apart:

${groupTable('platform', apart.sources)}

Shared:

${groupTable('platform', shared.sources)}

Signals are those with a lead there. Precision is of what was kept there, so a platform on which nothing was kept has none.`
}

function groupTable(name: string, groups: readonly GroupQuality[]): string {
  const head = [name, 'signals', 'gradings', 'leads', 'kept', 'AP', 'precision', 'recall']
  return table([head, ...groups.map(groupRow)])
}

function groupRow({ name, signals, graded, leads, kept, figures }: GroupQuality): string[] {
  const share = (of: Estimate) =>
    signals >= INTERVAL_SIGNALS && of.low < of.high ? inHundred(of) : `${Math.round(of.value * 100)}`
  return [
    name,
    ...[signals, graded, leads, kept].map(String),
    leads === 0 ? '–' : decimal(figures.ap.value),
    kept === 0 ? '–' : share(figures.precision),
    leads === 0 ? '–' : share(figures.recall),
  ]
}
