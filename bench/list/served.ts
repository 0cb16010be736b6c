import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { SECRET_KEY } from './capture.ts'
import { openHttpConnection, type HttpConnection } from './http-connection.ts'

/** One person makes the calls of hundreds. */
const UNCOUNTED = { SESSION_CALLS_PER_MINUTE: '0', ORGANIZATION_CALLS_PER_MINUTE: '0' }
const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** The product itself, serving requests in a process of its own. */
export interface Served {
  url: string
  /** The id of its process. */
  pid: number
  /** The server closes a connection after a few idle seconds, so each series of requests opens its own. */
  connect(): Promise<HttpConnection>
  stop(): Promise<void>
}

/** Starts the product's API on an existing database, on a port that the system chooses. */
export async function serve(environment: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, '--role=api'], {
    env: { ...process.env, ...UNCOUNTED, ...environment, PORT: '0', HOST: '127.0.0.1', SECRET_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { promise: listening, resolve, reject } = Promise.withResolvers<number>()
  child.stdout.on('data', (text: Buffer) => {
    const found = /Leadlight is at http:\/\/localhost:(\d+)/.exec(text.toString())
    if (found) resolve(Number(found[1]))
  })
  child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  const port = await listening
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    connect: () => openHttpConnection(port),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
