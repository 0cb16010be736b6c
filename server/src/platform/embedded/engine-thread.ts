// Runs in a worker thread: the engine blocks its thread, and the server's must stay free.
import { realpathSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { ClosedFiles } from './closed-files.ts'
import { requireDatabase } from './database-folder.ts'
import { startEngineServer } from './engine-server.ts'
import { createSlowTurns } from './slow-turns.ts'
import { measureRoom, ROOM_MIN_BYTES } from '../storage.ts'

export interface EngineOptions {
  dataDir: string
  socketPath: string
  /** From which duration on a statement is reported. */
  slowMs: number
}

/**
 * ANALYZE samples 300 rows for each of these, whatever a table's size, while everybody waits: 50,000 posts take 50 ms,
 * and 330 with PostgreSQL's default of 100.
 */
const STATISTICS_TARGET = 20

/** The product's own connection, and one for a backup of a running installation. */
const CONNECTIONS_MAX = 3

/** Where the engine reads and answers one message. */
const MAIN_LOOP = '_PostgresMainLoopOnce'
/** How the engine's C code says that it jumps back to its main loop. */
const JUMP = 100
const ENDED_BY_ITSELF = 1

async function startEngine({ dataDir, socketPath, slowMs }: EngineOptions): Promise<void> {
  await requireDatabase(dataDir, initialise)
  const engine = endingOnFailure(await open(dataDir))
  await engine.exec(`set default_statistics_target = ${STATISTICS_TARGET}`)
  const noteTurn = createSlowTurns(slowMs, (turn) => parentPort?.postMessage(turn))
  // Left by an engine that ended by itself.
  rmSync(socketPath, { force: true })
  const server = await startEngineServer(engine, { path: socketPath, connectionsMax: CONNECTIONS_MAX, noteTurn })
  parentPort?.postMessage('ready')
  parentPort?.on('message', async (word) => {
    if (word !== 'stop') return
    await server.stop()
    await engine.close()
    parentPort?.postMessage('stopped')
    parentPort?.close()
  })
}

async function initialise(folder: string): Promise<void> {
  const engine = await PGlite.create({ fs: new ClosedFiles(folder) })
  await engine.close()
}

async function open(folder: string): Promise<PGlite> {
  try {
    // Where the folder is a link, the engine would look for its target among its own files.
    return await PGlite.create({ fs: new ClosedFiles(realpathSync(folder)) })
  } catch (error) {
    const said = sayWhy(error)
    const isFull = measureRoom(folder) < ROOM_MIN_BYTES
    const remedy = isFull
      ? 'its disk is full: make room there'
      : 'if it stays so, move the folder away and restore a backup'
    throw new Error(`The database in ${folder} cannot be opened (${said}); ${remedy}.`, { cause: error })
  }
}

/** The engine's file system throws objects that hold a number of its own and no words. */
function sayWhy(error: unknown): string {
  if (error instanceof Error) return error.message
  const isNumbered = typeof error === 'object' && error !== null && 'errno' in error
  return isNumbered ? `error ${String(error.errno)} of its file system` : String(error)
}

/**
 * A failed statement is an answer of the protocol, and leaves the engine by a jump. Whatever else throws is the engine's
 * own end, such as a log that cannot be written. The library would ask what is left of it for ever, so the thread ends
 * here and now, and its owner starts another.
 */
function endingOnFailure(engine: PGlite): PGlite {
  const { Module } = engine
  const once = Module[MAIN_LOOP]
  Module[MAIN_LOOP] = () => {
    try {
      once()
    } catch (error) {
      if (!isJump(error)) process.exit(ENDED_BY_ITSELF)
      throw error
    }
  }
  const execute = engine.execProtocolRawStream.bind(engine)
  engine.execProtocolRawStream = (message, options) =>
    execute(message, options).catch((error: unknown) => {
      setImmediate(() => {
        throw error
      })
      throw error
    })
  return engine
}

function isJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === JUMP
}

await startEngine(workerData as EngineOptions)
