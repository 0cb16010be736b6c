import { parentPort, workerData } from 'node:worker_threads'
import { proposeCompanies } from '@leadlight/domain/company-links/propose-companies'

if (!parentPort) throw new Error('The worker that looks for companies must be started as a worker thread.')
parentPort.postMessage(proposeCompanies(...(workerData as Parameters<typeof proposeCompanies>)))
