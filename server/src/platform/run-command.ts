import { systemClock } from './clock.ts'
import { readConfig, type Config } from './config.ts'
import { closeDataFolder } from './data-folder.ts'
import { createLog } from './log.ts'
import { onStopSignal } from './stop-signals.ts'
import { terminalText } from './terminal-text.ts'
import type { Source } from './backup/run-backup.ts'

interface Command {
  config: Config
  source: Source
  /** The arguments after the command's name. */
  args: string[]
}

/** Runs an operator's command: prints the sentences it resolves with, or its error's, and sets the exit code. */
export async function runCommand(run: (command: Command) => Promise<string[]>): Promise<void> {
  // Set before anything is written: all files made here are for their owner alone.
  process.umask(0o077)
  try {
    const read = readConfig(process.env)
    const dataDir = await closeDataFolder(read.dataDir, { clock: systemClock })
    const config = { ...read, dataDir }
    const { databaseUrl, databaseDirectUrl } = config
    const log = createLog('warn', { to: process.stderr })
    const source = { databaseUrl, databaseDirectUrl, dataDir, log, clock: systemClock }
    const sentences = await run({ config, source, args: process.argv.slice(2) })
    process.stdout.write(`${terminalText(sentences.join('\n'))}\n`)
  } catch (error) {
    process.stderr.write(`${terminalText(error instanceof Error ? error.message : String(error))}\n`)
    process.exitCode = 1
  }
}

/** Aborted by a signal, with a sentence, so that a command ends in order and leaves nothing. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController()
  onStopSignal((name) =>
    stopping.abort(new Error(`Stopped by ${name} before the end; nothing was kept of what had been done.`)),
  )
  return stopping.signal
}
