// node bench/relevance/reader/dump.ts GRADED_FOLDER OUT: writes what the reader is trained on: for each text, what the
// language model's last layer is given; for each pair, its texts, its grade and the judge's features.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import type { Embedder, TokenEmbedding } from '@leadlight/engine/embedding/embedder'
import { readModelFiles } from '@leadlight/engine/embedding/model-files'
import { createWordPiece } from '@leadlight/engine/embedding/word-piece'
import { speechActWeights } from '@leadlight/engine/judge/weights'
import { draftReading } from '@leadlight/engine/judge/reading'
import { planSignal } from '@leadlight/engine/plan/plan'
import { sayingsFor } from '@leadlight/engine/plan/voices'
import onnx from 'onnxruntime-node'
import { preparePairs } from '../prepare.ts'
import { postKey, readGraded, readPosts } from '../read-data.ts'

const WIDTH = 384
const TOKENS_MAX = 256
/** What the last of six layers reads; not an output of the file, so it is made one. */
const BELOW_LAST = '/encoder/layer.4/output/LayerNorm/Add_1_output_0'
const POSTS = new URL('../../../../shared/data/posts', import.meta.url).pathname

const [folder = '', out = ''] = process.argv.slice(2)
const graded = readGraded(folder)
const posts = readPosts(POSTS, new Set(graded.judgements.map(postKey)))
const file = openSync(`${out}.f16`, 'w')
/** By text: at which row it begins, and how many rows it has, `[CLS]` and `[SEP]` among them. */
const rowsOf = new Map<string, { row: number; rows: number }>()
let written = 0

const { weights, tokenizer } = await readModelFiles()
const wordPiece = createWordPiece(tokenizer)
const session = await onnx.InferenceSession.create(withOutput(weights, BELOW_LAST), { intraOpNumThreads: 1 })

/** A graph's outputs are a repeated field, and appending a message to another joins them. */
function withOutput(model: Uint8Array, name: string): Uint8Array {
  const letters = new TextEncoder().encode(name)
  const value = [0x0a, letters.length, ...letters]
  const graph = [0x62, value.length, ...value]
  return Uint8Array.from([...model, 0x3a, graph.length, ...graph])
}

async function read(text: string): Promise<TokenEmbedding> {
  const { ids, starts } = wordPiece.encode(text.slice(0, 8000), TOKENS_MAX)
  const shape = [1, ids.length]
  const output = await session.run({
    input_ids: new onnx.Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new onnx.Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new onnx.Tensor('int64', new BigInt64Array(ids.length), shape),
  })
  const below = output[BELOW_LAST]?.data as Float32Array
  const hidden = output['last_hidden_state']?.data as Float32Array
  if (!rowsOf.has(text)) {
    writeSync(file, new Uint8Array(new Float16Array(below).buffer))
    rowsOf.set(text, { row: written, rows: ids.length })
    written += ids.length
  }
  const vector = new Float32Array(WIDTH)
  hidden.forEach((value, at) => (vector[at % WIDTH] = (vector[at % WIDTH] ?? 0) + value))
  const length = Math.hypot(...vector)
  return {
    vector: vector.map((value) => value / length),
    tokens: hidden.slice(WIDTH, Math.max(WIDTH, hidden.length - WIDTH)),
    starts: Int32Array.from(starts.slice(1, -1)),
  }
}

async function readAll(texts: readonly string[]): Promise<TokenEmbedding[]> {
  const all: TokenEmbedding[] = []
  for (const text of texts) all.push(await read(text))
  return all
}

const embedder: Embedder = {
  model: 'dump',
  embed: async (texts) => (await readAll(texts)).map(({ vector }) => vector),
  embedTokens: readAll,
  close: async () => undefined,
}

const pairs = await preparePairs(embedder, { ...graded, posts }, speechActWeights)
const rows = (text: string) => rowsOf.get(text) ?? { row: 0, rows: 0 }
const signals = graded.signals.map((signal) => {
  const plan = planSignal(signal.intent_signal)
  const sayings = sayingsFor(plan.wish, plan.acts)
  const voices = [plan.voice, plan.signal, plan.subject].map((text) => ({ ...rows(text), weight: 1 }))
  return { ...signal, voices: [...voices, ...sayings.map(({ text, weight }) => ({ ...rows(text), weight }))] }
})
const texts = new Map([...posts].map(([key, post]) => [key, draftReading(post).chunks.map(({ text }) => rows(text))]))
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
closeSync(file)
console.log(
  JSON.stringify({ pairs: pairs.length, texts: rowsOf.size, rows: written }),
  readFileSync(`${out}.json`).length,
)
