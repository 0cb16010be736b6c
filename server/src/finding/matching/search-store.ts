import type { Millicredits } from '@leadlight/domain/credits'
import { isPlanEdited, NO_PLAN_EDITS, type PlanEdits } from '@leadlight/domain/signal-plans'
import type { SearchState, SignalKind } from '@leadlight/domain/signals'
import { sql, type JSONColumnType } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import type { Brief } from '@leadlight/engine/plan/brief'

/** Searches the channels, or goes again over the posts the signal has judged, or over those a backtest reads. */
export type SearchOver = 'channels' | 'judged' | 'stored'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'search.plan_edits': JSONColumnType<PlanEdits> | null
    'search.state': SearchState
    'search.over': SearchOver
    'search.kind': SignalKind
  }
}

/** Holds the brief the search was started with. */
export interface SearchRow extends Brief {
  id: string
  organizationId: string
  projectId: string
  signalId: string
  revision: number
  requestedBy: string | null
  state: SearchState
  days: number
  budget: Millicredits | null
  price: Millicredits
  /** The extra price of each post that a large model reads too. */
  modelPrice: Millicredits
  over: SearchOver
  until: Date
  /** How many posts were held before that the search looks at; null until it has asked for them. */
  archived: number | null
  /** The posts collected: those held before and those the channels brought. */
  seen: number
  /** Of these, the posts it judged itself, and those that its wording had judged before. */
  judged: number
  judgedBefore: number
  /** Of the judged posts, those that match the signal. */
  kept: number
  /** Leads that it brought into the project; null for searches begun before this was counted. */
  newLeads: number | null
  spent: Millicredits
  batches: number
  /** How many descriptions of it were emitted. */
  step: number
  /** The position of the question that is being put to a platform; null while none is. */
  asking: number | null
  /** Posts collected that were not worth judging. */
  passedOver: number
  /** Matches that the signal gained, and those that it lost. */
  gained: number
  lost: number
  note: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

function fromRow(row: Row<'search'>): SearchRow {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    signalId: row.intent_signal_id,
    kind: row.kind,
    intentSignal: row.intent_signal,
    notInterested: row.not_interested,
    planEdits: row.plan_edits ?? NO_PLAN_EDITS,
    revision: row.revision,
    requestedBy: row.requested_by,
    state: row.state,
    days: row.search_days,
    budget: row.search_budget === null ? null : Number(row.search_budget),
    price: Number(row.price),
    modelPrice: Number(row.model_price),
    over: row.over,
    until: row.until_at,
    archived: row.archived,
    seen: row.seen,
    judged: row.judged,
    judgedBefore: row.judged_before,
    kept: row.kept,
    newLeads: row.new_leads,
    spent: Number(row.spent),
    batches: row.batches,
    step: row.step,
    asking: row.asking,
    passedOver: row.passed_over,
    gained: row.gained,
    lost: row.lost,
    note: row.note,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

export type NewSearch = Pick<
  SearchRow,
  | 'id'
  | 'organizationId'
  | 'projectId'
  | 'signalId'
  | keyof Brief
  | 'revision'
  | 'requestedBy'
  | 'days'
  | 'budget'
  | 'price'
  | 'modelPrice'
  | 'over'
  | 'until'
>

/** Adds a queued search; false when the signal has an open one. */
export async function insertSearch(tx: Tx, search: NewSearch, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('search')
    .values({
      id: search.id,
      organization_id: search.organizationId,
      project_id: search.projectId,
      intent_signal_id: search.signalId,
      kind: search.kind,
      intent_signal: search.intentSignal,
      not_interested: search.notInterested,
      plan_edits: isPlanEdited(search.planEdits) ? JSON.stringify(search.planEdits) : null,
      revision: search.revision,
      requested_by: search.requestedBy,
      state: 'queued',
      search_days: search.days,
      search_budget: search.budget,
      price: search.price,
      model_price: search.modelPrice,
      over: search.over,
      until_at: search.until,
      seen: 0,
      judged: 0,
      kept: 0,
      new_leads: 0,
      spent: 0,
      batches: 0,
      passed_over: 0,
      gained: 0,
      lost: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The search, locked until the transaction ends, so that its steps never overlap. */
export async function lockSearch(tx: Tx, organizationId: string, searchId: string): Promise<SearchRow | undefined> {
  const row = await tx
    .selectFrom('search')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', searchId)
    .forUpdate()
    .executeTakeFirst()
  return row && fromRow(row)
}

export async function findOpenSearch(tx: Tx, organizationId: string, signalId: string): Promise<SearchRow | undefined> {
  const row = await tx
    .selectFrom('search')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('intent_signal_id', '=', signalId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Whether a search of the project is queued or running. */
export async function hasOpenSearches(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  const row = await openSearches(tx, organizationId, [projectId]).select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The projects' open searches, locked until the transaction ends, always in the same order. */
export async function lockOpenSearches(
  tx: Tx,
  organizationId: string,
  projectIds: readonly string[],
): Promise<SearchRow[]> {
  if (projectIds.length === 0) return []
  const rows = await openSearches(tx, organizationId, projectIds).selectAll().orderBy('id').forUpdate().execute()
  return rows.map(fromRow)
}

function openSearches(tx: Tx, organizationId: string, projectIds: readonly string[]) {
  return tx
    .selectFrom('search')
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .where('state', 'in', ['queued', 'running'])
}

/** The newest searches of the project, or of one of its signals, at most `limit`. */
export async function selectSearches(
  tx: Tx,
  organizationId: string,
  { projectId, signalId, limit }: { projectId: string; signalId?: string | undefined; limit: number },
): Promise<SearchRow[]> {
  const rows = await tx
    .selectFrom('search')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .$if(signalId !== undefined, (searches) => searches.where('intent_signal_id', '=', signalId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

/** The newest search of each of these signals. */
export async function selectLastSearches(
  tx: Tx,
  organizationId: string,
  signalIds: readonly string[],
): Promise<Map<string, SearchRow>> {
  if (signalIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('search')
    .selectAll()
    .distinctOn('intent_signal_id')
    .where('organization_id', '=', organizationId)
    .where('intent_signal_id', 'in', signalIds)
    .orderBy('intent_signal_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.intent_signal_id, fromRow(row)]))
}

export interface SearchChange {
  state?: SearchState
  startedAt?: Date
  finishedAt?: Date
  note?: string | null
  archived?: number
  seen?: number
  judged?: number
  judgedBefore?: number
  kept?: number
  newLeads?: number | null
  asking?: number | null
  spent?: Millicredits
  batches?: number
  passedOver?: number
  gained?: number
  lost?: number
}

/** Updates a locked search; counters are the new totals. */
export async function updateSearch(tx: Tx, search: SearchRow, change: SearchChange): Promise<SearchRow> {
  const next = { ...search, ...change }
  await tx
    .updateTable('search')
    .set({
      state: next.state,
      started_at: next.startedAt,
      finished_at: next.finishedAt,
      note: next.note,
      archived: next.archived,
      seen: next.seen,
      judged: next.judged,
      judged_before: next.judgedBefore,
      kept: next.kept,
      new_leads: next.newLeads,
      asking: next.asking,
      spent: next.spent,
      batches: next.batches,
      passed_over: next.passedOver,
      gained: next.gained,
      lost: next.lost,
    })
    .where('organization_id', '=', search.organizationId)
    .where('id', '=', search.id)
    .execute()
  return next
}

/** Counts one more description of a search that the caller has locked. */
export async function countStep(
  tx: Tx,
  { organizationId, id }: Pick<SearchRow, 'organizationId' | 'id'>,
): Promise<void> {
  await sql`update search set step = step + 1 where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}
