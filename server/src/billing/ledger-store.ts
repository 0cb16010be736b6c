import type { Millicredits } from '@leadlight/domain/credits'
import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../platform/db.ts'

type EntryKind = 'grant' | 'hold' | 'release' | 'charge'

interface CreditAccountTable {
  organization_id: string
  balance: string | number
  granted_month: string | null
}

interface CreditEntryTable {
  id: string
  organization_id: string
  kind: EntryKind
  amount: string | number
  balance_after: string | number
  key: string
  hold_key: string | null
  what: string
  project_id: string | null
  account_id: string | null
  role: Role | null
  created_at: Date
}

interface ClosedAccountTable {
  id: string
  closed_on: string
  granted: string | number
  charged: string | number
  forfeited: string | number
}

declare module '../platform/db.ts' {
  interface Tables {
    credit_account: CreditAccountTable
    credit_entry: CreditEntryTable
    closed_account: ClosedAccountTable
  }
}

export interface Entry {
  id: string
  kind: EntryKind
  amount: Millicredits
  key: string
  holdKey: string | null
  what: string
  projectId: string | null
  accountId: string | null
  role: Role | null
  createdAt: Date
}

export async function insertAccount(tx: Tx, organizationId: string): Promise<void> {
  await tx
    .insertInto('credit_account')
    .values({ organization_id: organizationId, balance: 0, granted_month: null })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
}

/** Locks the account until the transaction ends, so that two workers cannot spend the same credit. */
export async function lockAccount(
  tx: Tx,
  organizationId: string,
): Promise<{ balance: Millicredits; grantedMonth: string | null }> {
  const row = await tx
    .selectFrom('credit_account')
    .select(['balance', 'granted_month'])
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { balance: Number(row.balance), grantedMonth: row.granted_month }
}

export async function setGrantedMonth(tx: Tx, organizationId: string, month: string): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set({ granted_month: month })
    .where('organization_id', '=', organizationId)
    .execute()
}

export async function findEntry(tx: Tx, organizationId: string, key: string): Promise<Entry | undefined> {
  const row = await tx
    .selectFrom('credit_entry')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      kind: row.kind,
      amount: Number(row.amount),
      key: row.key,
      holdKey: row.hold_key,
      what: row.what,
      projectId: row.project_id,
      accountId: row.account_id,
      role: row.role,
      createdAt: row.created_at,
    }
  )
}

/** Appends an entry and moves the maintained balance with it. The account must be locked. */
export async function appendEntry(
  tx: Tx,
  organizationId: string,
  balance: Millicredits,
  entry: Entry,
): Promise<number> {
  const after = balance + entry.amount
  await tx
    // Both in one statement: somebody waits for every round trip.
    .with('moved', (also) =>
      also.updateTable('credit_account').set({ balance: after }).where('organization_id', '=', organizationId),
    )
    .insertInto('credit_entry')
    .values({
      id: entry.id,
      organization_id: organizationId,
      kind: entry.kind,
      amount: entry.amount,
      balance_after: after,
      key: entry.key,
      hold_key: entry.holdKey,
      what: entry.what,
      project_id: entry.projectId,
      account_id: entry.accountId,
      role: entry.role,
      created_at: entry.createdAt,
    })
    .execute()
  return after
}

/** What the organization was ever granted and charged. The account must be locked. */
export async function sumEntries(
  tx: Tx,
  organizationId: string,
): Promise<{ granted: Millicredits; charged: Millicredits }> {
  const row = await tx
    .selectFrom('credit_entry')
    .select((select) => [
      select.fn.sum<string | null>('amount').filterWhere('kind', '=', 'grant').as('granted'),
      select.fn.sum<string | null>('amount').filterWhere('kind', '=', 'charge').as('charged'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { granted: Number(row.granted ?? 0), charged: 0 - Number(row.charged ?? 0) }
}

export interface ClosedAccount {
  id: string
  /** The day alone: the moment might tell whose account it was. */
  closedOn: string
  granted: Millicredits
  charged: Millicredits
  /** What was granted and is not going to be spent any more. */
  forfeited: Millicredits
}

export async function insertClosedAccount(tx: Tx, closed: ClosedAccount): Promise<void> {
  const { id, closedOn, granted, charged, forfeited } = closed
  await tx.insertInto('closed_account').values({ id, closed_on: closedOn, granted, charged, forfeited }).execute()
}
