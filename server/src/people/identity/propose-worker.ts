import { parentPort, workerData } from 'node:worker_threads'
import { proposeIdentities } from '@leadlight/domain/identity/propose-identities'

if (!parentPort) throw new Error('The worker that compares accounts must be started as a worker thread.')
parentPort.postMessage(proposeIdentities(...(workerData as Parameters<typeof proposeIdentities>)))
