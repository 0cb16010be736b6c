import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import type { Statement } from './capture.ts'

const run = promisify(execFile)

/** Transactions that do not count: pgbench's connection is new, while ours has been in use. */
const WARMING = 1

/** Runs the same SQL without the product around it. Resolves with the milliseconds of each transaction. */
export interface Peer {
  name: string
  measure(requests: readonly (readonly Statement[])[], count: number): Promise<number[]>
}

/** PostgreSQL's own pgbench from Debian's package; undefined if it is not installed. */
export function findPgbench(): string | undefined {
  const paths = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'pgbench'))
  return ['/usr/bin/pgbench', ...paths].find((path) => existsSync(path))
}

/** One client, one connection. Its transactions are the requests, in turn, as ours are. */
export function pgbenchPeer(pgbench: string, connection: { socketDir: string; user: string; database: string }): Peer {
  return {
    name: 'pgbench',
    async measure(requests, count) {
      const folder = await mkdtemp(join(tmpdir(), 'leadlight-pgbench-'))
      try {
        const script = join(folder, 'requests.sql')
        await writeFile(script, toScript(requests))
        const target = ['-h', connection.socketDir, '-U', connection.user, connection.database]
        const options = ['-n', '-c', '1', '-t', String(WARMING + count), '-D', `turn=${-WARMING}`]
        await run(pgbench, [...options, '-l', '--log-prefix', join(folder, 'log'), '-f', script, ...target])
        return (await readLog(folder)).slice(WARMING)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** The plain loop without pgbench: the same statements through `pg`, one after another. */
export function loopPeer(pool: Pool): Peer {
  return {
    name: 'pg loop',
    async measure(requests, count) {
      const client = await pool.connect()
      const times: number[] = []
      try {
        for (let index = 0; index < count; index += 1) {
          const startedMs = performance.now()
          for (const { text, values } of requests[index % requests.length] ?? []) await client.query(text, values)
          times.push(performance.now() - startedMs)
        }
      } finally {
        client.release()
      }
      return times
    },
  }
}

async function readLog(folder: string): Promise<number[]> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('log.'))
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))
  // Third column: the transaction's microseconds.
  return texts.flatMap((text) => text.trim().split('\n')).map((line) => Number(line.split(' ')[2]) / 1000)
}

/** One transaction is one request, chosen in turn by a variable that outlives the transaction. */
function toScript(requests: readonly (readonly Statement[])[]): string {
  const branches = requests.map((statements, index) => `\\if :place = ${index}\n${toLines(statements)}\\endif\n`)
  const place = `(:turn + ${requests.length * WARMING}) % ${requests.length}`
  return `\\set place ${place}\n\\set turn :turn + 1\n${branches.join('')}`
}

/** Statements that travelled in one message stay together: `\;` keeps pgbench from separating them. */
function toLines(statements: readonly Statement[]): string {
  const line = ({ text, values }: Statement) =>
    `${withLiterals(text, values).replaceAll(/\s+/g, ' ').trim().replaceAll('; ', ' \\; ')};`
  return `${statements.map(line).join('\n')}\n`
}

function withLiterals(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return quoted(value.toISOString())
  if (Array.isArray(value)) return quoted(`{${value.map((item) => `"${String(item)}"`).join(',')}}`)
  if (typeof value === 'string') return quoted(value)
  throw new Error(`No literal for a ${typeof value}`)
}

/** pgbench takes `:word` for a variable of its own, and `;` for the end of a statement. */
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3A').replaceAll(';', '\\x3B')
  return escaped === text ? `'${text}'` : `E'${escaped}'`
}
