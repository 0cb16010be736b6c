import { existsSync, readFileSync } from 'node:fs'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import type { WordPlan } from '@leadlight/engine/index/word-plan'
import { withDatabase } from '../list/own-postgres.ts'
import { peerPlan, peerPost } from './peer-plans.ts'

/** The index among the fields after the name of a process in its `stat`. */
const USER_TICKS = 11
const TICKS_PER_SECOND = 100
const PLANS_AT_ONCE = 5_000
/** The highest position in a tsvector. */
const PLACE_MAX = 16_383

/** `tsvector @@ tsquery` over a table of all plans, on one core. Words and positions are ours, so both match alike. */
export async function askPostgres(plans: readonly WordPlan[], texts: readonly string[]): Promise<object> {
  const cluster = await startPostgresCluster()
  const databaseUrl = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(cluster.socketDir)}`
  try {
    return await withDatabase({ databaseUrl }, async ({ pool }) => {
      await pool.query('create table plan (query tsquery)')
      for (let from = 0; from < plans.length; from += PLANS_AT_ONCE) {
        const queries = plans.slice(from, from + PLANS_AT_ONCE).map(asTsquery)
        await pool.query('insert into plan select unnest($1::text[])::tsquery', [queries])
      }
      await pool.query('vacuum analyze plan')
      await pool.query('set max_parallel_workers_per_gather = 0')
      const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      let matches = 0
      const begun = busySeconds(backend[0]?.pid)
      for (const text of texts) {
        const { rows } = await pool.query<{ count: string }>('select count(*) from plan where $1::tsvector @@ query', [
          asTsvector(text),
        ])
        matches += Number(rows[0]?.count)
      }
      const seconds = busySeconds(backend[0]?.pid) - begun
      return { posts: texts.length, postsPerSecond: texts.length / seconds, matchesPerPost: matches / texts.length }
    })
  } finally {
    await cluster.stop()
  }
}

/** How long the backend has run on a core; the clock's time if the system does not say. */
function busySeconds(pid: number | undefined): number {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return performance.now() / 1_000
  const fields = readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[USER_TICKS]) + Number(fields[USER_TICKS + 1])) / TICKS_PER_SECOND
}

function asTsquery(plan: WordPlan): string {
  const { anySet, noneOf } = peerPlan(plan)
  const reading = (terms: string[]) => `(${terms.map(quoted).join(' <-> ')})`
  const anyOf = (readings: string[][]) => `(${readings.map(reading).join(' | ')})`
  const needed = anySet.map((groups) => `(${groups.map(anyOf).join(' & ')})`).join(' | ')
  return noneOf.length === 0 ? needed : `(${needed}) & !${anyOf(noneOf)}`
}

function asTsvector(text: string): string {
  return peerPost(text)
    .map(({ term, at }) => `${quoted(term)}:${Math.min(PLACE_MAX, at + 1)}`)
    .join(' ')
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
