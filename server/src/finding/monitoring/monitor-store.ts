import type { ProjectIds } from '../../platform/actor.ts'
import type { Millicredits } from '@leadlight/domain/credits'
import type { MonitoringPause } from '@leadlight/domain/monitoring'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { sql } from 'kysely'
import type { Brief } from '@leadlight/engine/plan/brief'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'signal_monitor.paused': MonitoringPause | null
  }
}

export interface MonitorRow {
  organizationId: string
  projectId: string
  signalId: string
  enabled: boolean
  budget: Millicredits
  /** The calendar month that `spent` belongs to. */
  month: string
  spent: Millicredits
  paused: MonitoringPause | null
  /**
   * The batch that is paid for and not yet judged, with the price of a post and the extra price where a large model
   * reads it.
   */
  batch: { id: string; price: Millicredits; modelPrice: Millicredits } | null
  enabledBy: string | null
  /** How many posts were dropped unjudged since the budget was last set, as too many waited. */
  dropped: number
}

function fromRow(row: Row<'signal_monitor'>): MonitorRow {
  return {
    organizationId: row.organization_id,
    projectId: row.project_id,
    signalId: row.intent_signal_id,
    enabled: row.enabled,
    budget: Number(row.monthly_budget),
    month: row.month,
    spent: Number(row.spent),
    paused: row.paused,
    batch: row.batch === null ? null : batchOf(row.batch, row),
    enabledBy: row.enabled_by,
    dropped: row.dropped,
  }
}

function batchOf(id: string, row: Pick<Row<'signal_monitor'>, 'batch_price' | 'batch_model_price'>) {
  return { id, price: Number(row.batch_price), modelPrice: Number(row.batch_model_price) }
}

/** Turns a signal's monitoring on with this budget, or changes its budget. */
export async function enableMonitor(
  tx: Tx,
  monitor: Pick<MonitorRow, 'organizationId' | 'projectId' | 'signalId' | 'budget' | 'enabledBy'> & { now: Date },
): Promise<void> {
  await tx
    .insertInto('signal_monitor')
    .values({
      organization_id: monitor.organizationId,
      project_id: monitor.projectId,
      intent_signal_id: monitor.signalId,
      enabled: true,
      monthly_budget: monitor.budget,
      month: '',
      spent: 0,
      enabled_by: monitor.enabledBy,
      enabled_at: monitor.now,
      dropped: 0,
    })
    .onConflict((conflict) =>
      conflict.column('intent_signal_id').doUpdateSet({
        enabled: true,
        monthly_budget: monitor.budget,
        paused: null,
        dropped: 0,
        enabled_by: monitor.enabledBy,
        enabled_at: sql<Date>`case when signal_monitor.enabled then signal_monitor.enabled_at else excluded.enabled_at end`,
      }),
    )
    .execute()
}

/** Turns monitoring off; returns the signals that were on. */
export async function disableMonitors(
  tx: Tx,
  organizationId: string,
  of: { projectId: string; signalId?: string },
): Promise<string[]> {
  const rows = await tx
    .updateTable('signal_monitor')
    .set({ enabled: false, paused: null })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', of.projectId)
    .$if(of.signalId !== undefined, (query) => query.where('intent_signal_id', '=', of.signalId ?? ''))
    .where('enabled', '=', true)
    .returning('intent_signal_id')
    .execute()
  return rows.map((row) => row.intent_signal_id)
}

/** A signal's monitor, locked until the transaction ends; undefined where it was never monitored. */
export async function lockMonitor(tx: Tx, organizationId: string, signalId: string): Promise<MonitorRow | undefined> {
  const row = await tx
    .selectFrom('signal_monitor')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('intent_signal_id', '=', signalId)
    .forUpdate()
    .executeTakeFirst()
  return row && fromRow(row)
}

export async function selectMonitors(tx: Tx, organizationId: string, projectId: string): Promise<MonitorRow[]> {
  const rows = await tx
    .selectFrom('signal_monitor')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('intent_signal_id')
    .execute()
  return rows.map(fromRow)
}

/** Updates a locked monitor. */
export async function updateMonitor(
  tx: Tx,
  monitor: MonitorRow,
  change: Partial<Pick<MonitorRow, 'month' | 'spent' | 'paused' | 'batch'>>,
): Promise<MonitorRow> {
  const next = { ...monitor, ...change }
  await tx
    .updateTable('signal_monitor')
    .set({
      month: next.month,
      spent: next.spent,
      paused: next.paused,
      batch: next.batch?.id ?? null,
      batch_price: next.batch?.price ?? null,
      batch_model_price: next.batch?.modelPrice ?? null,
    })
    .where('organization_id', '=', monitor.organizationId)
    .where('intent_signal_id', '=', monitor.signalId)
    .execute()
  return next
}

export interface MonitoredSignal extends Brief {
  id: string
  organizationId: string
  projectId: string
  revision: number
  /** The start of its current monitoring. */
  since: Date
}

/** Every monitored signal of all organizations, or of these projects only. */
export async function selectMonitoredSignals(tx: Tx, projectIds?: readonly string[]): Promise<MonitoredSignal[]> {
  const rows = await tx
    .selectFrom('signal_monitor')
    .innerJoin('intent_signal_view as intent_signal', 'intent_signal.id', 'signal_monitor.intent_signal_id')
    .select([
      'intent_signal.id',
      'intent_signal.organization_id',
      'intent_signal.project_id',
      'intent_signal.kind',
      'intent_signal.intent_signal',
      'intent_signal.not_interested',
      'intent_signal.plan_edits',
      'intent_signal.revision',
      'signal_monitor.enabled_at',
    ])
    .where('signal_monitor.enabled', '=', true)
    .where('intent_signal.deleted_at', 'is', null)
    .$if(projectIds !== undefined, (query) => query.where('signal_monitor.project_id', 'in', projectIds ?? []))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    kind: row.kind,
    intentSignal: row.intent_signal,
    notInterested: row.not_interested,
    planEdits: row.plan_edits ?? NO_PLAN_EDITS,
    revision: row.revision,
    since: row.enabled_at,
  }))
}

/** The organization's signals with a paid batch or waiting posts, in a fixed order. */
export async function selectSignalsAtWork(
  tx: Tx,
  organizationId: string,
): Promise<{ signalId: string; projectId: string; isHeld: boolean }[]> {
  const { rows } = await sql<{ signalId: string; projectId: string; isHeld: boolean }>`
    select intent_signal_id as "signalId", project_id as "projectId", batch is not null as "isHeld" from signal_monitor monitor
    where organization_id = ${organizationId} and (batch is not null or (enabled and exists (
      select from monitor_candidate candidate where candidate.organization_id = ${organizationId}
        and candidate.intent_signal_id = monitor.intent_signal_id and candidate.state = 'waiting')))
    order by intent_signal_id`.execute(tx)
  return rows
}

/** The organizations with judging to do; includes those whose posts wait for credits, unless told otherwise. */
export async function selectOrganizationsAtWork(
  tx: Tx,
  { withPaused = true }: { withPaused?: boolean } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from signal_monitor where batch is not null
    union
    select monitor.organization_id from monitor_candidate candidate
    join signal_monitor monitor on monitor.intent_signal_id = candidate.intent_signal_id
      and monitor.organization_id = candidate.organization_id
    where candidate.state = 'waiting' and monitor.enabled and (monitor.paused is null or ${withPaused})
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Every project that listens to something or has monitoring on. */
export async function selectListeningProjects(tx: Tx): Promise<ProjectIds[]> {
  const { rows } = await sql<ProjectIds>`
    select organization_id as "organizationId", project_id as "projectId" from signal_monitor where enabled
    union select organization_id, project_id from watch_project order by 2`.execute(tx)
  return rows
}

/** Whether a batch of the project is paid for and not yet judged. */
export async function hasBatch(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('signal_monitor')
    .select('intent_signal_id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('batch', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the project's monitors; returns their signals. */
export async function deleteMonitors(tx: Tx, organizationId: string, projectId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('signal_monitor')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .returning('intent_signal_id')
    .execute()
  return rows.map((row) => row.intent_signal_id)
}
