import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'

/** Up to where the mails are done. */
export interface Position {
  uidValidity: number
  lastUid: number
}

/** Mails by what became of them. */
export interface MailCounts {
  taken: number
  refused: number
  passedOver: number
}

export interface MailboxState {
  /** Undefined where it was never opened. */
  position: Position | undefined
  problem: string | null
  madeAt: Date
  /** When any worker last tried to read it. */
  triedAt: Date
  readAt: Date | null
}

/** The state of the mailbox by this name, which is there from then on. That of another one is deleted. */
export async function claimMailbox(tx: Tx, name: string, now: Date): Promise<MailboxState> {
  await sql`delete from mailbox where name <> ${name}`.execute(tx)
  await sql`
    insert into mailbox (name, made_at, tried_at) values (${name}, ${now}, ${now}) on conflict (name) do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{
    uidValidity: number | null
    lastUid: number
    problem: string | null
    madeAt: Date
    triedAt: Date
    readAt: Date | null
  }>`
    select uid_validity::float8 as "uidValidity", last_uid::float8 as "lastUid", problem, made_at as "madeAt",
      tried_at as "triedAt", read_at as "readAt"
    from mailbox where name = ${name}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The mailbox was neither there nor made.')
  const { uidValidity, lastUid, ...rest } = row
  return { ...rest, position: uidValidity === null ? undefined : { uidValidity, lastUid } }
}

/** Notes that reading it begins. */
export async function noteReading(tx: Tx, name: string, now: Date): Promise<void> {
  await sql`update mailbox set tried_at = ${now} where name = ${name}`.execute(tx)
}

/** Notes that all mails up to the position are done. Another worker may be further already. */
export async function advance(
  tx: Tx,
  name: string,
  { uidValidity, lastUid }: Position,
  counts?: MailCounts,
): Promise<void> {
  const { taken, refused, passedOver } = counts ?? { taken: 0, refused: 0, passedOver: 0 }
  await sql`
    update mailbox set uid_validity = ${uidValidity},
      last_uid = case when uid_validity = ${uidValidity} then greatest(last_uid, ${lastUid}) else ${lastUid} end,
      trying_uid = null, tries = 0,
      taken = taken + ${taken}::integer, refused = refused + ${refused}::integer,
      passed_over = passed_over + ${passedOver}::integer
    where name = ${name}`.execute(tx)
}

/** Notes that a mail is read now; resolves with how often it has been begun. */
export async function noteTry(tx: Tx, name: string, uid: number): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update mailbox set trying_uid = ${uid}, tries = case when trying_uid = ${uid} then tries + 1 else 1 end
    where name = ${name} returning tries`.execute(tx)
  return rows[0]?.tries ?? 1
}

/** Takes the last try back, which failed for a reason of our own. */
export async function takeTryBack(tx: Tx, name: string): Promise<void> {
  await sql`update mailbox set tries = greatest(tries - 1, 0) where name = ${name}`.execute(tx)
}

/** Notes how reading it went: null where nothing was wrong, and whether it was read to its end. */
export async function noteOutcome(
  tx: Tx,
  name: string,
  { problem, isAtEnd, now }: { problem: string | null; isAtEnd: boolean; now: Date },
): Promise<void> {
  await sql`
    update mailbox set problem = ${problem}, read_at = case when ${isAtEnd} then ${now}::timestamptz else read_at end
    where name = ${name}`.execute(tx)
}
