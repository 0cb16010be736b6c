import { FEATURE_NAMES } from '@leadlight/engine/judge/features'
import { fitRanking } from './fit-models.ts'
import { averagePrecisions, bootstrap, mean, precisionAtRecall, type Interval, type Verdict } from './measures.ts'
import type { Pair } from './prepare.ts'

/** Groups of features: how to recognise one, and its name in the table. */
const STAGES: readonly { name: string; has: RegExp }[] = [
  { name: 'sayings, word by word', has: /^near_saying/ },
  { name: 'first person, signal and subject, word by word', has: /^near_(?:author|signal|subject)$/ },
  { name: 'cosines of whole, title, best sentence', has: /^(?:author|signal|subject)_(?:whole|title|sentence)$/ },
  { name: 'words: BM25 and coverage', has: /bm25|covers/ },
  { name: 'speech acts and need', has: /^(?:act_|need$|wanted_|unwanted_)/ },
  {
    name: 'form: length, questions, first person',
    has: /^(?:length|title_question|first_person|question_marks|title_first_person)$/,
  },
]

export interface StageFigures {
  name: string
  ap: number
  precision: number
  /** The loss in average precision without the stage, by the paired bootstrap over signals. */
  cost: Interval
  /** The average precision of the stage alone. */
  alone: number
}

/**
 * What each group of features adds: the model fitted again without it, and with it alone, both out of fold by business.
 */
export function compareStages(pairs: readonly Pair[]): {
  all: Omit<StageFigures, 'name' | 'cost' | 'alone'>
  stages: StageFigures[]
} {
  const all = rankOutOfFold(pairs, () => true)
  const full = averagePrecisions(all)
  const stages = STAGES.map(({ name, has }) => {
    const without = rankOutOfFold(pairs, (feature) => !has.test(feature))
    const own = averagePrecisions(without)
    return {
      name,
      ap: mean([...own.values()]),
      precision: precisionAtRecall(without),
      cost: bootstrap([...full].map(([signal, ap]) => ap - (own.get(signal) ?? 0))),
      alone: mean([...averagePrecisions(rankOutOfFold(pairs, (feature) => has.test(feature))).values()]),
    }
  })
  return { all: { ap: mean([...full.values()]), precision: precisionAtRecall(all) }, stages }
}

export function printStages({ all, stages }: ReturnType<typeof compareStages>): void {
  const unnamed = FEATURE_NAMES.filter((feature) => !STAGES.some(({ has }) => has.test(feature)))
  if (unnamed.length > 0) throw new Error(`No stage has the features ${unnamed.join(', ')}.`)
  console.log(
    '\nStage                                             alone  without  costs (95 % interval)     P at R .65 without',
  )
  console.log(`${'all stages'.padEnd(50)}       ${show(all.ap)}${' '.repeat(29)}${show(all.precision)}`)
  for (const { name, ap, precision, cost, alone } of stages) {
    const range = `${signed(cost.mean)} (${signed(cost.low)} to ${signed(cost.high)})`
    console.log(`${name.padEnd(50)}${show(alone)}   ${show(ap)}   ${range.padEnd(26)}${show(precision)}`)
  }
}

function rankOutOfFold(pairs: readonly Pair[], uses: (feature: string) => boolean): Verdict[] {
  return [...Map.groupBy(pairs, (pair) => pair.business)].flatMap(([business, held]) => {
    const score = fitRanking(
      pairs.filter((pair) => pair.business !== business),
      uses,
    )
    return held.map(({ signal, grade, features }) => ({
      signal,
      grade,
      score: score(features),
      probability: 0,
      keep: false,
    }))
  })
}

function show(value: number): string {
  return value.toFixed(3).replace(/^0/, '')
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`
}
