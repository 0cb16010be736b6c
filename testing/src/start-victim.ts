import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import { NODE_FLAGS } from './node-flags.ts'

export interface Victim {
  pid: number
  /** Every line it has printed so far. */
  said: string[]
  /** Resolves with the first line, past or future, that begins so; rejects when the process ends before. */
  hear(beginning: string): Promise<string>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts victim.ts in a process of its own, which ends with the test at the latest. */
export function startVictim(action: 'write' | 'work' | 'hold', where: DatabaseOptions, jobName = ''): Victim {
  const script = fileURLToPath(new URL('victim.ts', import.meta.url))
  const how = JSON.stringify({ databaseUrl: where.databaseUrl, dataDir: where.dataDir })
  // A killed process's temporary files are removed with the test run's folder.
  const env = where.databaseUrl === undefined ? { ...process.env, TMPDIR: dirname(where.dataDir) } : process.env
  const child = spawn(process.execPath, [...NODE_FLAGS, script, action, how, jobName], { env })
  const said: string[] = []
  const complaints: string[] = []
  const waiting = new Set<() => void>()
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit')
  lines.on('line', (line) => {
    said.push(line)
    for (const look of waiting) look()
  })
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()))
  child.on('exit', () => {
    for (const look of waiting) look()
  })
  const kill = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  onTestFinished(() => kill('SIGKILL'))
  return {
    pid: child.pid ?? 0,
    said,
    kill,
    hear(beginning) {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const look = () => {
        const line = said.find((each) => each.startsWith(beginning))
        if (line !== undefined) resolve(line)
        else if (child.exitCode !== null || child.signalCode !== null) reject(new Error(complaints.join('')))
      }
      waiting.add(look)
      look()
      return promise.finally(() => waiting.delete(look))
    },
  }
}
