import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { slept, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { EngineOptions } from './engine-thread.ts'
import { lockFolder } from './folder-lock.ts'
import type { SlowTurn } from './slow-turns.ts'

const SOCKET_FOLDER_PREFIX = 'leadlight-'
const SOCKET_NAME = 'postgres.sock'
const STOP_MS = 10_000
const START_AGAIN_MS = 2_000
/** A statement this slow kept everybody else waiting, so the log names it. */
const SLOW_MS = 1_000

export interface EmbeddedEngine {
  /** A unix socket (a named pipe on Windows) in a folder only this user may enter; speaks PostgreSQL's protocol. */
  socketPath: string
  /** Why nothing is answered, in one sentence, while the engine has ended by itself and is not back. */
  findProblem(): string | undefined
  /** Closes the data folder and releases its lock. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: Log
  clock: Clock
  /** From which duration on a statement is logged; a second by default. */
  slowMs?: number
}

/**
 * Starts PostgreSQL in WebAssembly on `dataDir/db` in a thread of its own. Refuses a folder that another process holds.
 * Where the engine ends by itself, as it does where its log cannot be written, its connections end and it is started
 * again until it stays, on what it had acknowledged.
 * Acknowledged writes survive the end of the process; the engine never calls fsync, so a power cut may lose the last
 * ones.
 */
export async function startEmbeddedEngine(options: Options): Promise<EmbeddedEngine> {
  const { dataDir, log, clock, slowMs = SLOW_MS } = options
  const socketPath = makeSocketPath()
  const folder = resolve(dataDir)
  const lock = await lockFolder(folder, socketPath, clock).catch((error: unknown) => {
    removeSocketFolder(socketPath)
    throw error
  })
  if (lock.abandonedSocketPath !== undefined) {
    log.info({ dataDir }, 'The data folder was left by a process that ended without closing it; taking it over.')
    removeSocketFolder(lock.abandonedSocketPath)
  }
  const release = () =>
    clearAway(
      log,
      () => removeSocketFolder(socketPath),
      () => lock.release(),
    )
  const workerData: EngineOptions = { dataDir: join(folder, 'db'), socketPath, slowMs }
  const stopping = new AbortController()
  let problem: string | undefined
  let ended = Promise.resolve()
  let thread = await startThread(workerData, log).catch((error: unknown) => {
    release()
    throw error
  })
  watch()

  /** Settles once the engine is back or not wanted any more. */
  function watch(): void {
    thread.once('exit', () => {
      if (!stopping.signal.aborted) ended = startAgain()
    })
  }

  async function startAgain(): Promise<void> {
    problem = 'The embedded database ended by itself; it is being started again.'
    log.error({}, problem)
    while (await slept(clock, START_AGAIN_MS, stopping.signal)) {
      try {
        thread = await startThread(workerData, log)
        watch()
        problem = undefined
        log.info({}, 'The embedded database runs again.')
        return
      } catch (error) {
        const said = `It ended by itself and does not start yet. ${error instanceof Error ? error.message : String(error)}`
        if (said !== problem) log.error({ err: error }, 'The embedded database cannot be started again yet.')
        problem = said
      }
    }
  }

  return {
    socketPath,
    findProblem: () => problem,
    async stop() {
      if (stopping.signal.aborted) return
      stopping.abort()
      await ended
      if (problem === undefined) await stopInOrder(thread, clock)
      await thread.terminate()
      release()
    },
  }
}

/** On a disk that can only be read, what stays is what a killed process leaves. */
function clearAway(log: Log, ...ends: (() => void)[]): void {
  for (const end of ends) {
    try {
      end()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.warn({}, `The next start clears away what this process cannot: ${why}.`)
    }
  }
}

async function startThread(workerData: EngineOptions, log: Log): Promise<Worker> {
  const thread = new Worker(new URL('./engine-thread.ts', import.meta.url), { workerData, execArgv: [] })
  try {
    await untilSaid(thread, 'ready')
  } catch (error) {
    await thread.terminate()
    throw error
  }
  thread.on('message', (said: string | SlowTurn) => {
    if (typeof said === 'object') log.warn(said, 'A statement held the embedded database, and everybody else waited.')
  })
  thread.on('error', (error: unknown) => log.error({ err: error }, 'The embedded database failed.'))
  return thread
}

async function stopInOrder(thread: Worker, clock: Clock): Promise<void> {
  const given = new AbortController()
  // One that ends by itself meanwhile has stopped as well.
  const stopped = untilSaid(thread, 'stopped').catch(() => {})
  thread.postMessage('stop')
  await Promise.race([stopped, slept(clock, STOP_MS, given.signal)])
  given.abort()
}

function untilSaid(thread: Worker, word: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onMessage = (said: unknown) => {
    if (said === word) finish(resolve)
  }
  const onEnd = (reason: unknown) => {
    finish(() => reject(reason instanceof Error ? reason : new Error('The embedded database did not start.')))
  }
  const finish = (settle: () => void) => {
    thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
    settle()
  }
  thread.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
  return promise
}

function makeSocketPath(): string {
  const folder = makeSocketFolder()
  return process.platform === 'win32' ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, SOCKET_NAME)
}

function makeSocketFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), SOCKET_FOLDER_PREFIX))
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : error
    throw new Error(
      `The folder for temporary files, ${tmpdir()}, cannot be written to (${String(why)}); make that possible, or set TMPDIR to another folder.`,
      { cause: error },
    )
  }
}

/** Only a folder of our own making is ever removed, whatever a lock file says. */
function removeSocketFolder(socketPath: string): void {
  const isPipe = process.platform === 'win32'
  const folder = isPipe ? join(tmpdir(), basename(socketPath)) : dirname(socketPath)
  const isOurs = basename(folder).startsWith(SOCKET_FOLDER_PREFIX) && (isPipe || basename(socketPath) === SOCKET_NAME)
  if (isOurs) rmSync(folder, { recursive: true, force: true })
}
