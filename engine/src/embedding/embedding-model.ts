import { VECTOR_LENGTH, type TokenEmbedding } from './embedder.ts'
import { BELOW_LAST, readModelFiles } from './model-files.ts'
import { createWordPiece } from './word-piece.ts'

const TOKENS_MAX = 256
const LAST = 'last_hidden_state'

interface OnnxTensor {
  data: unknown
  dispose?(): void
}

/** The part of onnxruntime used here, whichever build is loaded. */
interface OnnxRuntime {
  InferenceSession: {
    create(
      weights: Uint8Array,
      options: Record<string, unknown>,
    ): Promise<{
      run(feeds: Record<string, OnnxTensor>, fetches: readonly string[]): Promise<Record<string, OnnxTensor>>
    }>
  }
  Tensor: new (
    ...of: ['int64', BigInt64Array, readonly number[]] | ['float32', Float32Array, readonly number[]]
  ) => OnnxTensor
}

export interface EmbeddingModel {
  /** Without tokens only the whole text's vector is made. */
  read(text: string, withTokens: boolean): Promise<TokenEmbedding>
}

/**
 * Loads the model into this process. Each run takes one text: the quantised model scales its numbers over the whole
 * batch, so a batch would let a text's neighbours change its vector. On one core batching is no faster.
 */
export async function loadEmbeddingModel(layerFile?: URL): Promise<EmbeddingModel> {
  const [onnx, files] = await Promise.all([importRuntime(), readModelFiles(layerFile)])
  const wordPiece = createWordPiece(files.tokenizer)
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false }
  const session = await onnx.InferenceSession.create(files.weights, options)
  const layer = await onnx.InferenceSession.create(files.layer, options)
  // The sessions have copies; the garbage collector would keep these 25 MB while nothing is read.
  for (const { buffer } of [files.weights, files.layer]) buffer.transfer(0)

  async function read(text: string, withTokens: boolean): Promise<TokenEmbedding> {
    const { ids, starts } = wordPiece.encode(text, TOKENS_MAX)
    const shape = [1, ids.length]
    const feeds = {
      input_ids: new onnx.Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new onnx.Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new onnx.Tensor('int64', new BigInt64Array(ids.length), shape),
    }
    const output = await session.run(feeds, [LAST, ...(withTokens ? [BELOW_LAST] : [])])
    const hidden = rowsOf(output[LAST])
    const vector = poolRows(hidden)
    if (!withTokens) return { vector, tokens: new Float32Array(), near: new Float32Array(), starts: new Int32Array() }
    const below = new onnx.Tensor('float32', rowsOf(output[BELOW_LAST]), [...shape, VECTOR_LENGTH])
    const { near } = await layer.run({ hidden: below }, ['near'])
    return {
      vector,
      tokens: withoutEnds(hidden),
      near: withoutEnds(rowsOf(near)),
      starts: Int32Array.from(starts.slice(1, -1)),
    }
  }

  return { read }
}

/** The native build where this machine has one, else WebAssembly: slower, with the same numbers up to rounding. */
async function importRuntime(): Promise<OnnxRuntime> {
  const builds = ['onnxruntime-node', 'onnxruntime-web']
  const failures: unknown[] = []
  for (const build of builds) {
    try {
      const loaded = (await import(build)) as OnnxRuntime & { default?: OnnxRuntime }
      return loaded.default ?? loaded
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `No embedding runtime loads: neither ${builds.join(' nor ')}.`)
}

function rowsOf(output: OnnxTensor | undefined): Float32Array {
  if (!(output?.data instanceof Float32Array)) throw new Error('The embedding model gave no hidden state.')
  return output.data
}

/** The rows but for those of `[CLS]` and `[SEP]`. */
function withoutEnds(rows: Float32Array): Float32Array {
  return rows.slice(VECTOR_LENGTH, Math.max(VECTOR_LENGTH, rows.length - VECTOR_LENGTH))
}

function poolRows(rows: Float32Array): Float32Array {
  const pooled = new Float32Array(VECTOR_LENGTH)
  for (let at = 0; at < rows.length; at++)
    pooled[at % VECTOR_LENGTH] = (pooled[at % VECTOR_LENGTH] ?? 0) + (rows[at] ?? 0)
  const length = Math.sqrt(pooled.reduce((square, value) => square + value * value, 0))
  return pooled.map((value) => value / length)
}
