import type { Millicredits } from '@leadlight/domain/credits'
import type { SignalKind } from '@leadlight/domain/signals'
import { isPlanEdited, NO_PLAN_EDITS, type PlanEdits } from '@leadlight/domain/signal-plans'
import { sql, type JSONColumnType } from 'kysely'
import type { Brief } from '@leadlight/engine/plan/brief'
import type { Row, Tx } from '../../platform/db.ts'
import { lockName } from '../../platform/named-lock.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'intent_signal.kind': SignalKind
    'intent_signal_view.kind': SignalKind
    'intent_signal.plan_edits': JSONColumnType<PlanEdits> | null
  }
}

export interface OfSignal {
  organizationId: string
  signalId: string
}

export interface SignalRow extends Brief {
  id: string
  projectId: string
  revision: number
  searchDays: number
  searchBudget: Millicredits | null
  createdAt: Date
}

function fromRow(row: Row<'intent_signal'>): SignalRow {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    intentSignal: row.intent_signal,
    notInterested: row.not_interested,
    planEdits: row.plan_edits ?? NO_PLAN_EDITS,
    revision: row.revision,
    searchDays: row.search_days,
    searchBudget: row.search_budget === null ? null : Number(row.search_budget),
    createdAt: row.created_at,
  }
}

/** The project's signals, oldest first. */
export async function selectSignals(tx: Tx, organizationId: string, projectId: string): Promise<SignalRow[]> {
  const rows = await tx
    .selectFrom('intent_signal')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** The wordings of the project's signals, oldest first. */
export async function listWordings(tx: Tx, organizationId: string, projectId: string): Promise<string[]> {
  return (await selectSignals(tx, organizationId, projectId)).map((signal) => signal.intentSignal)
}

/** The same by the signals' ids. */
export async function findWordings(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, string>> {
  const signals = await selectSignals(tx, organizationId, projectId)
  return new Map(signals.map(({ id, intentSignal }) => [id, intentSignal]))
}

/** The brief of each of the project's signals, by their ids, oldest first. */
export async function findBriefs(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, Brief>> {
  const signals = await selectSignals(tx, organizationId, projectId)
  return new Map(signals.map((signal) => [signal.id, signal]))
}

/** A signal of the project, locked until the transaction ends. */
export async function lockSignal(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; id: string },
): Promise<SignalRow | undefined> {
  const row = await tx
    .selectFrom('intent_signal')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where('id', '=', ids.id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && fromRow(row)
}

/** A signal with its present wording, for those who judge posts for it. */
export interface SignalInUse extends Brief {
  organizationId: string
  projectId: string
  signalId: string
  revision: number
}

/** The signal, locked until the transaction ends; undefined if it was deleted. */
export async function findSignal(tx: Tx, { organizationId, signalId }: OfSignal): Promise<SignalInUse | undefined> {
  const row = await lockSignalById(tx, organizationId, signalId)
  if (!row) return undefined
  const { projectId, kind, intentSignal, notInterested, planEdits, revision } = row
  return { organizationId, projectId, signalId, kind, intentSignal, notInterested, planEdits, revision }
}

async function lockSignalById(tx: Tx, organizationId: string, id: string): Promise<SignalRow | undefined> {
  const row = await tx
    .selectFrom('intent_signal')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && fromRow(row)
}

/**
 * Locks a signal's row until the transaction ends, also a deleted one; those who only refer to it need not wait.
 * Whoever changes both a signal and its search locks the signal first, so that two such transactions do not deadlock.
 */
export async function lockSignalFirst(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx
    .selectFrom('intent_signal')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
}

/** The same for all signals of these projects, always in the same order, for whoever changes all of their searches. */
export async function lockSignalsFirst(tx: Tx, organizationId: string, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return
  await tx
    .selectFrom('intent_signal')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export interface NewSignal extends Brief {
  id: string
  projectId: string
  searchDays: number
  searchBudget: Millicredits | null
}

/** Adds a signal; undefined if the project has one with the same wording. */
export async function insertSignal(
  tx: Tx,
  organizationId: string,
  signal: NewSignal,
  now: Date,
): Promise<SignalRow | undefined> {
  const row = await tx
    .insertInto('intent_signal')
    .values({
      id: signal.id,
      organization_id: organizationId,
      project_id: signal.projectId,
      ...briefColumns(signal),
      revision: 1,
      search_days: signal.searchDays,
      search_budget: signal.searchBudget,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Makes whoever sets the wording of one of the project's signals wait for others that do, until they commit. */
export function lockWordings(tx: Tx, projectId: string): Promise<void> {
  return lockName(tx, `signals:${projectId}`)
}

/** Whether another signal of the project has this wording, ignoring case as the database does. */
export async function hasWording(
  tx: Tx,
  organizationId: string,
  wording: { projectId: string; intentSignal: string; exceptId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('intent_signal')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', wording.projectId)
    .where('deleted_at', 'is', null)
    .where('id', '!=', wording.exceptId)
    .where(sql`lower(intent_signal)`, '=', sql`lower(${wording.intentSignal}::text)`)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateSignalRow(tx: Tx, organizationId: string, signal: SignalRow): Promise<void> {
  await tx
    .updateTable('intent_signal')
    .set({
      ...briefColumns(signal),
      revision: signal.revision,
      search_days: signal.searchDays,
      search_budget: signal.searchBudget,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', signal.id)
    .execute()
}

function briefColumns({ kind, intentSignal, notInterested, planEdits }: Brief) {
  return {
    kind,
    intent_signal: intentSignal,
    not_interested: notInterested,
    plan_edits: isPlanEdited(planEdits) ? JSON.stringify(planEdits) : null,
  }
}

export async function setSignalDeleted(tx: Tx, organizationId: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('intent_signal')
    .set({ deleted_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
