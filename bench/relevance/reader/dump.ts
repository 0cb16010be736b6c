// node bench/relevance/reader/dump.ts GRADED_FOLDER OUT LAYER: writes what the reader is trained on: for each text, its words
// as the language model knows them; for each pair, its texts, its grade and the judge's features. LAYER is the model's own
// last layer, by export.py.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { readModelFiles } from '@leadlight/engine/embedding/model-files'
import { createWordPiece } from '@leadlight/engine/embedding/word-piece'
import { conditionWeights, speechActWeights } from '@leadlight/engine/judge/weights'
import { draftReading } from '@leadlight/engine/judge/reading'
import { planSignal } from '@leadlight/engine/plan/plan'
import { sayingsFor } from '@leadlight/engine/plan/voices'
import { prepareReads } from '../prepare.ts'
import { postKey, readGraded, readPosts } from '../read-data.ts'

/** As the embedder cuts texts. */
const TOKENS_MAX = 256
const POSTS = new URL('../../../../shared/data/posts', import.meta.url).pathname

const [folder = '', out = '', layer = ''] = process.argv.slice(2)
const graded = readGraded(folder)
const posts = readPosts(POSTS, new Set(graded.judgements.map(postKey)))
const { tokenizer } = await readModelFiles()
const wordPiece = createWordPiece(tokenizer)
const ids: number[] = []
/** By text: at which id it begins, and how many it has, `[CLS]` and `[SEP]` among them. */
const rowsOf = new Map<string, { row: number; rows: number }>()

function rows(text: string): { row: number; rows: number } {
  const known = rowsOf.get(text)
  if (known) return known
  const own = wordPiece.encode(text, TOKENS_MAX).ids
  const found = { row: ids.length, rows: own.length }
  ids.push(...own)
  rowsOf.set(text, found)
  return found
}

const signals = graded.signals.map((signal) => {
  const plan = planSignal(signal.intent_signal)
  const sayings = sayingsFor(plan.wish, plan.acts)
  const voices = [plan.voice, plan.signal, plan.subject].map((text) => ({ ...rows(text), weight: 1 }))
  return { ...signal, voices: [...voices, ...sayings.map(({ text, weight }) => ({ ...rows(text), weight }))] }
})
const texts = new Map([...posts].map(([key, post]) => [key, draftReading(post).chunks.map(({ text }) => rows(text))]))
const embedder = createLocalEmbedder({ layerFile: pathToFileURL(layer) })
const taggerOf = () => conditionWeights.tagger
const pairs = await prepareReads(embedder, { ...graded, posts }, { speech: speechActWeights, taggerOf })
await embedder.close()
writeFileSync(`${out}.ids`, Uint16Array.from(ids))
writeFileSync(
  `${out}.json`,
  JSON.stringify({
    signals,
    pairs: pairs.map(({ post, signal, business, grade, features }) => ({
      post,
      signal,
      business,
      grade,
      chunks: texts.get(post),
      features: [...features],
    })),
  }),
)
console.log(JSON.stringify({ pairs: pairs.length, texts: rowsOf.size, tokens: ids.length }))
