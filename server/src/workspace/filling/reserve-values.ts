import { affordable, toCredits } from '@leadlight/domain/credits'
import { reserveCredits, lockedBalance, settleReservation, type LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Tx } from '../../platform/db.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { updateColumn, type Column } from '../columns/columns.ts'
import { selectNextLeads, setBatch, untieBatch } from '../leads/column-values.ts'

const LEADS_PER_BATCH = 50

/** The ledger's key for a column's last batch, so that reserving twice reserves once. */
export function batchKey({ id, batches }: Pick<Column, 'id' | 'batches'>): string {
  return `column:${id}:batch:${batches}`
}

export type Reserved =
  | { kind: 'held'; column: Column }
  /** No lead waits. */
  | { kind: 'through' }
  | { kind: 'unpaid'; why: string }

/** Reserves the price of the next values and puts them in a batch, newest leads first. The column must be locked. */
export async function reserveValues(tx: Tx, deps: ColumnDependencies, column: Column): Promise<Reserved> {
  const wanted = await selectNextLeads(tx, column, LEADS_PER_BATCH)
  if (wanted.length === 0) return { kind: 'through' }
  const { organizationId, projectId } = column
  const balance = await lockedBalance(tx, deps.ledger, organizationId)
  const count = affordable(wanted.length, deps.valuePrice, { balance, budgetLeft: null })
  if (count === 0) return { kind: 'unpaid', why: sayUnpaid(deps, balance) }
  const next = await updateColumn(tx, column, { batches: column.batches + 1 })
  await setBatch(tx, next, { leadIds: wanted.slice(0, count), batch: next.batches })
  await reserveCredits(tx, deps.ledger, organizationId, {
    key: batchKey(next),
    amount: deps.valuePrice * count,
    occasion: {
      what: 'Smart column values',
      work: 'column',
      projectId,
      signalId: null,
      accountId: column.askedBy,
      role: null,
    },
  })
  return { kind: 'held', column: next }
}

/**
 * Releases what is still reserved for the column's last batch and frees its leads for another batch, so that a late
 * answer finds nothing to charge. The column must be locked.
 */
export async function releaseBatch(tx: Tx, deps: { ledger: LedgerDependencies }, column: Column): Promise<void> {
  if (column.batches === 0) return
  await settleReservation(tx, deps.ledger, column.organizationId, { key: batchKey(column), used: 0 })
  await untieBatch(tx, column)
}

function sayUnpaid({ valuePrice }: ColumnDependencies, balance: number): string {
  const price = toCredits(valuePrice)
  const left = balance > 0 ? `${toCredits(balance)} credits are left and a value costs ${price}` : 'No credits are left'
  return `${left}. Analyse the column again once there are more.`
}
