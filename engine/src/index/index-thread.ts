import { Worker } from 'node:worker_threads'
import type { IndexOrder, IndexReply, MatchedText } from './index-worker.ts'
import type { IndexedSignal, ReverseMatch } from './reverse-index.ts'

/** A reverse index in a thread of its own, which matches many posts at a time. */
export interface IndexThread {
  put(signals: readonly IndexedSignal[]): void
  remove(id: string): void
  /** For each post, with everything put and removed before. */
  match(posts: readonly MatchedText[]): Promise<ReverseMatch[][]>
  sharesWords(texts: readonly string[]): Promise<boolean[]>
  stop(): Promise<void>
}

interface Waiting {
  resolve(answer: ReverseMatch[][] | boolean[]): void
  reject(error: Error): void
}

/** A thread that dies loses its signals: `onLost` is called once, and all open requests fail. */
export function startIndexThread(onLost: (error: Error) => void): IndexThread {
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { name: 'index' })
  const waiting = new Map<number, Waiting>()
  let lost: Error | undefined
  let lastId = 0
  // An idle index must not keep the process alive.
  worker.unref()
  worker.on('message', settle)
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`An index thread stopped with code ${code}.`)))

  function settle(reply: IndexReply): void {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) worker.unref()
    if ('problem' in reply) request?.reject(new Error(reply.problem))
    else request?.resolve(reply.answer)
  }

  function lose(error: Error): void {
    if (lost) return
    lost = error
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
    onLost(error)
  }

  function tell(order: IndexOrder): void {
    if (lost) throw lost
    worker.postMessage(order)
  }

  function ask(question: { match: readonly MatchedText[] } | { share: readonly string[] }) {
    return new Promise<ReverseMatch[][] | boolean[]>((resolve, reject) => {
      const id = ++lastId
      tell({ id, ...question })
      waiting.set(id, { resolve, reject })
      worker.ref()
    })
  }

  return {
    put: (signals) => tell({ put: signals }),
    remove: (id) => tell({ remove: id }),
    // The worker answers each request in its kind.
    match: async (posts) => (await ask({ match: posts })) as ReverseMatch[][],
    sharesWords: async (texts) => (await ask({ share: texts })) as boolean[],
    async stop() {
      await worker.terminate()
    },
  }
}
