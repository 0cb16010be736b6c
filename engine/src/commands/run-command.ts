import { InputError } from './json-lines.ts'

/**
 * Runs a command with this process's arguments, or prints its usage on request. Unusable input ends it with status 1
 * and one sentence; any other error is a bug and is thrown in full.
 */
export async function runCommand(usage: string, work: (args: string[]) => Promise<void>): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has had enough, as `head` has.
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  const args = process.argv.slice(2)
  try {
    if (args.includes('--help') || args.includes('-h')) await print(usage)
    else await work(args)
  } catch (error) {
    if (!isUnusable(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Writes to standard output, and waits for a slower reader. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()))
}

function isUnusable(error: unknown): error is Error {
  if (error instanceof InputError) return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
