import { Worker } from 'node:worker_threads'
import type { ArchivedMatch, ArchivedPost, ArchiveRequest } from './archived-post.ts'
import type { ArchiveAnswer, ArchiveOrder, ArchiveReply, ArchiveSize } from './archive-worker.ts'

/** An archive in a thread of its own. Orders run one after another. */
export interface ArchiveThread {
  /** Adds posts, each replacing the one with its id. */
  put(posts: readonly ArchivedPost[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  search(request: ArchiveRequest): Promise<ArchivedMatch[]>
  measure(): Promise<ArchiveSize>
  /** True once the thread has died, and with it what it held. */
  isLost(): boolean
  stop(): Promise<void>
}

interface Waiting {
  resolve(answer: ArchiveAnswer): void
  reject(error: Error): void
}

/** A thread that dies loses its posts: all open orders fail, and every later one. */
export function startArchiveThread(): ArchiveThread {
  const worker = new Worker(new URL('./archive-worker.ts', import.meta.url), { name: 'archive' })
  const waiting = new Map<number, Waiting>()
  let lost: Error | undefined
  let lastId = 0
  // An idle archive must not keep the process alive.
  worker.unref()
  worker.on('message', settle)
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`The archive's thread stopped with code ${code}.`)))

  function settle(reply: ArchiveReply): void {
    const order = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) worker.unref()
    if ('problem' in reply) order?.reject(new Error(reply.problem))
    else order?.resolve(reply.answer)
  }

  function lose(error: Error): void {
    lost ??= error
    for (const order of waiting.values()) order.reject(lost)
    waiting.clear()
  }

  function give(order: ArchiveOrder): Promise<ArchiveAnswer> {
    return new Promise((resolve, reject) => {
      if (lost) return reject(lost)
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, order })
    })
  }

  return {
    async put(posts) {
      await give({ put: posts })
    },
    async remove(ids) {
      await give({ remove: ids })
    },
    // The worker answers each order in its kind.
    search: async (request) => (await give({ search: request })) as ArchivedMatch[],
    measure: async () => (await give({ measure: true })) as ArchiveSize,
    isLost: () => lost !== undefined,
    async stop() {
      await worker.terminate()
    },
  }
}
