import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { unaudited } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Keys } from './crypto.ts'
import type { Db, Tx } from './db.ts'
import { AppError } from './errors.ts'
import { defineJob, type Jobs } from './jobs.ts'
import { platformScope } from './scopes.ts'

const MINUTE_MS = 60_000
const PRUNE_EVERY_MS = 10 * MINUTE_MS

declare module './db.ts' {
  interface ColumnTypes {
    'rate_limit.key': Buffer
  }
}

/** At most `max` attempts in any period of `withinMs`. */
export interface RateLimit {
  name: string
  max: number
  withinMs: number
}

/** One attempt against a limit; `of` names the subject: an address, an account, or both. */
export interface Attempt {
  limit: RateLimit
  of: readonly string[]
}

/** The attempts that were counted, so that they can be given back. */
export interface Counted {
  keys: Buffer[]
  at: Date
}

export interface RateLimits {
  /** Counts one attempt against each of the limits, or against none where one of them is reached. */
  count(attempts: readonly Attempt[]): Promise<{ counted: Counted } | { retryAfterMs: number }>
  /** Uncounts the attempts, as if they had not been made. */
  giveBack(counted: Counted): Promise<void>
  /** Deletes all counts of these. */
  reset(attempts: readonly Attempt[]): Promise<void>
}

interface RateLimitDependencies {
  db: Db
  clock: Clock
  keys: Keys
}

/**
 * Limits shared by every process of the installation, kept in the database. One statement checks and counts, so
 * concurrent attempts cannot pass together.
 */
export function createRateLimits({ db, clock, keys }: RateLimitDependencies): RateLimits {
  const secret = keys.derive('rate-limits')
  // The subject is often somebody's address; a keyed hash does not reveal it.
  const keyOf = ({ limit, of }: Attempt) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([limit.name, ...of]))
      .digest()
  // Nobody asked for the counting, so the audit log does not record it.
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => unaudited(() => db.transaction(platformScope(), work))
  return {
    async count(attempts) {
      const at = clock.now()
      const asked = attempts.map((attempt) => ({ key: keyOf(attempt), ...attempt.limit }))
      try {
        await inTransaction(async (tx) => {
          const granted = await hit(tx, asked, at)
          const refused = asked.filter(({ key }) => !granted.some((one) => one.equals(key)))
          // Thrown inside the transaction, to roll back what other limits have counted.
          if (refused.length > 0) throw new Refusal(await findWait(tx, refused, at))
        })
        return { counted: { keys: asked.map(({ key }) => key), at } }
      } catch (error) {
        if (error instanceof Refusal) return { retryAfterMs: error.retryAfterMs }
        throw error
      }
    },
    async giveBack(counted) {
      await inTransaction((tx) => unhit(tx, counted))
    },
    async reset(attempts) {
      const forgotten = attempts.map(keyOf)
      await inTransaction((tx) => tx.deleteFrom('rate_limit').where('key', 'in', forgotten).execute())
    },
  }
}

/** Counts the attempts, or refuses with 429 and the time to wait; `advice` says what else the caller can do. */
export async function requireAttempt(
  rateLimits: RateLimits,
  attempts: readonly Attempt[],
  advice?: string,
): Promise<Counted> {
  const result = await rateLimits.count(attempts)
  if ('counted' in result) return result.counted
  const detail = `Too many attempts. Try again in ${inWords(result.retryAfterMs)}${advice ? `, or ${advice}` : ''}.`
  throw new AppError('too_many', 'too_many_attempts', detail, { retryAfterMs: result.retryAfterMs })
}

const pruneJob = defineJob({
  name: 'platform.prune-rate-limits',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1000,
  expireMs: MINUTE_MS,
})

/** Registers the deletion, every ten minutes, of attempts that no longer count. */
export function registerRateLimitPruning({ jobs, db, clock }: { jobs: Jobs; db: Db; clock: Clock }): void {
  jobs.every(pruneJob, PRUNE_EVERY_MS)
  jobs.work(pruneJob, async () => {
    await db.transaction(platformScope(), (tx) =>
      tx.deleteFrom('rate_limit').where('ends_at', '<=', clock.now()).execute(),
    )
  })
}

class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('A limit is reached.')
    this.retryAfterMs = retryAfterMs
  }
}

type Asked = RateLimit & { key: Buffer }

/**
 * Counts against each limit that is not reached and resolves with their keys; rows are locked in key order. Where one
 * is already reached nothing is written, so that a refused attempt leaves no work behind.
 */
async function hit(tx: Tx, asked: readonly Asked[], at: Date): Promise<Buffer[]> {
  const keys = asked.map(({ key }) => key)
  const maxes = asked.map(({ max }) => max)
  const withinMs = asked.map((one) => one.withinMs)
  const recent = (since: RawBuilder<Date>) => sql`array(select hit from unnest(kept.hits) as hit where hit > ${since})`
  // A hit counts while it is younger than the limit's period, which is the time from now to the new hit's end.
  const recentNow = recent(sql`${at}::timestamptz - (excluded.ends_at - ${at}::timestamptz)`)
  const { rows } = await sql<{ key: Buffer }>`
    with asked as (
      select key, max, within_ms * interval '1 millisecond' as within
      from unnest(${keys}::bytea[], ${maxes}::int[], ${withinMs}::bigint[]) as asked (key, max, within_ms)
    ), reached as (
      select from rate_limit as kept join asked using (key)
      where cardinality(${recent(sql`${at}::timestamptz - within`)}) >= max
    )
    insert into rate_limit as kept (key, hits, hits_max, ends_at)
    select key, array[${at}::timestamptz], max, ${at}::timestamptz + within from asked
    where not exists (select from reached) order by key
    on conflict (key) do update
      set hits = ${recentNow} || excluded.hits, hits_max = excluded.hits_max, ends_at = excluded.ends_at
    where cardinality(${recentNow}) < excluded.hits_max
    returning key`.execute(tx)
  return rows.map(({ key }) => key)
}

/** How long until every reached limit has room for one more. */
async function findWait(tx: Tx, asked: readonly Asked[], at: Date): Promise<number> {
  const keys = asked.map(({ key }) => key)
  const rows = await tx.selectFrom('rate_limit').select(['key', 'hits']).where('key', 'in', keys).execute()
  const waits = asked.map(({ key, max, withinMs }) => {
    const hits = rows.find((row) => row.key.equals(key))?.hits ?? []
    const ends = hits.map((one) => one.getTime() + withinMs - at.getTime()).filter((ms) => ms > 0)
    return ends.toSorted((a, b) => a - b)[ends.length - max] ?? 0
  })
  // Room may have appeared since; the next try finds it.
  return Math.max(1000, ...waits)
}

async function unhit(tx: Tx, { keys, at }: Counted): Promise<void> {
  // One of possibly several hits of the same millisecond.
  const place = sql`array_position(hits, ${at}::timestamptz)`
  await sql`
    update rate_limit set hits = hits[:${place} - 1] || hits[${place} + 1:]
    from (select key from rate_limit where key = any(${keys}::bytea[]) order by key for update) as locked
    where rate_limit.key = locked.key and ${place} is not null`.execute(tx)
}

function inWords(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
