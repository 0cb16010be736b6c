import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Nobody's: neither root nor whoever runs the tests. */
export const STRANGER = 65_534

/** The folder and all that lies in it. */
export function listPaths(folder: string): string[] {
  const within = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [folder, ...within.map((name) => join(folder, name))]
}

/** Of the paths those whose mode lets somebody else than their owner do anything, with that mode. */
export function listOpen(paths: string[]): string[] {
  const modes = paths.map((path) => [path, lstatSync(path, { throwIfNoEntry: false })] as const)
  const open = modes.filter(([, found]) => found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0)
  return open.map(([path, found]) => `${path} ${((found?.mode ?? 0) & 0o777).toString(8)}`)
}

/** Of the paths those that another user of this machine, who looks, may read or write. Only root can have somebody else look. */
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
