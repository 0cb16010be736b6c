// Runs in a worker thread: the engine blocks whatever thread it runs on, and the server's must stay free.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export interface EngineOptions {
  dataDir: string
  socketPath: string
}

/** The product's own connection, and one for a backup of a running installation. */
const CONNECTIONS_MAX = 3

async function startEngine({ dataDir, socketPath }: EngineOptions): Promise<void> {
  const engine = await PGlite.create({ dataDir })
  const server = new PGLiteSocketServer({ db: engine, path: socketPath, maxConnections: CONNECTIONS_MAX })
  await server.start()
  parentPort?.postMessage('ready')
  parentPort?.on('message', async (word) => {
    if (word !== 'stop') return
    await server.stop()
    await engine.close()
    parentPort?.postMessage('stopped')
    parentPort?.close()
  })
}

await startEngine(workerData as EngineOptions)
