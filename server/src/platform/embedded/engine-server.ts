import { createServer } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket'
import { createEngineTurns } from './engine-turns.ts'
import type { NoteTurn } from './slow-turns.ts'

export interface EngineServer {
  stop(): Promise<void>
}

interface Options {
  path: string
  connectionsMax: number
  noteTurn: NoteTurn
}

/** Lets a limited number of connections speak PostgreSQL's protocol with the engine over the unix socket at `path`. */
export async function startEngineServer(
  engine: PGlite,
  { path, connectionsMax, noteTurn }: Options,
): Promise<EngineServer> {
  const handlers = new Set<PGLiteSocketHandler>()
  // The library's type names its own queue class with its private members; its handler calls only these three.
  const queryQueue = createEngineTurns(engine, noteTurn) as unknown as PGLiteSocketHandlerOptions['queryQueue']
  const server = createServer((socket) => {
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true })
    const forget = () => void handlers.delete(handler)
    handler.addEventListener('error', forget)
    handler.addEventListener('close', forget)
    handlers.add(handler)
    void handler.attach(socket)
  })
  server.maxConnections = connectionsMax
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    async stop() {
      await Promise.all([...handlers].map((handler) => handler.detach(true)))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
