import { parentPort } from 'node:worker_threads'
import { createReverseIndex, type IndexedSignal, type ReverseMatch } from './reverse-index.ts'

/** A post to match; its vector is packed. */
export interface MatchedText {
  text: string
  vector: Uint8Array | undefined
}

export type IndexOrder =
  | { put: readonly IndexedSignal[] }
  | { remove: string }
  | { id: number; match: readonly MatchedText[] }
  | { id: number; share: readonly string[] }

export type IndexReply = { id: number } & ({ answer: ReverseMatch[][] | boolean[] } | { problem: string })

const port = parentPort
if (!port) throw new Error('The index worker must be started as a worker thread.')

const index = createReverseIndex()

// Orders run one after another, so a match knows everything put before.
port.on('message', (order: IndexOrder) => {
  if ('put' in order) for (const signal of order.put) index.put(signal)
  else if ('remove' in order) index.remove(order.remove)
  else port.postMessage(answer(order))
})

function answer(order: Extract<IndexOrder, { id: number }>): IndexReply {
  const { id } = order
  try {
    if ('share' in order) return { id, answer: order.share.map((text) => index.sharesWords(text)) }
    return { id, answer: order.match.map(({ text, vector }) => index.match(text, vector)) }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}
