import { VECTOR_LENGTH, type TokenEmbedding } from './embedder.ts'
import { readModelFiles } from './model-files.ts'
import { createWordPiece } from './word-piece.ts'

const TOKENS_MAX = 256

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
    ): Promise<{ run(feeds: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>> }>
  }
  Tensor: new (type: 'int64', data: BigInt64Array, dimensions: readonly number[]) => OnnxTensor
}

export interface EmbeddingModel {
  read(text: string): Promise<TokenEmbedding>
}

/**
 * Loads the model into this process. Each run takes one text: the quantised model scales its numbers over the whole
 * batch, so a batch would let a text's neighbours change its vector. On one core batching is no faster.
 */
export async function loadEmbeddingModel(): Promise<EmbeddingModel> {
  const [onnx, files] = await Promise.all([importRuntime(), readModelFiles()])
  const wordPiece = createWordPiece(files.tokenizer)
  const session = await onnx.InferenceSession.create(files.weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
  })
  // The session has a copy; the garbage collector would keep these 23 MB while nothing is read.
  files.weights.buffer.transfer(0)

  async function read(text: string): Promise<TokenEmbedding> {
    const { ids, starts } = wordPiece.encode(text, TOKENS_MAX)
    const shape = [1, ids.length]
    const output = await session.run({
      input_ids: new onnx.Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new onnx.Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new onnx.Tensor('int64', new BigInt64Array(ids.length), shape),
    })
    const hidden = output['last_hidden_state']?.data
    if (!(hidden instanceof Float32Array)) throw new Error('The embedding model gave no hidden state.')
    const last = hidden.length - VECTOR_LENGTH
    return {
      vector: poolRows(hidden),
      tokens: hidden.slice(VECTOR_LENGTH, Math.max(VECTOR_LENGTH, last)),
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

function poolRows(rows: Float32Array): Float32Array {
  const pooled = new Float32Array(VECTOR_LENGTH)
  for (let at = 0; at < rows.length; at++)
    pooled[at % VECTOR_LENGTH] = (pooled[at % VECTOR_LENGTH] ?? 0) + (rows[at] ?? 0)
  const length = Math.sqrt(pooled.reduce((square, value) => square + value * value, 0))
  return pooled.map((value) => value / length)
}
