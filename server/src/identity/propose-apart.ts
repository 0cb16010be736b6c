import { Worker } from 'node:worker_threads'
import { proposeIdentities, type IdentityProposal } from '@leadlight/domain/identity/propose-identities'

/** So few are compared within some tens of milliseconds, sooner than a thread is started. */
const IN_PLACE_MAX = 1_000

type Asked = Parameters<typeof proposeIdentities>

/**
 * What `proposeIdentities` answers, in a thread of its own where it takes long: a process that does nothing else for seconds
 * answers no request meanwhile, and is taken for dead by the other workers.
 */
export async function proposeApart(asked: Asked, signal: AbortSignal): Promise<IdentityProposal[]> {
  signal.throwIfAborted()
  if (asked[0].length <= IN_PLACE_MAX) return proposeIdentities(...asked)
  const answer = Promise.withResolvers<IdentityProposal[]>()
  const worker = new Worker(new URL('./propose-worker.ts', import.meta.url), { name: 'identities', workerData: asked })
  const leave = () => answer.reject(signal.reason as Error)
  signal.addEventListener('abort', leave, { once: true })
  worker.once('message', answer.resolve)
  worker.once('error', answer.reject)
  worker.once('exit', (code) =>
    answer.reject(new Error(`The thread that compares accounts stopped with code ${code}.`)),
  )
  try {
    return await answer.promise
  } finally {
    signal.removeEventListener('abort', leave)
    await worker.terminate()
  }
}
