import { parseArgs } from 'node:util'
import { CONDITION_KINDS, type Condition, type ConditionKind, type ConditionState } from '@leadlight/domain/conditions'
import { findFailed, readConditions } from '@leadlight/engine/conditions/conditions'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { judgeReading, readyPlan, SHIPPED_WEIGHTS, type TaggedPlan } from '@leadlight/engine/judge/judge'
import { readPosts as readTexts } from '@leadlight/engine/judge/read-posts'
import { composeSpeech, predictSpeech } from '@leadlight/engine/judge/speech-act'
import { relevanceWeights, speechActWeights } from '@leadlight/engine/judge/weights'
import { planSignal } from '@leadlight/engine/plan/plan'
import { averagePrecisions, mean, measure, type Verdict } from '../relevance/measures.ts'
import { hasGraded, postKey, readGraded, readPosts, type GradedPost } from '../relevance/read-data.ts'
import { tabulate, type Answer } from './tabulate.ts'

const LABELS = new URL('../relevance/labels/learn/', import.meta.url).pathname
const POSTS = new URL('../../../shared/data/posts/', import.meta.url).pathname
const POSTS_PER_ROUND = 64
const FACTORS = [1, 0.8, 0.6, 0.4, 0.2]
const LETTERS: Readonly<Record<string, ConditionState>> = { m: 'met', n: 'not_met', u: 'not_said' }

type Labelled = GradedPost & { conditions?: string }

interface Judged {
  post: Labelled
  /** As if no condition had failed. */
  score: number
  conditions: Condition[]
}

/**
 * `npm run bench -- conditions [--data DIR] [--posts DIR]`: what the engine says of each condition against what readers
 * said, and what a lower score for a failed one would do to the ranking. Without `--data`, the signals to learn from.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, posts: { type: 'string' } } })
  const [folder, posts] = [values.data ?? LABELS, values.posts ?? POSTS]
  if (!hasGraded(folder, posts)) {
    console.log(`There is no graded data in ${folder} with posts in ${posts}, so conditions cannot be measured here.`)
    return
  }
  const judged = await judgeAll(folder, posts)
  for (const kind of CONDITION_KINDS) printKind(kind, judged)
  printFactors(judged)
}

async function judgeAll(folder: string, postsFolder: string): Promise<Judged[]> {
  const embedder = createLocalEmbedder()
  try {
    const { signals, judgements } = readGraded(folder)
    const texts = readPosts(postsFolder, new Set(judgements.map(postKey)))
    const plans = new Map<string, TaggedPlan>()
    for (const { id, intent_signal } of signals)
      plans.set(id, await readyPlan(embedder, planSignal(intent_signal), SHIPPED_WEIGHTS))
    const by = { weights: SHIPPED_WEIGHTS, model: embedder.model }
    const byPost = [...Map.groupBy(judgements, postKey)]
    const judged: Judged[] = []
    for (let at = 0; at < byPost.length; at += POSTS_PER_ROUND) {
      const round = byPost.slice(at, at + POSTS_PER_ROUND)
      const own = round.flatMap(([key]) => texts.get(key) ?? [])
      const readings = await readTexts(embedder, own)
      for (const [index, [, graded]] of round.entries()) {
        const reading = readings[index]
        if (reading === undefined) continue
        const speech = predictSpeech(speechActWeights, composeSpeech(reading.sentences).inputs)
        for (const post of graded) {
          const plan = plans.get(post.signal)
          if (plan === undefined) continue
          const judgement = judgeReading(plan, reading, by)
          const conditions = readConditions({ plan, reading }, speechActWeights, speech)
          judged.push({ post, score: judgement.score / findFailed(judgement.conditions).factor, conditions })
        }
      }
    }
    return judged
  } finally {
    await embedder.close()
  }
}

/** What was said of all of a post's conditions of one kind: one that fails decides, and so does one left unsaid. */
function answerOf(kind: ConditionKind, conditions: readonly Condition[]): ConditionState | undefined {
  const states = conditions.filter((own) => own.kind === kind).map(({ state }) => state)
  if (states.length === 0) return undefined
  return states.find((state) => state === 'not_met') ?? states.find((state) => state === 'not_said') ?? 'met'
}

function printKind(kind: ConditionKind, judged: readonly Judged[]): void {
  const place = CONDITION_KINDS.indexOf(kind)
  const answers = judged.flatMap<Answer>(({ post, conditions }) => {
    const read = LETTERS[post.conditions?.[place] ?? '']
    const said = answerOf(kind, conditions)
    return read === undefined || said === undefined ? [] : [{ read, said }]
  })
  const { rows, notMet, met } = tabulate(answers)
  console.log(`\n${kind}: ${answers.length} graded by readers, rows are theirs   met  not met  not said`)
  for (const { read, counts } of rows)
    console.log(`  ${read.padEnd(50)}${counts.map((count) => String(count).padStart(7)).join(' ')}`)
  console.log(`  not met: precision ${show(notMet.precision)} recall ${show(notMet.recall)}`)
  console.log(`  met: precision ${show(met.precision)} recall ${show(met.recall)}`)
}

function printFactors(judged: readonly Judged[]): void {
  console.log('\nScore times a factor where one fails    AP   precision  recall  kept')
  for (const kinds of [['who'], ['limit'], ['who', 'limit']] as ConditionKind[][]) {
    for (const factor of FACTORS) {
      const verdicts = judged.map<Verdict>(({ post, score, conditions }) => {
        const fails = kinds.some((kind) => answerOf(kind, conditions) === 'not_met')
        const probability = fails ? score * factor : score
        const keep = probability >= relevanceWeights.threshold
        return { signal: post.signal, grade: post.grade, score: probability, probability, keep }
      })
      const { precision, recall } = measure(verdicts)
      const ap = mean([...averagePrecisions(verdicts).values()])
      const kept = verdicts.filter(({ keep }) => keep).length
      console.log(
        `  ${`${kinds.join(', ')} × ${factor}`.padEnd(34)}  ${ap.toFixed(4)}  ${show(precision)}  ${show(recall)}  ${kept}`,
      )
    }
  }
}

function show(value: number): string {
  return value.toFixed(3)
}
