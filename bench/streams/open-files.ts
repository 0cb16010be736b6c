import { existsSync, readFileSync } from 'node:fs'

/** A server's open files besides its streams. */
const OTHERS = 200

/**
 * Each stream is an open file of both the server and the clients. Node raises its own limit to the most that the system
 * allows, so that one counts.
 */
export function requireOpenFiles(streams: number): void {
  const limits = '/proc/self/limits'
  if (!existsSync(limits)) return
  const hard = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync(limits, 'utf8'))?.[1]
  const wanted = streams + OTHERS
  if (hard === undefined || Number(hard) >= wanted) return
  throw new Error(
    `${streams} streams need ${wanted} open files, and this shell allows ${hard}. Raise it (\`ulimit -Hn ${wanted}\` as root), or hold fewer with --streams.`,
  )
}
