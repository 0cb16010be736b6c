import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { WordPieceFile } from './word-piece.ts'

const WEIGHTS_SHA256 = 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'
/** Numbers of the fields of an ONNX file: of the model its graph, of that an output, of that its name. */
const [GRAPH, OUTPUT, NAME] = [7, 12, 1]
const LAYER_SHA256 = '7ab2fa4366a8042b49790843145b7a2189771c1e2c5790b583efd972fe09e9bf'
/** Has the licence and the origin beside the model. */
const FOLDER = new URL('../../model/', import.meta.url)

/** The model's name in judgements; it changes whenever vectors would. */
export const MODEL_NAME = 'all-minilm-l6-v2-int8.1'

/** The model's own name for what its last layer reads. */
export const BELOW_LAST = '/encoder/layer.4/output/LayerNorm/Add_1_output_0'

export interface ModelFiles {
  /** The model, made to give out `BELOW_LAST` too. */
  weights: Uint8Array<ArrayBuffer>
  /** The last layer by which words are compared, a model of its own. */
  layer: Uint8Array<ArrayBuffer>
  tokenizer: WordPieceFile
}

/**
 * Reads the weights, the own last layer and the tokenizer; refuses weights other than those the scores were trained on. A
 * last layer from another file is for measuring.
 */
export async function readModelFiles(layerFile?: URL): Promise<ModelFiles> {
  const weights = await readChecked('all-minilm-l6-v2-int8.onnx', WEIGHTS_SHA256)
  const layer = layerFile ? await readFile(layerFile) : await readChecked('late-interaction-int8.onnx', LAYER_SHA256)
  const tokenizer = JSON.parse(await readFile(new URL('tokenizer.json', FOLDER), 'utf8')) as WordPieceFile
  return { weights: withOutput(weights, BELOW_LAST), layer, tokenizer }
}

async function readChecked(name: string, expected: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(new URL(name, FOLDER))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== expected) throw new Error(`The embedding model ${name} has sha256 ${sha256}, expected ${expected}.`)
  return bytes
}

/**
 * The model with one more output. It is a protobuf message, of which a part that comes twice is joined: so a second graph
 * that has nothing but the output's name is enough, and the model's file stays as it was published.
 */
function withOutput(model: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> {
  const field = (tag: number, value: Uint8Array) => Buffer.concat([Buffer.from([(tag << 3) | 2, value.length]), value])
  const graph = field(GRAPH, field(OUTPUT, field(NAME, Buffer.from(name))))
  const whole = new Uint8Array(model.length + graph.length)
  whole.set(model)
  whole.set(graph, model.length)
  return whole
}
