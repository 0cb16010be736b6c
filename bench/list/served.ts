import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { SECRET_KEY } from './capture.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** The product itself, answering requests in a process of its own. */
export interface Served {
  /** The milliseconds from sending a request to having its whole answer, over one kept-open connection. */
  time(path: string, token: string): Promise<number>
  stop(): Promise<void>
}

/** Starts the product's API on a database that is there already, on a port of the system's choice. */
export async function serve(environment: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--role=api'], {
    env: { ...process.env, ...environment, PORT: '0', HOST: '127.0.0.1', SECRET_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  child.stdout.on('data', (text: Buffer) => {
    const found = /Leadlight is at http:\/\/localhost:(\d+)/.exec(text.toString())
    if (found) resolve(`http://127.0.0.1:${found[1]}`)
  })
  child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  const base = await address
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    time: (path, token) => timeOf(`${base}${path}`, { agent, headers: { authorization: `Bearer ${token}` } }),
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      await ended
    },
  }
}

function timeOf(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const startedMs = performance.now()
  get(url, options, (response) => {
    response.resume()
    response.once('end', () => {
      if (response.statusCode === 200) resolve(performance.now() - startedMs)
      else reject(new Error(`${url} answered ${response.statusCode}`))
    })
  }).once('error', reject)
  return promise
}
