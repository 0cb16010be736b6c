import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { WordPieceFile } from './word-piece.ts'

const WEIGHTS_SHA256 = 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'
/** Has the licence and the origin beside the model. */
const FOLDER = new URL('../../model/', import.meta.url)

/** The model's name in judgements; it changes whenever vectors would. */
export const MODEL_NAME = 'all-minilm-l6-v2-int8.1'

/** Reads the weights and the tokenizer; refuses weights other than those the scores were trained on. */
export async function readModelFiles(): Promise<{ weights: Uint8Array<ArrayBuffer>; tokenizer: WordPieceFile }> {
  const weights = await readFile(new URL('all-minilm-l6-v2-int8.onnx', FOLDER))
  const sha256 = createHash('sha256').update(weights).digest('hex')
  if (sha256 !== WEIGHTS_SHA256)
    throw new Error(`The embedding model has sha256 ${sha256}, expected ${WEIGHTS_SHA256}.`)
  const tokenizer = JSON.parse(await readFile(new URL('tokenizer.json', FOLDER), 'utf8')) as WordPieceFile
  return { weights, tokenizer }
}
