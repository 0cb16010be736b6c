import type { TokenEmbedding } from './embedder.ts'
import { loadEmbeddingModel, type EmbeddingModel } from './embedding-model.ts'

export interface EmbeddingRequest {
  id: number
  texts: readonly string[]
  withTokens: boolean
}

export type EmbeddingReply = { id: number; embeddings: TokenEmbedding[] } | { id: number; problem: string }

if (!process.send) throw new Error('The embedding process must be started by the server.')

/** A last layer other than the one that is shipped, for measuring. */
const [layerFile] = process.argv.slice(2)
let loading: Promise<EmbeddingModel> | undefined
let tail: Promise<void> = Promise.resolve()

process.on('message', (request: EmbeddingRequest) => {
  tail = tail.then(() => answer(request))
})

process.on('disconnect', end)
if (!process.connected) end()

// A stop signal reaches the whole process group while the server may still have texts to embed; the server ends this
// process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

async function answer(request: EmbeddingRequest): Promise<void> {
  try {
    loading ??= loadEmbeddingModel(layerFile === undefined ? undefined : new URL(layerFile))
    const model = await loading
    const embeddings: TokenEmbedding[] = []
    for (const text of request.texts) embeddings.push(await model.read(text, request.withTokens))
    reply({ id: request.id, embeddings })
  } catch (error) {
    loading = undefined
    reply({ id: request.id, problem: error instanceof Error ? error.message : String(error) })
  }
}

function reply(message: EmbeddingReply): void {
  process.send?.(message, undefined, undefined, (error) => {
    if (error) end()
  })
}

/**
 * Called when nobody is left to answer. It kills, because an exit would run the destructors of the model's runtime, and
 * there is nothing to tidy.
 */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
