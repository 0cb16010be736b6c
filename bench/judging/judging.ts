import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { createJudge } from '@leadlight/engine/judge/judge'
import { planSignal } from '@leadlight/engine/plan/plan'
import { APART_FOLDER } from '../relevance/learn-set.ts'
import { hasGraded, postKey, readGraded, readPosts } from '../relevance/read-data.ts'

const POSTS = new URL('../../../shared/data/posts', import.meta.url).pathname
const SIGNALS = 100
const WARM_UP = 50
const MEASURED = 500
const LIMIT_MS = { one: 20, hundred: 60 }

/** How long a post takes on one core, read for one signal and for a hundred. Fails above its limits. */
export async function run(): Promise<void> {
  if (!hasGraded(APART_FOLDER, POSTS)) {
    console.log(`There are no posts in ${POSTS}, so judging cannot be measured here.`)
    return
  }
  const { signals, judgements } = readGraded(APART_FOLDER)
  const keys = [...new Set(judgements.map(postKey))].slice(0, WARM_UP + MEASURED)
  const posts = [...readPosts(POSTS, new Set(keys)).values()]
  const embedder = createLocalEmbedder()
  try {
    const judge = createJudge({ embedder })
    // The set apart has sixty signals; the others are the same with a word more, and have plans of their own.
    const plans = Array.from({ length: SIGNALS }, (_, at) => {
      const sentence = signals[at % signals.length]?.intent_signal ?? ''
      return planSignal(at < signals.length ? sentence : `${sentence} today`)
    })
    const begun = performance.now()
    for (const plan of plans) await judge.judge(plan, [])
    const planMs = (performance.now() - begun) / SIGNALS
    const taken = { one: [] as number[], hundred: [] as number[] }
    for (const [index, post] of posts.entries()) {
      const started = performance.now()
      let one = 0
      for (const [at, plan] of plans.entries()) {
        await judge.judge(plan, [post])
        if (at === 0) one = performance.now() - started
      }
      if (index < WARM_UP) continue
      taken.one.push(one)
      taken.hundred.push(performance.now() - started)
    }
    report(planMs, taken)
  } finally {
    await embedder.close()
  }
}

function report(planMs: number, taken: { one: number[]; hundred: number[] }): void {
  console.log(`A plan is made ready in ${planMs.toFixed(1)} ms on average. Of ${taken.one.length} posts:`)
  console.log('for          p50      p90    limit of p50')
  for (const [name, limit] of [
    ['one', LIMIT_MS.one],
    ['hundred', LIMIT_MS.hundred],
  ] as const) {
    const sorted = taken[name].toSorted((left, right) => left - right)
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
    console.log(
      `${name.padEnd(8)}${at(0.5).toFixed(1).padStart(8)}${at(0.9).toFixed(1).padStart(9)}${String(limit).padStart(8)} ms`,
    )
    if (!(at(0.5) <= limit)) process.exitCode = 1
  }
}
