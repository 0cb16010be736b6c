import { Worker } from 'node:worker_threads'
import type { TokenEmbedding } from './embedder.ts'
import type { EmbeddingReply, EmbeddingRequest } from './embedding-worker.ts'

interface Waiting {
  promise: Promise<TokenEmbedding[]>
  resolve(embeddings: TokenEmbedding[]): void
  reject(error: Error): void
}

/** The thread that embeds: started by the first request, and anew by the next one if it died. */
export interface EmbeddingThread {
  ask(texts: readonly string[], withTokens: boolean): Promise<TokenEmbedding[]>
  stop(): Promise<void>
}

export function createEmbeddingThread(): EmbeddingThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function settle(reply: EmbeddingReply): void {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) worker?.unref()
    if ('problem' in reply) request?.reject(new Error(reply.problem))
    else request?.resolve(reply.embeddings)
  }

  /** A worker that died answers no one, so every waiting request fails now instead of never. */
  function drop(dead: Worker, error: Error): void {
    if (worker !== dead) return
    worker = undefined
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./embedding-worker.ts', import.meta.url), { name: 'embedder' })
    started.on('message', settle)
    started.on('error', (error: Error) => drop(started, error))
    started.on('exit', (code) => drop(started, new Error(`The embedding worker stopped with code ${code}.`)))
    return started
  }

  function ask(texts: readonly string[], withTokens: boolean): Promise<TokenEmbedding[]> {
    const request: EmbeddingRequest = { id: ++lastId, texts, withTokens }
    const running = (worker ??= start())
    const answer = Promise.withResolvers<TokenEmbedding[]>()
    waiting.set(request.id, answer)
    running.ref()
    running.postMessage(request)
    return answer.promise
  }

  async function stop(): Promise<void> {
    // The runtime of the model ends the whole process where its thread is taken from it in the middle of a text.
    await Promise.allSettled([...waiting.values()].map(({ promise }) => promise))
    await worker?.terminate()
  }

  return { ask, stop }
}
