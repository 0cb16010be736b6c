import type { Millicredits } from '@leadlight/domain/credits'
import type { Account, CreditLevel, EntryKind, Movement, WorkKind } from '@leadlight/domain/ledger'
import type { Role } from '@leadlight/domain/roles'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'credit_account.expires_at': Date | string | null
    'credit_account.level': CreditLevel
    'credit_entry.kind': EntryKind
    'credit_entry.work': WorkKind | null
    'credit_entry.role': Role | null
    'credit_entry.expires_at': Date | string | null
    'credit_entry.created_at': Date | string
  }
}

/** An organization's account as stored beside its entries. */
export interface AccountState extends Account {
  organizationId: string
  /** When the expiring credits end; null until credits for a period have come. */
  expiresAt: Date | null
  /** The calendar month that was last granted. */
  grantedMonth: string | null
  /** What a period of its plan brings; null if the installation's own grant decides. */
  allowance: Millicredits | null
  level: CreditLevel
}

/** What an entry is about, for readers of the ledger. */
export interface LedgerContext {
  what: string
  /** Null if no work is paid for, as with a grant. */
  work: WorkKind | null
  projectId: string | null
  signalId: string | null
  accountId: string | null
  /** The role they spend in; null if nobody spends in person, as with a grant or a continued search. */
  role: Role | null
}

export interface Entry extends Movement, LedgerContext {
  id: string
  key: string
  reservationKey: string | null
  expiresAt: Date | null
  createdAt: Date
}

export async function insertAccount(tx: Tx, organizationId: string): Promise<void> {
  await tx
    .insertInto('credit_account')
    .values({ organization_id: organizationId, balance: 0, held: 0, expiring: 0, level: 'fine' })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
}

/** Locks the account until the transaction ends, so that two workers cannot spend the same credit. */
export async function lockAccount(tx: Tx, organizationId: string): Promise<AccountState> {
  return toAccount(await selectAccount(tx, organizationId).forUpdate().executeTakeFirstOrThrow())
}

export interface LedgerReading {
  account: AccountState
  /** The reservation with this key and everything that followed from it. */
  entries: Entry[]
}

/**
 * Locks the account until the transaction ends and reads what is reserved under the key, in one statement. With
 * `mustBeHeld` it locks nothing and returns undefined if nothing ever was.
 */
export async function readReservation(
  tx: Tx,
  organizationId: string,
  { key, mustBeHeld }: { key: string; mustBeHeld: boolean },
): Promise<LedgerReading | undefined> {
  const { rows } = await sql<{ reading: { account: Row<'credit_account'>; entries: Row<'credit_entry'>[] } | null }>`
    select look_at_ledger(${organizationId}, ${key}, ${mustBeHeld}) as reading`.execute(tx)
  const reading = rows[0]?.reading
  return reading ? { account: toAccount(reading.account), entries: reading.entries.map(toEntry) } : undefined
}

/** The mark that the account is below, as last stored. */
export async function findLevel(tx: Tx, organizationId: string): Promise<CreditLevel | undefined> {
  return (await selectAccount(tx, organizationId).executeTakeFirst())?.level
}

function selectAccount(tx: Tx, organizationId: string) {
  return tx.selectFrom('credit_account').selectAll().where('credit_account.organization_id', '=', organizationId)
}

export async function findEntry(tx: Tx, organizationId: string, key: string): Promise<Entry | undefined> {
  const row = await tx
    .selectFrom('credit_entry')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toEntry(row)
}

/** A charge by its id. */
export async function findCharge(tx: Tx, organizationId: string, id: string): Promise<Entry | undefined> {
  const row = await tx
    .selectFrom('credit_entry')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  return row && toEntry(row)
}

/** Those of the keys that are taken. */
export async function findKeys(tx: Tx, organizationId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('credit_entry')
    .select('key')
    .where('organization_id', '=', organizationId)
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/**
 * Appends the entries and updates the account to `after`, in one statement: somebody waits for every round trip. The
 * account must be locked; each entry's balance follows from `before`.
 */
export async function appendEntries(
  tx: Tx,
  before: AccountState,
  after: AccountState,
  entries: readonly Entry[],
): Promise<void> {
  let balance = before.balance
  const rows = entries.map((entry) => {
    balance += entry.amount
    return toRow(entry, balance)
  })
  const { organizationId, expiresAt, grantedMonth, ...state } = after
  const kept = { ...state, organization_id: organizationId, expires_at: expiresAt, granted_month: grantedMonth }
  await sql`select append_to_ledger(${JSON.stringify(kept)}::jsonb, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

/** Everything the organization was granted and charged, including refunds and what ended with its period. */
export async function sumEntries(
  tx: Tx,
  organizationId: string,
): Promise<{ granted: Millicredits; charged: Millicredits }> {
  const { rows } = await sql<{ granted: string; charged: string }>`
    select coalesce(sum(amount) filter (where kind = 'grant'), 0) as granted,
      coalesce(-sum(amount) filter (where kind in ('charge', 'refund')), 0) as charged
    from credit_entry where organization_id = ${organizationId}`.execute(tx)
  return { granted: Number(rows[0]?.granted), charged: Number(rows[0]?.charged) }
}

export interface ClosedAccount {
  id: string
  /** Only the day: the moment might tell whose account it was. */
  closedOn: string
  granted: Millicredits
  charged: Millicredits
  /** What was granted and can no longer be spent. */
  forfeited: Millicredits
}

export async function insertClosedAccount(tx: Tx, closed: ClosedAccount): Promise<void> {
  const { id, closedOn, granted, charged, forfeited } = closed
  await tx.insertInto('closed_account').values({ id, closed_on: closedOn, granted, charged, forfeited }).execute()
}

function toAccount(row: Row<'credit_account'>): AccountState {
  return {
    organizationId: row.organization_id,
    balance: Number(row.balance),
    held: Number(row.held),
    expiring: Number(row.expiring),
    expiresAt: toDate(row.expires_at),
    grantedMonth: row.granted_month,
    allowance: row.allowance === null ? null : Number(row.allowance),
    level: row.level,
  }
}

export function toEntry(row: Row<'credit_entry'>): Entry {
  return {
    id: row.id,
    kind: row.kind,
    amount: Number(row.amount),
    expiring: Number(row.expiring),
    expiresAt: toDate(row.expires_at),
    key: row.key,
    reservationKey: row.hold_key,
    what: row.what,
    work: row.work,
    projectId: row.project_id,
    signalId: row.signal_id,
    accountId: row.account_id,
    role: row.role,
    createdAt: new Date(row.created_at),
  }
}

function toDate(instant: Date | string | null): Date | null {
  return instant === null ? null : new Date(instant)
}

function toRow(entry: Entry, balanceAfter: Millicredits) {
  const { reservationKey, projectId, signalId, accountId, expiresAt, createdAt, ...same } = entry
  return {
    ...same,
    balance_after: balanceAfter,
    hold_key: reservationKey,
    project_id: projectId,
    signal_id: signalId,
    account_id: accountId,
    expires_at: expiresAt,
    created_at: createdAt,
  }
}
