import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const COMMANDS = fileURLToPath(new URL('../commands/', import.meta.url))

/** Runs a program with this text as its standard input, and waits for its end. */
export async function runProgram(file: string, args: readonly string[] = [], input = '') {
  const child = spawn(process.execPath, [...process.execArgv, file, ...args])
  // A program may end before it has read all of it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const status = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await status, stdout, stderr }
}
