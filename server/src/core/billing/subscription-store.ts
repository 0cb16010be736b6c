import type { Millicredits } from '@leadlight/domain/credits'
import { sql, type JSONColumnType } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** An organization's subscription as last read at the payment provider. */
export interface Subscription {
  subscriptionId: string
  itemId: string
  priceId: string
  /** Null for a plan that was made for the organization. */
  planId: string | null
  planName: string
  kind: 'plan' | 'custom'
  monthlyCredits: Millicredits
  price: number
  currency: string
  status: 'active' | 'past_due'
  cancelAtPeriodEnd: boolean
  /** Whether it ends on a set day rather than by the flag. */
  hasDayToEnd: boolean
  /** Paid by invoices rather than by card. */
  isInvoiced: boolean
  /** ISO 8601. */
  periodStart: string
  periodEnd: string
  card: { brand: string; last4: string; expMonth: number; expYear: number } | null
}

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'billing_account.subscription': JSONColumnType<Subscription> | null
  }
}

export interface BillingAccount {
  customerId: string | null
  /** How often the provider has been read: it names the state that a decision is based on. */
  asked: number
  subscription: Subscription | null
}

export async function findBillingAccount(tx: Tx, organizationId: string): Promise<BillingAccount | undefined> {
  const row = await tx
    .selectFrom('billing_account')
    .select(['customer_id', 'asked', 'subscription'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return (
    row && {
      customerId: row.customer_id,
      asked: Number(row.asked),
      subscription: row.subscription,
    }
  )
}

/** Stores the organization's customer id at the provider; the first one stays. */
export async function insertCustomer(tx: Tx, organizationId: string, customerId: string): Promise<void> {
  await tx
    .insertInto('billing_account')
    .values({ organization_id: organizationId, customer_id: customerId, asked: 0, applied: 0 })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
}

/** Numbers a read of the provider's state before it begins; undefined if the organization has no customer there. */
export async function beginSync(
  tx: Tx,
  organizationId: string,
): Promise<{ customerId: string; syncNumber: number } | undefined> {
  const row = await tx
    .updateTable('billing_account')
    .set({ asked: sql`asked + 1` })
    .where('organization_id', '=', organizationId)
    .where('customer_id', 'is not', null)
    .returning(['customer_id', 'asked'])
    .executeTakeFirst()
  return row?.customer_id ? { customerId: row.customer_id, syncNumber: Number(row.asked) } : undefined
}

/** Stores what a read found, unless one that began later is stored. */
export async function saveSubscription(
  tx: Tx,
  organizationId: string,
  { syncNumber, subscription, readAt }: { syncNumber: number; subscription: Subscription | null; readAt: Date },
): Promise<void> {
  await tx
    .updateTable('billing_account')
    .set({ applied: syncNumber, subscription: subscription && JSON.stringify(subscription), read_at: readAt })
    .where('organization_id', '=', organizationId)
    .where('applied', '<', syncNumber)
    .execute()
}

/** The customer's organization, in the billing scope. */
export async function findByCustomer(tx: Tx, customerId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('billing_account')
    .select('organization_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.organization_id
}

/** Subscriptions whose period is over or that were not read since then, in the billing scope. */
export async function listDue(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from billing_account
    where subscription is not null and (subscription ->> 'periodEnd')::timestamptz <= ${now}
    order by read_at, organization_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.organization_id)
}

/** Stores the event; false if it was stored before. */
export async function insertEvent(tx: Tx, event: { id: string; type: string; receivedAt: Date }): Promise<boolean> {
  const row = await tx
    .insertInto('billing_event')
    .values({ id: event.id, type: event.type, received_at: event.receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteEventsUntil(tx: Tx, until: Date): Promise<void> {
  await tx.deleteFrom('billing_event').where('received_at', '<=', until).execute()
}
