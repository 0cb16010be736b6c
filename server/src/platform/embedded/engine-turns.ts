import type { PGlite } from '@electric-sql/pglite'
import type { NoteTurn } from './slow-turns.ts'

type Engine = Pick<PGlite, 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream' | 'exec'>

/** Parse, Bind, Describe, Execute and Close: parts of a statement whose answers may wait until its Sync. */
const PARTS = new Set(Array.from('PBDEC', (letter) => letter.charCodeAt(0)))

interface Turn {
  connection: number
  message: Uint8Array
  onData: (data: Uint8Array) => void
  resolve: (answeredBytes: number) => void
  reject: (error: Error) => void
}

/** What the socket's connections need of the engine they share; the library's connection handler calls these names. */
export interface EngineTurns {
  enqueue(connection: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number>
  clearQueueForHandler(connection: number): void
  clearTransactionIfNeeded(connection: number): Promise<void>
}

/**
 * Lets connections use the one engine in turn, a transaction at a time. A statement's messages go to the engine
 * together, and its answers leave together. One by one, each costs a call into WebAssembly and a write to the socket,
 * most of a short statement's time. So no other connection gets in between the parts of one statement either.
 */
export function createEngineTurns(engine: Engine, noteTurn: NoteTurn): EngineTurns {
  const begun = new Map<number, Uint8Array[]>()
  let waiting: Turn[] = []
  let isRunning = false
  let lastConnection: number | undefined

  function takeNext(): Turn | undefined {
    if (lastConnection === undefined || !engine.isInTransaction()) return waiting.shift()
    const index = waiting.findIndex(({ connection }) => connection === lastConnection)
    return index === -1 ? undefined : waiting.splice(index, 1)[0]
  }

  async function perform({ connection, message, onData, resolve, reject }: Turn): Promise<void> {
    let answeredBytes = 0
    const begunMs = performance.now()
    try {
      await engine.runExclusive(() =>
        engine.execProtocolRawStream(message, {
          onRawData(data) {
            answeredBytes += data.length
            onData(data)
          },
        }),
      )
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
    noteTurn(message, performance.now() - begunMs)
    lastConnection = connection
    resolve(answeredBytes)
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let turn = takeNext(); turn; turn = takeNext()) await perform(turn)
    isRunning = false
  }

  return {
    enqueue(connection, message, onData) {
      const parts = [...(begun.get(connection) ?? []), message]
      if (PARTS.has(message[0] ?? 0)) {
        begun.set(connection, parts)
        return Promise.resolve(0)
      }
      begun.delete(connection)
      return new Promise((resolve, reject) => {
        const whole = parts.length === 1 ? message : new Uint8Array(Buffer.concat(parts))
        waiting.push({ connection, message: whole, onData, resolve, reject })
        // An engine that throws is useless and reports so itself (see engine-thread.ts); the one who asked has the
        // error.
        run().catch(toldAbove)
      })
    },
    clearQueueForHandler(connection) {
      begun.delete(connection)
      const gone = waiting.filter((turn) => turn.connection === connection)
      waiting = waiting.filter((turn) => turn.connection !== connection)
      for (const { reject } of gone) reject(new Error('The connection is closed.'))
    },
    async clearTransactionIfNeeded(connection) {
      if (lastConnection !== connection || !engine.isInTransaction()) return
      await engine.exec('rollback')
      lastConnection = undefined
      await run()
    },
  }
}

function toldAbove(): void {}
