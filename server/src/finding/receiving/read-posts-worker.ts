import { parentPort, workerData } from 'node:worker_threads'
import { readPosts } from './read-posts.ts'

if (!parentPort) throw new Error('The worker that reads messages must be started as a worker thread.')
parentPort.postMessage(await readPosts(workerData as Parameters<typeof readPosts>[0]))
