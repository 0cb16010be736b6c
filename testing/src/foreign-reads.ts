import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Nobody's: neither root nor the user that runs the tests. */
export const STRANGER = 65_534

/** The folder and all that lies in it. */
export function listPaths(folder: string): string[] {
  const within = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [folder, ...within.map((name) => join(folder, name))]
}

/** The paths whose mode gives anybody but their owner any rights, with that mode. */
export function listOpen(paths: string[]): string[] {
  const modes = paths.map((path) => [path, lstatSync(path, { throwIfNoEntry: false })] as const)
  const open = modes.filter(([, found]) => found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0)
  return open.map(([path, found]) => `${path} ${((found?.mode ?? 0) & 0o777).toString(8)}`)
}

/** The paths that another user of this machine can read or write, by trying. Only root can run as another user. */
export async function listSeenByStranger(paths: string[]): Promise<string[]> {
  const look = 'while IFS= read -r p; do if [ -r "$p" ] || [ -w "$p" ]; then printf "%s\\n" "$p"; fi; done'
  const stranger = spawn('sh', ['-c', look], {
    uid: STRANGER,
    gid: STRANGER,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  stranger.stdin.end(paths.map((path) => `${path}\n`).join(''))
  const [seen] = await Promise.all([text(stranger.stdout), once(stranger, 'close')])
  return seen.split('\n').filter(Boolean)
}
