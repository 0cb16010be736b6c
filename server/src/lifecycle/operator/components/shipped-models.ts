import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const ENGINE = new URL('../../../../../engine/', import.meta.url)
const XENOVA = 'https://huggingface.co/Xenova/all-MiniLM-L6-v2'
const SENTENCES = 'all-MiniLM-L6-v2 by sentence-transformers, converted to ONNX and quantized by Xenova; unchanged'
const LAYER =
  'The last layer of all-MiniLM-L6-v2, trained further by this project on posts that it graded; see bench/relevance/reader'
const OWN = 'Made by this project from public posts, by its scripts in bench'

/** Every file with weights that an installation runs, and where it comes from. Its licence lies in the same folder. */
const FILES = [
  { path: 'model/all-minilm-l6-v2-int8.onnx', licence: 'Apache-2.0', origin: SENTENCES, url: XENOVA },
  { path: 'model/late-interaction-int8.onnx', licence: 'Apache-2.0', origin: LAYER, url: undefined },
  { path: 'model/tokenizer.json', licence: 'Apache-2.0', origin: SENTENCES, url: XENOVA },
  ...['gist', 'relevance', 'speech-acts', 'word-statistics'].map((name) => {
    return { path: `src/weights/${name}.json`, licence: 'MIT', origin: OWN, url: undefined }
  }),
]

export interface ShippedModel {
  /** From the engine's folder. */
  path: string
  licence: string
  origin: string
  url: string | undefined
  /** In hexadecimal, of the file as it lies there. */
  sha256: string
}

/** Reads and hashes the model's files and weights. */
export async function readShippedModels(): Promise<ShippedModel[]> {
  return Promise.all(
    FILES.map(async (file) => {
      const bytes = await readFile(new URL(file.path, ENGINE))
      return { ...file, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
}
