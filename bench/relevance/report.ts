import { averagePrecisions, bootstrap, mean, measure, SILENT_LEADS, type Figures, type Verdict } from './measures.ts'

/**
 * The quick trial that the matcher has to beat: MiniLM heads for the speech act, on the signals whose id begins with S.
 */
const TRIAL_AP = 0.488

export function toJson(rows: Readonly<Record<string, Verdict[]>>): Record<string, Figures> {
  const order = ['Leadlight', ...Object.keys(rows).filter((name) => name !== 'Leadlight')]
  return Object.fromEntries(order.map((name) => [name, rounded(measure(rows[name] ?? []))]))
}

export function printReport(rows: Readonly<Record<string, Verdict[]>>, about: { how: string; seconds: number }): void {
  const all = rows['Leadlight'] ?? []
  const signals = new Set(all.map(({ signal }) => signal)).size
  console.log(`${all.length} graded posts under ${signals} signals, ${about.how}, in ${about.seconds.toFixed(0)} s\n`)
  console.log(
    '                AP all    AP S  precision  recall  P at R .65    ECE  ECE 3 %  ECE 1 %  evidence  silent  share gap',
  )
  for (const [name, verdicts] of Object.entries(rows)) {
    const figures = measure(verdicts)
    const cells = [
      figures.ap,
      mean(apsOf(verdicts, isFirstSet)),
      figures.precision,
      figures.recall,
      figures.precisionAtRecall,
      figures.ece,
      figures.eceLive,
      figures.eceRare,
      figures.evidence,
    ].map(show)
    const shown = [...cells, String(figures.silent), show(figures.shareGap)]
    const widths = [8, 8, 11, 8, 12, 7, 9, 9, 10, 8, 11]
    console.log(`${name.padEnd(14)}${shown.map((cell, at) => cell.padStart(widths[at] ?? 8)).join('')}`)
  }
  console.log(`
AP: average precision of grade 2, the mean over signals. Precision, recall: of grade 2 among the posts kept at each
row's own threshold. ECE: calibration error over ten bins, then with 3 % and 1 % of grade 2. Evidence: of the posts of grade 2 with a quote, kept or not,
the share where a span shown as evidence for the match overlaps the grader's quote (peers show their best sentence).
Silent: signals with ${SILENT_LEADS} posts of grade 2 or more that keep none. Share gap: by signal, how far the mean probability is
from the share of grade 2 among its graded posts, the median.
`)
  const shown = all.flatMap(({ spans }) => spans ?? [])
  console.log(`Leadlight shows ${mean(shown).toFixed(2)} spans of evidence for a match with a quote, on average.\n`)
  printIntervals(rows)
}

function printIntervals(rows: Readonly<Record<string, Verdict[]>>): void {
  const ours = averagePrecisions(rows['Leadlight'] ?? [])
  const peer = averagePrecisions(rows['BM25+MiniLM'] ?? [])
  const gains = [...ours].map(([signal, ap]) => ap - (peer.get(signal) ?? 0))
  printInterval('Leadlight over BM25+MiniLM, all signals', gains)
  const overTrial = [...ours].filter(([signal]) => isFirstSet(signal)).map(([, ap]) => ap - TRIAL_AP)
  if (overTrial.length > 0) printInterval(`Leadlight over ${TRIAL_AP}, signals of set S`, overTrial)
}

function printInterval(what: string, differences: readonly number[]): void {
  const { mean: center, low, high } = bootstrap(differences)
  console.log(
    `${what}: ${signed(center)}, 95 % interval ${signed(low)} to ${signed(high)} (bootstrap over ${differences.length} signals)`,
  )
}

function apsOf(verdicts: readonly Verdict[], which: (signal: string) => boolean): number[] {
  return [...averagePrecisions(verdicts)].filter(([signal]) => which(signal)).map(([, ap]) => ap)
}

function isFirstSet(signal: string): boolean {
  return signal.startsWith('S')
}

function rounded(figures: Figures): Figures {
  const round = ([name, value]: [string, number]) => [name, Math.round(value * 10_000) / 10_000]
  // The same names, each with a number.
  return Object.fromEntries(Object.entries(figures).map(round)) as Record<keyof Figures, number>
}

function show(value: number): string {
  return value.toFixed(3).replace(/^0/, '')
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`
}
