import type { Embedder, TokenEmbedding } from './embedder.ts'
import { createEmbeddingProcess } from './embedding-process.ts'
import { MODEL_NAME } from './model-files.ts'
import { createTurns } from './turns.ts'

const TEXTS_PER_REQUEST = 8
const REQUESTS_IN_FLIGHT_MAX = 4
/** Copying more text than the model reads to the other process would be wasted. */
const CHARACTERS_MAX = 8000

/**
 * The built-in embedder: all-MiniLM-L6-v2 in a process of its own, loaded by the first text. At most four requests of
 * eight texts are under way; the rest wait here, so that a huge order cannot fill the child's memory. A last layer for
 * comparing words other than the one that is shipped is for measuring.
 */
export function createLocalEmbedder({ layerFile }: { layerFile?: URL } = {}): Embedder {
  const reader = createEmbeddingProcess(layerFile)
  const turns = createTurns(REQUESTS_IN_FLIGHT_MAX)
  let closed = false

  async function ask(texts: readonly string[], withTokens: boolean): Promise<TokenEmbedding[]> {
    const parts: Promise<TokenEmbedding[]>[] = []
    for (let at = 0; at < texts.length; at += TEXTS_PER_REQUEST) {
      const part = texts.slice(at, at + TEXTS_PER_REQUEST).map((text) => text.slice(0, CHARACTERS_MAX))
      parts.push(
        turns.take(() => {
          if (closed) throw new Error('The embedder is closed.')
          return reader.ask(part, withTokens)
        }),
      )
    }
    return (await Promise.all(parts)).flat()
  }

  return {
    model: MODEL_NAME,
    embed: async (texts) => (await ask(texts, false)).map(({ vector }) => vector),
    embedTokens: (texts) => ask(texts, true),
    close: () => {
      closed = true
      return reader.stop()
    },
  }
}
