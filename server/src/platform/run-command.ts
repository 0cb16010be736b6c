import { systemClock } from './clock.ts'
import { readConfig, type Config } from './config.ts'
import { createLog } from './log.ts'
import type { Source } from './backup/run-backup.ts'

interface Command {
  config: Config
  source: Source
  /** What follows the command's name. */
  args: string[]
}

/** Runs an operator's command: prints the sentences it resolves with, or the one it failed with, and sets the exit code. */
export async function runCommand(run: (command: Command) => Promise<string[]>): Promise<void> {
  try {
    const config = readConfig(process.env)
    const { databaseUrl, databaseDirectUrl, dataDir } = config
    const source = { databaseUrl, databaseDirectUrl, dataDir, log: createLog('warn'), clock: systemClock }
    const sentences = await run({ config, source, args: process.argv.slice(2) })
    process.stdout.write(`${sentences.join('\n')}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
