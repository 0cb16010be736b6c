import { parseArgs } from 'node:util'
import { createNameIndex } from '@leadlight/engine/names/name-index'
import { createDice } from '@leadlight/engine/testing/dice'
import { makeUpNames } from '@leadlight/engine/testing/made-up-names'
import { saysIn, plain } from '@leadlight/engine/testing/names-oracle'
import { loadCorpus } from '../reverse/posts.ts'

const EXPRESSIONS = 200
const VOCABULARY_POSTS = 2_000

/**
 * Whether the index of names finds in every post exactly what a slow and simple oracle does, and how fast it is. Throws
 * where one of them is wrong.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      posts: { type: 'string' },
      seed: { type: 'string', default: '1' },
      expressions: { type: 'string', default: String(EXPRESSIONS) },
    },
  })
  const { name, texts } = loadCorpus(values.posts)
  const dice = createDice(`names ${values.seed}`)
  const sample = texts.slice(0, VOCABULARY_POSTS)
  const made = Array.from({ length: Number(values.expressions) }, (_, at) => ({
    id: String(at),
    ...makeUpNames(dice, sample),
  }))
  const index = createNameIndex()
  for (const { id, written } of made) index.put(id, written)
  const started = performance.now()
  const found = texts.map((text) => new Set(index.match(text)))
  const seconds = (performance.now() - started) / 1000
  let [wanted, missed, wrong] = [0, 0, 0]
  for (const [at, text] of texts.entries()) {
    const folded = plain(text)
    for (const { id, names, written } of made) {
      const [isWanted, isFound] = [saysIn(names, folded), found[at]?.has(id) === true]
      if (isWanted) wanted++
      if (isWanted && !isFound) missed++
      if (isFound && !isWanted) wrong++
      if (isWanted !== isFound) console.error({ written, isWanted, text: text.slice(0, 400) })
    }
  }
  console.table([
    {
      posts: `${texts.length} ${name}`,
      expressions: made.length,
      'matches by the oracle': wanted,
      missed,
      wrong,
      'posts a second': Math.round(texts.length / seconds),
    },
  ])
  if (missed + wrong > 0) throw new Error(`${missed} matches are missed, ${wrong} are wrong.`)
}
