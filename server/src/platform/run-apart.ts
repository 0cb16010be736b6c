import { Worker } from 'node:worker_threads'

/**
 * Runs a worker with some data in its own thread and returns its answer. A process busy for seconds answers no request
 * meanwhile, and other workers take it for dead.
 */
export async function runApart<Answer>(
  worker: URL,
  workerData: unknown,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<Answer> {
  signal.throwIfAborted()
  const answer = Promise.withResolvers<Answer>()
  const thread = new Worker(worker, { name, workerData })
  const leave = () => answer.reject(signal.reason as Error)
  signal.addEventListener('abort', leave, { once: true })
  thread.once('message', answer.resolve)
  thread.once('error', answer.reject)
  thread.once('exit', (code) => answer.reject(new Error(`The thread for ${name} stopped with code ${code}.`)))
  try {
    return await answer.promise
  } finally {
    signal.removeEventListener('abort', leave)
    await thread.terminate()
  }
}
