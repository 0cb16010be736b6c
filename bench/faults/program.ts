import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { programEnvironment } from '@leadlight/testing/program-environment'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const SAID_MAX = 20_000
const STARTS_MAX = 10
const AGAIN_MS = 1_000

interface Changed {
  variables?: Record<string, string>
  flags?: readonly string[]
}

/** A process of the product, started by main.ts, which a service manager would start again. */
export interface Program {
  pid(): number
  /** What it printed since it last started. */
  said(): string
  isRunning(): boolean
  /** Starts it, with other variables or flags of Node than usual if given; resolves once it serves. */
  start(changed?: Changed): Promise<void>
  /** Starts it as a service manager does: once more, a second later, where it ends before it serves. */
  startAgain(): Promise<void>
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Asks it to stop, and resolves with the milliseconds that took. */
  stop(): Promise<number>
}

/** `main` is another version's main.ts, if given. */
export function createProgram(role: 'api' | 'worker', usual: () => Record<string, string>, main = MAIN): Program {
  let child: ChildProcess | undefined
  let said = ''
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async function start({ variables = {}, flags = [] }: Changed = {}): Promise<void> {
    said = ''
    const started = spawn(process.execPath, [...NODE_FLAGS, ...flags, main, `--role=${role}`], {
      env: programEnvironment({ ...usual(), ...variables }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const { promise: serves, resolve, reject } = Promise.withResolvers<void>()
    const hear = (text: Buffer) => {
      said = (said + text.toString()).slice(-SAID_MAX)
      if (/^(?:Leadlight is at |The worker runs\.)/m.test(said)) resolve()
    }
    started.stdout.on('data', hear)
    started.stderr.on('data', hear)
    started.once('exit', (code, signal) =>
      reject(new Error(`The ${role} ended with ${code ?? signal} before it served: ${said.slice(-2000)}`)),
    )
    await serves
  }

  return {
    pid: () => child?.pid ?? 0,
    said: () => said,
    isRunning,
    start,
    async startAgain() {
      for (let tries = 1; ; tries += 1) {
        try {
          return await start()
        } catch (error) {
          if (tries === STARTS_MAX) throw error
          await sleep(AGAIN_MS)
        }
      }
    },
    kill: () => end('SIGKILL'),
    async stop() {
      const begunMs = performance.now()
      await end('SIGTERM')
      return performance.now() - begunMs
    },
  }
}
