// npm run rank -- --queries FILE --posts FILE [--depth N]: ranks posts for queries and writes a TREC run file.
import { parseArgs } from 'node:util'
import { createLocalEmbedder } from '../embedding/local-embedder.ts'
import { createRanking } from '../judge/create-ranking.ts'
import { InputError, openFile, readBatches } from './json-lines.ts'
import { readPost, readQuery, runId, withOwnId } from './read-fields.ts'
import { print, runCommand } from './run-command.ts'

const POSTS_PER_BATCH = 32
const RUN_NAME = 'leadlight'
const USAGE = `npm run --silent rank -- --queries queries.jsonl --posts posts.jsonl [--depth 1000] > leadlight.run

Ranks all posts for each query, and writes the best of them as a TREC run file: query, Q0, post, rank, score, ${RUN_NAME}.

  --queries FILE  JSON Lines: {"id": "q1", "text": "Bakers asking which flour to buy"}
  --posts FILE    JSON Lines: {"id": "1", "text": "…"}, with a "title" where there is one; also packed, as FILE.gz
  --depth N       how many posts a query gets at most: 1000 unless told

A line that cannot be read ends it with status 1 and a sentence that has the line's number.
`

await runCommand(USAGE, async (args) => {
  const { queries: queriesFile, posts: postsFile, depth } = readOptions(args)
  const queries: { id: string; text: string }[] = []
  for await (const some of readBatches(openFile(queriesFile), withOwnId(readQuery), POSTS_PER_BATCH))
    queries.push(...some)
  const embedder = createLocalEmbedder()
  try {
    const ranking = await createRanking(
      embedder,
      queries.map(({ text }) => text),
    )
    const read = withOwnId((fields) => {
      const post = readPost(fields)
      return { ...post, id: runId(post.id) }
    })
    for await (const posts of readBatches(openFile(postsFile), read, POSTS_PER_BATCH)) await ranking.add(posts)
    for (const [index, { id: query }] of queries.entries()) {
      const best = ranking.best(index, depth)
      await print(best.map(({ id, score }, at) => `${query} Q0 ${id} ${at + 1} ${score} ${RUN_NAME}\n`).join(''))
    }
  } finally {
    await embedder.close()
  }
})

function readOptions(args: string[]): { queries: string; posts: string; depth: number } {
  const { values } = parseArgs({
    args,
    options: {
      queries: { type: 'string' },
      posts: { type: 'string' },
      depth: { type: 'string', default: '1000' },
    },
  })
  const { queries, posts } = values
  if (queries === undefined || posts === undefined) throw new InputError('Give --queries FILE and --posts FILE.')
  const depth = Number(values.depth)
  if (!Number.isSafeInteger(depth) || depth < 1) throw new InputError('--depth is a whole number from 1.')
  return { queries, posts, depth }
}
