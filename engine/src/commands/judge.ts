// npm run judge -- "signal" < posts.jsonl: judges posts by one signal, as the server does.
import { leadLevel, logOddsOf, scoreOf } from '@leadlight/domain/scoring'
import { parseArgs } from 'node:util'
import { createLocalEmbedder } from '../embedding/local-embedder.ts'
import { createJudge } from '../judge/judge.ts'
import type { Judgement } from '../judge/judgement.ts'
import { postText } from '../language/post-text.ts'
import { plainBrief, planBrief } from '../plan/brief.ts'
import { InputError, readBatches } from './json-lines.ts'
import { readPost, type GivenPost } from './read-fields.ts'
import { print, runCommand } from './run-command.ts'

const POSTS_PER_BATCH = 16
const EXAMPLE = 'npm run --silent judge -- "Bakers asking which flour to buy" < posts.jsonl'
const USAGE = `${EXAMPLE}

Judges posts by how well each fits the signal, a sentence that says who is looked for.

Standard input is JSON Lines, a post a line: {"id": "1", "title": "…", "text": "…"}. Only "text" is needed.
Standard output is JSON Lines in the same order:
  id        as it was given
  score     0 to 100: how many in a hundred such posts fit
  keep      whether it is good enough for a lead
  level     strong, likely or possible
  reason    a sentence
  evidence  [{start, end, kind, label, quote}]: offsets are UTF-16 units of the title, a line end and the text;
            of the text alone where there is no title
  model     the version of weights and model

A line that cannot be read ends it with status 1 and a sentence that has the line's number.
`

await runCommand(USAGE, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [signal = '', ...others] = positionals
  if (signal.trim() === '' || others.length > 0) throw new InputError(`Give one signal in quotes: ${EXAMPLE}`)
  const plan = planBrief(plainBrief(signal))
  const embedder = createLocalEmbedder()
  const judge = createJudge({ embedder })
  const input = { name: 'standard input', stream: process.stdin }
  try {
    for await (const posts of readBatches(input, readPost, POSTS_PER_BATCH)) {
      const judgements = await judge.judge(plan, posts)
      const lines = posts.map((post, at) => {
        const judgement = judgements[at]
        return judgement ? `${JSON.stringify(present(post, judgement))}\n` : ''
      })
      await print(lines.join(''))
    }
  } finally {
    await embedder.close()
  }
})

function present(post: GivenPost, { keep, reason, evidence, modelVersion, ...judged }: Judgement) {
  const text = postText(post)
  const score = scoreOf(logOddsOf(judged.score))
  return {
    id: post.id,
    score,
    keep,
    level: leadLevel(score),
    reason,
    evidence: evidence.map((span) => ({ ...span, quote: text.slice(span.start, span.end) })),
    model: modelVersion,
  }
}
