import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Database } from '@leadlight/server/platform/database'
import { SECRET_KEY } from '../list/capture.ts'
import { startOwnPostgres, withDatabase } from '../list/own-postgres.ts'
import { startChild } from './child.ts'
import { measureServer, type Stage } from './measure-server.ts'
import { requireOpenFiles } from './open-files.ts'
import { seedListeners } from './seed-listeners.ts'
import { print, summarize, type Round } from './summary.ts'
import { keepUnderLoad } from './under-load.ts'

const SERVERS = { bare: new URL('bare.ts', import.meta.url), ours: new URL('product.ts', import.meta.url) }
const CLIENTS = new URL('clients.ts', import.meta.url)
const RATIO_MAX = 1.5

/**
 * Measures the product's memory while it holds this many event streams open, against a bare server of Hono's with the
 * same number in the same run. Fails if ours is above 1.5 times as large.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      streams: { type: 'string', default: '10000' },
      crowd: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      idle: { type: 'string', default: '30' },
      json: { type: 'string' },
      minutes: { type: 'string' },
      processes: { type: 'string', default: '1' },
    },
  })
  const streams = Number(values.streams)
  if (values.minutes !== undefined) {
    const wanted = { minutes: Number(values.minutes), processes: Number(values.processes) }
    return keepUnderLoad({ ...wanted, streams, busiest: Math.min(Number(values.crowd), Math.floor(streams / 5)) })
  }
  requireOpenFiles(streams)
  const postgres = await startOwnPostgres({ keepsWrites: true })
  const clients = startChild(CLIENTS)
  try {
    const listeners = await withDatabase({ databaseUrl: postgres.superuserUrl }, ({ pool }) =>
      seedListeners(pool, { streams, busiest: Number(values.crowd) }),
    )
    const rounds = await withDatabase({ databaseUrl: postgres.ownerUrl }, async (database) => {
      const stage = { clients, database, listeners, idleMs: Number(values.idle) * 1000 }
      return measureInTurn(stage, { databaseUrl: postgres.ownerUrl, rounds: Number(values.rounds) })
    })
    const summary = summarize(rounds)
    print(summary, RATIO_MAX)
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(summary, null, 2)}\n`)
    if (summary.ratio > RATIO_MAX) process.exitCode = 1
  } finally {
    await clients.stop()
    await postgres.stop()
  }
}

/** Starts a new process each time, and changes who goes first with every round. */
async function measureInTurn(
  stage: Stage & { database: Database },
  { databaseUrl, rounds }: { databaseUrl: string; rounds: number },
): Promise<Round[]> {
  const environment = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    HOST: '127.0.0.1',
    SECRET_KEY,
    SESSION_CALLS_PER_MINUTE: '0',
    ORGANIZATION_CALLS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  }
  const found: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)
    for (const which of order) {
      const measured = await measureServer(stage, {
        server: startChild(SERVERS[which], environment),
        emits: which === 'ours',
      })
      console.log(which, JSON.stringify(measured))
      found.push({ which, ...measured })
    }
  }
  return found
}
