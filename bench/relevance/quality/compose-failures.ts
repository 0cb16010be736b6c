import { SILENT_LEADS } from '../measures.ts'
import type { QualityInputs } from './compose-quality.ts'
import { decimal, table } from './markdown.ts'
import type { KeptOf } from './measure-conditions.ts'
import type { SetQuality, SignalQuality } from './measure-quality.ts'

const WORST_MAX = 8

const MISSED: readonly [condition: string, words: string][] = [
  ['who', 'is by somebody else than asked for'],
  ['act', 'does something else: offers, tells or reports instead of asking'],
  ['topic', 'is about a neighbouring subject'],
  ['limit', 'misses a limit, such as a price or a place'],
  ['time', 'is too early or too late'],
]
const UNSAID: readonly [condition: string, words: string][] = [
  ['who', 'does not say who writes'],
  ['limit', 'does not say whether the limit is met'],
]

/** Where the judge fails on the signals set apart, by what the readers noted and by signal. */
export function composeFailures(inputs: QualityInputs): string {
  return ['## Where it fails', composeConditions(inputs.apart), composeSilent(inputs), composeWorst(inputs)]
    .filter((part) => part !== '')
    .join('\n\n')
}

function composeConditions({ conditions, counts }: SetQuality): string {
  if (!conditions) return ''
  const { onlyMissing, severalMissing, noneMissing, plainlyNone, saysAll, unsaid } = conditions
  const wrong = [
    ...MISSED.map(([name, words]) => line(`no lead, only since it ${words}`, onlyMissing[name])),
    line('no lead for several of these', severalMissing),
    line('no lead, though nothing is plainly missed: solved, past, or too little said', noneMissing),
    line('no lead at all', plainlyNone),
  ]
  const right = [
    line('a lead that says all the signal asks for', saysAll),
    ...UNSAID.map(([name, words]) => line(`a lead that ${words}`, unsaid[name])),
  ]
  return `What the readers noted of the ${counts.graded} gradings, and how many of such posts were kept. Of posts that are no lead none should be, of leads all.

${table([['the post', 'posts', 'kept', 'in 100'], ...wrong, ...right])}`
}

function composeSilent({ apart, shared, signals }: QualityInputs): string {
  const silent = apart.signals.filter(isSilent)
  const others = shared.signals.filter(isSilent).length
  const list = silent.map((one) => `- ${describe(one, signals)}`).join('\n')
  return `**Silent signals.** ${silent.length} of the signals set apart have ${SILENT_LEADS} leads or more and keep no post, and ${others} of the shared ones:

${list}`.replace(/:\n\n$/, '.')
}

function composeWorst({ apart, signals }: QualityInputs): string {
  const worst = apart.signals
    .filter((one) => one.leads >= SILENT_LEADS && !isSilent(one))
    .toSorted((left, right) => (left.ap ?? 1) - (right.ap ?? 1) || (left.id < right.id ? -1 : 1))
    .slice(0, WORST_MAX)
  const list = worst
    .map((one) => `- ${describe(one, signals)}; ${one.kept} kept, ${one.right} of them leads`)
    .join('\n')
  return `**Worst order.** Of the other signals with as many leads these have the lowest average precision:

${list}`
}

function isSilent({ leads, kept }: SignalQuality): boolean {
  return leads >= SILENT_LEADS && kept === 0
}

function describe({ id, leads, ap }: SignalQuality, signals: QualityInputs['signals']): string {
  const { intent_signal: sentence = id, field } = signals.find((signal) => signal.id === id) ?? {}
  return `_${sentence}_ (${field ?? 'no field'}): ${leads} leads, average precision ${decimal(ap ?? 0)}`
}

function line(words: string, { posts, kept }: KeptOf = { posts: 0, kept: 0 }): string[] {
  return [words, String(posts), String(kept), posts === 0 ? '–' : String(Math.round((kept / posts) * 100))]
}
