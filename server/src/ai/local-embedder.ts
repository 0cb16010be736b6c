import { Worker } from 'node:worker_threads'
import type { Embedder, TokenEmbedding } from './embedder.ts'
import type { EmbeddingReply, EmbeddingRequest } from './embedding-worker.ts'
import { MODEL_NAME } from './model-files.ts'

const TEXTS_PER_REQUEST = 32
const REQUESTS_IN_FLIGHT_MAX = 4
/** More text than the model can read would only be copied to the worker for nothing. */
const CHARACTERS_MAX = 8000

interface Waiting {
  resolve(embeddings: TokenEmbedding[]): void
  reject(error: Error): void
}

/**
 * The built-in embedder: all-MiniLM-L6-v2 on a thread of its own, started by the first text. At most four requests of
 * 32 texts are with the worker; the rest wait here, so a huge order cannot fill the worker's memory.
 */
export function createLocalEmbedder(): Embedder {
  const waiting = new Map<number, Waiting>()
  const queue: (() => void)[] = []
  let worker: Worker | undefined
  let inFlight = 0
  let lastId = 0
  let closed = false

  function ensureWorker(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('./embedding-worker.ts', import.meta.url), { name: 'embedder' })
    started.on('message', settle)
    started.on('error', (error: Error) => drop(started, error))
    started.on('exit', (code) => drop(started, new Error(`The embedding worker stopped with code ${code}.`)))
    started.unref()
    worker = started
    return started
  }

  function settle(reply: EmbeddingReply): void {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) worker?.unref()
    if ('problem' in reply) request?.reject(new Error(reply.problem))
    else request?.resolve(reply.embeddings)
  }

  /** A worker that died answers no one: every waiting request fails, and the next one starts a new worker. */
  function drop(dead: Worker, error: Error): void {
    if (worker !== dead) return
    worker = undefined
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  }

  async function turn(): Promise<void> {
    if (inFlight < REQUESTS_IN_FLIGHT_MAX) {
      inFlight++
      return
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** Hands the place on, so that the count stays right whoever is next. */
  function release(): void {
    const next = queue.shift()
    if (next) next()
    else inFlight--
  }

  async function ask(texts: readonly string[], withTokens: boolean): Promise<TokenEmbedding[]> {
    await turn()
    try {
      if (closed) throw new Error('The embedder is closed.')
      const id = ++lastId
      const request: EmbeddingRequest = { id, texts: texts.map((text) => text.slice(0, CHARACTERS_MAX)), withTokens }
      return await new Promise<TokenEmbedding[]>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        const running = ensureWorker()
        running.ref()
        running.postMessage(request)
      })
    } finally {
      release()
    }
  }

  async function askAll(texts: readonly string[], withTokens: boolean): Promise<TokenEmbedding[]> {
    const parts: Promise<TokenEmbedding[]>[] = []
    for (let at = 0; at < texts.length; at += TEXTS_PER_REQUEST) {
      parts.push(ask(texts.slice(at, at + TEXTS_PER_REQUEST), withTokens))
    }
    return (await Promise.all(parts)).flat()
  }

  return {
    model: MODEL_NAME,
    embed: async (texts) => (await askAll(texts, false)).map(({ vector }) => vector),
    embedTokens: (texts) => askAll(texts, true),
    close: async () => {
      closed = true
      await worker?.terminate()
    },
  }
}
