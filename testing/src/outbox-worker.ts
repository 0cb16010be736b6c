import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@leadlight/server/platform/clock'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import type { Dice } from '@leadlight/engine/testing/dice'
import { NODE_FLAGS } from './node-flags.ts'
import type { Stage } from './outbox-receivers.ts'

const SCRIPT = fileURLToPath(new URL('crash-worker.ts', import.meta.url))
/** A running worker that has sent nothing for so long is waiting, or has nothing to do. */
const QUIET_MS = 10_000
/** The same of one that is to die at a delivery: a loaded machine may need long to come to it. */
const LONG_QUIET_MS = 240_000
/** The same once everything was sent: its outcome is recorded within this time. */
const SETTLED_MS = 1_000
/** From its start to the worker's death, where it does not die at a delivery. */
const TIME_TO_DIE_MS = 200

/** Where a worker dies: at the first delivery that arrives, before or after its acknowledgement; or after a while. */
type Death = { of: Stage } | { of: 'time'; afterMs: number }

/** How far the deliveries have come. */
export interface Progress {
  delivered(): number
  isDone(): boolean
}

export interface OutboxWorker {
  kill(): void
  ended: Promise<unknown>
  hasEnded(): boolean
  stop(): Promise<void>
  /** Resolves once it is at work. */
  atWork: Promise<void>
}

/** Notifies whoever waits for a death that a delivery has come so far. */
export function createStages() {
  let onPass: (name: Stage) => void | Promise<void> = () => undefined
  return {
    pass: async (name: Stage) => onPass(name),
    watch(watcher: typeof onPass) {
      onPass = watcher
    },
  }
}

export type Stages = ReturnType<typeof createStages>

/** A worker as it is started in production, in a process of its own. */
export function startOutboxWorker(where: DatabaseOptions, environment: Record<string, string>): OutboxWorker {
  const database = where.databaseUrl === undefined ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }
  const env = { ...process.env, ...environment, ...database, SECRET_KEY: 'a secret that only the tests know of' }
  const child = spawn(process.execPath, [...NODE_FLAGS, SCRIPT, '0', 'all'], { env })
  const complaints: string[] = []
  const { promise: atWork, resolve } = Promise.withResolvers<void>()
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()))
  child.stdout.on('data', (said: Buffer) => {
    if (said.includes('at work')) resolve()
  })
  let isOver = false
  async function untilEnded(): Promise<void> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    isOver = true
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The worker ended with ${code}: ${complaints.join('')}`)
  }
  const ended = untilEnded()
  // Whoever awaits the end gets the error; nobody need be waiting yet.
  ended.catch(() => undefined)
  return {
    kill: () => child.kill('SIGKILL'),
    ended,
    hasEnded: () => isOver,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    atWork,
  }
}

/** Lets the worker die where the dice say. Resolves with whether it did before it had nothing left to do. */
export async function dieSomewhere(
  worker: OutboxWorker,
  stages: Stages,
  { dice, progress }: { dice: Dice; progress: Progress },
): Promise<boolean> {
  const death: Death =
    dice.share() < 0.25
      ? { of: 'time', afterMs: dice.below(TIME_TO_DIE_MS) }
      : { of: dice.pick<Stage>(['request', 'whole', 'taken', 'posted']) }
  if (death.of === 'time') void killAfter(worker, death.afterMs)
  stages.watch(async (name) => {
    if (death.of !== name) return
    worker.kill()
    // Later deliveries must not be acknowledged to a worker that has not died yet.
    await worker.ended
  })
  await untilQuiet(worker, progress, LONG_QUIET_MS)
  stages.watch(() => undefined)
  const isAlive = !worker.hasEnded()
  // It had nothing left to die of, so it dies now.
  worker.kill()
  await worker.ended
  return !isAlive
}

async function killAfter(worker: OutboxWorker, ms: number): Promise<void> {
  await worker.atWork
  await systemClock.sleep(ms)
  worker.kill()
}

/** Resolves once the worker has ended, or is at work and sends nothing any more. */
export async function untilQuiet(worker: OutboxWorker, progress: Progress, quietMs = QUIET_MS): Promise<void> {
  await Promise.race([worker.atWork, worker.ended])
  let before = -1
  let quietSinceMs = performance.now()
  while (!worker.hasEnded()) {
    const now = progress.delivered()
    if (now !== before) quietSinceMs = performance.now()
    before = now
    if (performance.now() - quietSinceMs > (progress.isDone() ? SETTLED_MS : quietMs)) return
    await systemClock.sleep(20)
  }
}
