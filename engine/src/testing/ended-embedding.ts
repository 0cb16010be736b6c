import { spawn, type ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createEmbeddingProcess, type EmbeddingProcess } from '../embedding/embedding-process.ts'
import { createDice, type Dice } from './dice.ts'

export const MOMENTS = ['idle', 'loading', 'reading'] as const
export const PARENT_ENDS = ['exit', 'SIGTERM', 'SIGKILL'] as const
export type Moment = (typeof MOMENTS)[number]
export type ParentEnd = (typeof PARENT_ENDS)[number]

/** The exit status of a parent that ends by itself. */
export const PARENT_STATUS = 7

const PARENT = fileURLToPath(new URL('embedding-parent.ts', import.meta.url))
/** About as long as loading the model, and reading these texts, takes. */
const LOADING_MS_MAX = 600
const READING_MS_MAX = 400
const TEXTS = Array.from({ length: 32 }, (_, n) => `Text number ${n} takes its time to be read. `.repeat(8))

/** Asks until the moment has come, and returns the open request's promise. The dice choose how late that is. */
export async function askUntil(reader: EmbeddingProcess, moment: Moment, dice: Dice): Promise<() => Promise<string>> {
  const first = reader.ask(TEXTS.slice(0, 1), true)
  if (moment !== 'loading') await first
  const open = moment === 'reading' ? reader.ask(TEXTS, true) : first
  const outcome = open.then(() => 'answered', String)
  await setTimeout(dice.below(moment === 'loading' ? LOADING_MS_MAX : READING_MS_MAX))
  return () => outcome
}

/**
 * Starts embedding processes and ends them, by the embedder itself or by `kill -9` from outside; a new one must then
 * answer. Counts what happened; the caller has survived it.
 */
export async function endEmbeddings(seed: string, starts: number): Promise<Record<string, number>> {
  const tally: Record<string, number> = {}
  const count = (what: string) => (tally[what] = (tally[what] ?? 0) + 1)
  const started: ChildProcess[] = []
  const onStart = (message: unknown) => {
    // Node sends exactly this on the channel.
    const child = (message as { process: ChildProcess }).process
    started.push(child)
    child.once('exit', (code, signal) => count(`ended by ${signal ?? `status ${code}`}`))
  }
  subscribe('child_process', onStart)
  try {
    while (started.length < starts) {
      const dice = createDice(`${seed}-${started.length}`)
      const [moment, isKilled] = [dice.pick(MOMENTS), dice.below(4) === 0]
      const reader = createEmbeddingProcess()
      const outcome = await askUntil(reader, moment, dice)
      count(moment)
      if (isKilled) await kill(started.at(-1))
      else await reader.stop()
      count(await outcome())
      if (isKilled) {
        await reader.ask(TEXTS.slice(0, 1), false)
        count('answered by another')
        await reader.stop()
      }
    }
  } finally {
    unsubscribe('child_process', onStart)
  }
  return { started: started.length, ...tally }
}

export interface ParentOutcome {
  end: string | number | null
  complaints: string
}

/** How a parent ends while its embedder does something, once the embedder's own process is gone too. */
export async function endParent(moment: Moment, end: ParentEnd, seed: string): Promise<ParentOutcome> {
  const parent = spawn(process.execPath, [...process.execArgv, PARENT, moment, end, seed])
  const complaints: Buffer[] = []
  parent.stderr.on('data', (text: Buffer) => complaints.push(text))
  // The embedder's process shares the parent's stderr, so this comes when both have ended.
  const [status, signal] = (await once(parent, 'close')) as [number | null, string | null]
  return { end: signal ?? status, complaints: Buffer.concat(complaints).toString() }
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child) throw new Error('No process was started.')
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}
