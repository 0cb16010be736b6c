import { sql } from 'kysely'
import {
  grantCredits,
  reserveCredits,
  lockedBalance,
  refundCharge,
  settleReservation,
  type LedgerDependencies,
} from '@leadlight/server/core/billing/ledger'
import { insertEvent } from '@leadlight/server/core/billing/subscription-store'
import { grantPayments } from '@leadlight/server/core/billing/sync-subscription'
import type { Db, Tx } from '@leadlight/server/platform/db'
import { AppError } from '@leadlight/server/platform/errors'
import { organizationScope } from '@leadlight/server/platform/scopes'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'

/** There is one key for every so many operations, so that clients meet at the same ones and repeat them often. */
const OPERATIONS_PER_KEY = 4
const AMOUNT_MAX = 5_000

/** Thrown in the middle of a transaction, as if the process had died there. */
class Crash extends Error {
  override readonly name = 'Crash'
}

export interface LedgerClient {
  db: Db
  ledger: LedgerDependencies
  organizationIds: readonly string[]
  seed: string
  /** The number of the first operation to do: those done before a crash may be repeated. */
  from: number
  to: number
  /** How many operations all clients do, which decides how many keys there are. */
  operations: number
  onDone?: (operation: number) => void
}

/**
 * Does random operations on the ledgers of organizations, concurrently with other clients: grants, paid periods that
 * end, reservations, settlements with their effect in the same transaction, refunds. Some die half-way, some are done
 * twice. Throws where the ledger answers the same question in two ways.
 */
export async function runLedgerClient(client: LedgerClient): Promise<void> {
  for (let operation = client.from; operation < client.to; operation += 1) {
    const dice = createDice(`${client.seed}:${operation}`)
    const organizationId = dice.share() < 0.3 ? client.organizationIds[0] : dice.pick(client.organizationIds)
    if (organizationId === undefined) throw new Error('There is nobody to work for.')
    const work = `work:${dice.below(Math.max(1, Math.ceil(client.operations / OPERATIONS_PER_KEY)))}`
    const doIt = deedOf(client, organizationId, work, dice)
    const crashes = dice.share() < 0.05
    const first = await attempt(client, organizationId, doIt, crashes)
    if (crashes || dice.share() < 0.1) {
      const again = await attempt(client, organizationId, doIt, false)
      const isSame = first === 'refused' || first === 'crashed' || again === first
      if (!isSame)
        throw new Error(`${work} of ${organizationId} came to ${String(first)} and then to ${String(again)}.`)
    }
    client.onDone?.(operation)
  }
}

type Action = (tx: Tx) => Promise<number | 'refused'>

async function attempt(
  { db }: LedgerClient,
  organizationId: string,
  action: Action,
  crashes: boolean,
): Promise<number | 'refused' | 'crashed'> {
  try {
    return await db.transaction(organizationScope(organizationId), async (tx) => {
      const outcome = await action(tx)
      if (crashes) throw new Crash()
      return outcome
    })
  } catch (error) {
    if (error instanceof Crash) return 'crashed'
    if (error instanceof AppError && error.code === 'no_credits_left') return 'refused'
    throw error
  }
}

function deedOf({ ledger }: LedgerClient, organizationId: string, key: string, dice: Dice): Action {
  const kind = dice.share()
  const amount = 1 + dice.below(AMOUNT_MAX)
  if (kind < 0.42) {
    const occasion = {
      what: key,
      work: 'search' as const,
      projectId: null,
      signalId: null,
      accountId: null,
      role: null,
    }
    return async (tx) => {
      await reserveCredits(tx, ledger, organizationId, { key, amount, occasion })
      return 0
    }
  }
  if (kind < 0.8) return (tx) => settleWithEffect(tx, ledger, organizationId, { key, used: amount })
  if (kind < 0.87) return (tx) => settleWithEffect(tx, ledger, organizationId, { key, used: 0 })
  if (kind < 0.9) {
    return async (tx) => {
      await refundCharge(tx, ledger, organizationId, { key, why: 'Refunded' })
      return 0
    }
  }
  if (kind < 0.94) {
    const grant = { key: `grant:${key}`, amount, what: 'A gift' }
    return async (tx) => (await grantCredits(tx, ledger, organizationId, grant)).granted
  }
  if (kind < 0.96) return (tx) => payForPeriod(tx, ledger, organizationId, { key, amount })
  return async (tx) => {
    await lockedBalance(tx, ledger, organizationId)
    return 0
  }
}

/** The work's result commits or rolls back with its charge. */
async function settleWithEffect(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  settlement: { key: string; used: number },
): Promise<number | 'refused'> {
  const charged = await settleReservation(tx, ledger, organizationId, settlement)
  const id = effectOf(organizationId, settlement.key)
  if (charged > 0) await insertEvent(tx, { id, type: String(charged), receivedAt: ledger.clock.now() })
  // Nothing is reserved for it, and another client may reserve before this is asked again.
  return charged === 0 && settlement.used > 0 ? 'refused' : charged
}

function effectOf(organizationId: string, key: string): string {
  return `effect:${organizationId}:${key}`
}

/** A period that ends soon, so that credits expire while others reserve them. */
async function payForPeriod(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  { key, amount }: { key: string; amount: number },
): Promise<number> {
  const paidAt = ledger.clock.now()
  const payment = {
    invoiceId: key,
    paidAt,
    credits: amount * 20,
    beginsPeriod: true,
    what: 'A period',
    allowance: amount * 20,
  }
  await grantPayments(tx, ledger, organizationId, [{ ...payment, periodEnd: new Date(paidAt.getTime() + 400) }])
  return 0
}

/** What does not add up in an organization's ledger, in a sentence each; none where all is well. */
export async function findLedgerFaults(db: Db, organizationId: string): Promise<string[]> {
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const { rows } = await sql<{ fault: string }>`
      with entry as materialized (select * from credit_entry where organization_id = ${organizationId}),
      account as (select * from credit_account where organization_id = ${organizationId}),
      work as (
        select hold_key,
          -sum(amount) filter (where kind = 'hold') as held, sum(amount) filter (where kind = 'release') as released,
          -sum(amount) filter (where kind = 'charge') as charged, sum(amount) filter (where kind = 'refund') as refunded,
          count(*) filter (where kind = 'hold') as holds, count(*) filter (where kind = 'release') as releases,
          count(*) filter (where kind = 'charge') as charges, count(*) filter (where kind = 'refund') as refunds
        from entry where hold_key is not null group by hold_key),
      effect as (
        select substr(id, length(${effectOf(organizationId, '')}) + 1) as key, type::bigint as amount from billing_event
        where id like ${`${effectOf(organizationId, '')}%`})
      select 'the balance is not the sum of the entries' as fault
        from account where balance <> (select coalesce(sum(amount), 0) from entry)
      union all select 'what is held is not the sum of open holds'
        from account where held <> (select coalesce(-sum(amount), 0) from entry where kind in ('hold', 'release'))
      union all select 'what expires is not the sum of what was to expire'
        from account where expiring <> (select coalesce(sum(expiring), 0) from entry)
      union all select 'the account is below zero' from account where balance < 0 or held < 0 or expiring not between 0 and balance
      union all select 'a balance was below zero after ' || key from entry where balance_after < 0
      union all select hold_key || ' was held, ended, charged or refunded twice' from work
        where holds <> 1 or releases > 1 or charges > 1 or refunds > 1
      union all select hold_key || ' came back in part' from work where releases = 1 and released <> held
      union all select hold_key || ' was charged without an end, or more than was held' from work
        where charges > releases or charged > held
      union all select hold_key || ' was given back more than it cost' from work where refunds > charges or refunded <> charged and refunds = 1
      union all select hold_key || ' was charged without its effect' from work
        where charges = 1 and not exists (select from effect where key = hold_key and amount = charged)
      union all select key || ' had its effect without a charge' from effect
        where not exists (select from work where hold_key = key and charged = amount)`.execute(tx)
    return rows.map(({ fault }) => fault)
  })
}
