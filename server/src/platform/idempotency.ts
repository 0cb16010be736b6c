import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Db, Tx } from './db.ts'
import { AppError } from './errors.ts'
import { defineJob, type Jobs } from './jobs.ts'
import { schedulerScope } from './scopes.ts'

const MINUTE_MS = 60_000
const KEPT_MS = 24 * 60 * MINUTE_MS
/** A call under way for longer has died with its process; the next one with its key takes over. */
const UNDER_WAY_MAX_MS = 5 * MINUTE_MS
const PRUNE_EVERY_MS = 60 * MINUTE_MS
const KEY = /^[\x21-\x7e]{1,200}$/

declare module './db.ts' {
  interface ColumnTypes {
    'idempotent_call.fingerprint': Buffer
  }
}

/** A call that may be repeated under a key of the caller's own. */
export interface IdempotentCall {
  organizationId: string
  /** Null where the call concerns no project. */
  projectId: string | null
  accountId: string
  key: string
  /** The call's name, path and body: whatever tells it from another call. */
  asked: unknown
  /** When it was made. An expired call must not end the one that took over. */
  at: Date
}

/** A call that the actor may repeat under their key; undefined where they gave none. */
export function callUnderKey(
  { organizationId, userId: accountId }: Actor,
  { key, ...call }: Pick<IdempotentCall, 'projectId' | 'asked' | 'at'> & { key: string | undefined },
): IdempotentCall | undefined {
  return key === undefined ? undefined : { organizationId, accountId, key, ...call }
}

/** The `Idempotency-Key` of a request, undefined where it has none. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || KEY.test(header)) return header
  const detail = 'An Idempotency-Key has 1 to 200 visible ASCII characters and no spaces.'
  throw new AppError('bad_request', 'idempotency_key_invalid', detail)
}

/**
 * Claims the call's key, in the transaction that starts the work. Resolves with the outcome of the same call before, or
 * undefined where the work is still to be done. End that with `keepOutcome`, or with `deleteCall` where it had no
 * outcome. Throws `idempotency_key_reused` for a different call under the key, and `idempotent_call_running` while the
 * first one is under way.
 */
export async function claimCall(tx: Tx, call: IdempotentCall): Promise<{ outcome: unknown } | undefined> {
  const now = call.at
  const fingerprint = createHash('sha256').update(JSON.stringify(call.asked)).digest()
  // A repeated call writes nothing, so that it is no second change in the audit log.
  const done = await ofCall(tx.selectFrom('idempotent_call'), call).selectAll().executeTakeFirst()
  if (done && done.outcome !== null && done.expires_at > now) {
    if (!done.fingerprint.equals(fingerprint)) throw reused()
    return { outcome: done.outcome }
  }
  const fresh = {
    project_id: call.projectId,
    fingerprint,
    outcome: null,
    started_at: now,
    expires_at: new Date(now.getTime() + KEPT_MS),
  }
  const { organizationId: organization_id, accountId: account_id, key } = call
  const inserted = await tx
    .insertInto('idempotent_call')
    .values({ organization_id, account_id, key, ...fresh })
    .onConflict((conflict) => conflict.columns(['organization_id', 'account_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return undefined
  const kept = await ofCall(tx.selectFrom('idempotent_call'), call).selectAll().forUpdate().executeTakeFirstOrThrow()
  const hasDied = kept.outcome === null && now.getTime() - kept.started_at.getTime() >= UNDER_WAY_MAX_MS
  if (kept.expires_at <= now || hasDied) {
    await ofCall(tx.updateTable('idempotent_call').set(fresh), call).execute()
    return undefined
  }
  if (!kept.fingerprint.equals(fingerprint)) throw reused()
  if (kept.outcome === null) throw running()
  return { outcome: kept.outcome }
}

/**
 * Does `work`, which runs in one transaction, once for each call; a repeated call gets the first outcome. Without a
 * call the work is simply done.
 */
export async function doOnce<Outcome extends object>(
  tx: Tx,
  { call, shape }: { call: IdempotentCall | undefined; shape: z.ZodType<Outcome> },
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!call) return work()
  const before = await claimCall(tx, call)
  if (before) return shape.parse(before.outcome)
  const outcome = await work()
  await keepOutcome(tx, call, outcome)
  return outcome
}

/** Keeps the call's outcome for a day, in the transaction that ends the work. */
export async function keepOutcome(tx: Tx, call: IdempotentCall, outcome: object): Promise<void> {
  const kept = tx.updateTable('idempotent_call').set({ outcome: JSON.stringify(outcome) })
  await ofCall(kept, call).where('started_at', '=', call.at).execute()
}

/** Releases the key of a call without outcome, so that it may be used again. */
export async function deleteCall(tx: Tx, call: IdempotentCall): Promise<void> {
  const own = ofCall(tx.deleteFrom('idempotent_call'), call).where('started_at', '=', call.at)
  await own.where('outcome', 'is', null).execute()
}

/** Deletes the calls made in a project: their people do not move along with it. */
export async function deleteCallsOf(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('idempotent_call')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

interface Narrowable<Query> {
  where(column: 'organization_id' | 'account_id' | 'key', operator: '=', value: string): Query
}

function ofCall<Query extends Narrowable<Query>>(query: Query, call: IdempotentCall): Query {
  return query
    .where('organization_id', '=', call.organizationId)
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
}

const pruneJob = defineJob({
  name: 'platform.prune-idempotent-calls',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1000,
  expireMs: MINUTE_MS,
})

/** Registers the hourly deletion of expired outcomes. */
export function registerIdempotencyPruning({ jobs, db, clock }: { jobs: Jobs; db: Db; clock: Clock }): void {
  jobs.every(pruneJob, PRUNE_EVERY_MS)
  jobs.work(pruneJob, () => pruneCalls({ db, clock }))
}

/** Deletes outcomes older than a day. */
export async function pruneCalls({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.transaction(schedulerScope(), (tx) =>
    tx.deleteFrom('idempotent_call').where('expires_at', '<=', clock.now()).execute(),
  )
}

function reused(): AppError {
  const detail = 'This Idempotency-Key was used for another call. Use a new one for each thing you ask for.'
  return new AppError('conflict', 'idempotency_key_reused', detail)
}

function running(): AppError {
  const detail =
    'The first call with this Idempotency-Key is still under way. Wait for its answer, or ask again shortly.'
  return new AppError('conflict', 'idempotent_call_running', detail, { retryAfterMs: 2000 })
}

/**
 * What ends a word in the text of a JSON value. There a line break before it is an escape that ends in a letter.
 * Letters of other scripts also end a word, since some scripts have no spaces.
 */
const [BEFORE, AFTER] = [String.raw`(^|[^a-z0-9]|\\[bfnrt]|\\u[0-9a-f]{4})`, '($|[^a-z0-9])']

/** Deletes the outcomes of calls that name one of these as a word of its own; repeated, such a call is made anew. */
export async function deleteOutcomesNaming(tx: Tx, organizationId: string, names: readonly string[]): Promise<void> {
  const words = names.filter((name) => name !== '').map((name) => JSON.stringify(name).slice(1, -1))
  const patterns = words.map((word) => BEFORE + word.replaceAll(/[!-/:-@[-`{-~]/gu, String.raw`\$&`) + AFTER)
  // Filtered first in plain text: so many patterns would be compiled over and over.
  await sql`
    delete from idempotent_call
    where organization_id = ${organizationId} and exists (
      select from unnest(${words}::text[], ${patterns}::text[]) as named (word, pattern)
      where case when strpos(lower(outcome::text), lower(word)) > 0 then lower(outcome::text) ~ lower(pattern) end)`.execute(
    tx,
  )
}
