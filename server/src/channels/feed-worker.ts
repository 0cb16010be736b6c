import { parentPort, workerData } from 'node:worker_threads'
import { readFeed } from './feed-entries.ts'

if (!parentPort) throw new Error('The worker that reads feeds must be started as a worker thread.')
const [text, feedUrl] = workerData as Parameters<typeof readFeed>
parentPort.postMessage(readFeed(text, feedUrl))
