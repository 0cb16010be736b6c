import { parentPort } from 'node:worker_threads'
import type { TokenEmbedding } from './embedder.ts'
import { loadEmbeddingModel, type EmbeddingModel } from './embedding-model.ts'

export interface EmbeddingRequest {
  id: number
  texts: readonly string[]
  withTokens: boolean
}

export type EmbeddingReply = { id: number; embeddings: TokenEmbedding[] } | { id: number; problem: string }

const port = parentPort
if (!port) throw new Error('The embedding worker must be started as a worker thread.')

let loading: Promise<EmbeddingModel> | undefined
let tail: Promise<void> = Promise.resolve()

port.on('message', (request: EmbeddingRequest) => {
  tail = tail.then(() => answer(request))
})

async function answer(request: EmbeddingRequest): Promise<void> {
  try {
    loading ??= loadEmbeddingModel()
    const model = await loading
    const embeddings: TokenEmbedding[] = []
    for (const text of request.texts) {
      const { vector, tokens, starts } = await model.read(text)
      embeddings.push(
        request.withTokens
          ? { vector, tokens, starts }
          : { vector, tokens: new Float32Array(), starts: new Int32Array() },
      )
    }
    const moved = embeddings.flatMap(({ vector, tokens, starts }) => [vector.buffer, tokens.buffer, starts.buffer])
    post({ id: request.id, embeddings }, moved as ArrayBuffer[])
  } catch (error) {
    loading = undefined
    post({ id: request.id, problem: error instanceof Error ? error.message : String(error) }, [])
  }
}

function post(reply: EmbeddingReply, moved: ArrayBuffer[]): void {
  port?.postMessage(reply, moved)
}
