import type { LedgerEntry } from '@leadlight/contract/billing'
import { toCredits } from '@leadlight/domain/credits'
import { findPeople, nameOf } from '../accounts/find-people.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { readListCursor, totalOf, writeListCursor, type ListTotal } from '../../platform/list-cursor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { writeCsv } from '../../platform/write-csv.ts'
import { nameProjects } from '../projects/name-projects.ts'
import { nameSignals } from '../signals/name-signals.ts'
import { countEntries, selectEntries, type EntryFilter, type EntryPosition, type ListedEntry } from './entry-store.ts'

const COUNTED_MAX = 10_000
const EXPORTED_AT_ONCE = 1000

export interface LedgerPage extends ListTotal {
  entries: LedgerEntry[]
  nextCursor: string | null
}

/**
 * One page of the movements of the actor's organization's credits, newest first. A later page continues from its cursor
 * and repeats the total that the first page counted, up to 10,000.
 */
export function listLedger(
  { db }: { db: Db },
  actor: Actor,
  { filter, limit, cursor: text }: { filter: EntryFilter; limit: number; cursor: string | undefined },
): Promise<LedgerPage> {
  requirePermission(actor, 'billing.manage')
  const { organizationId } = actor
  const list = ['ledger', organizationId, filter]
  const cursor = text === undefined ? undefined : readListCursor(list, text)
  const after = cursor && { at: new Date(cursor.after.value), id: cursor.after.id }
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const rows = await selectEntries(tx, organizationId, { filter, after, limit })
    const { total, totalCapped } = cursor ?? (await count(tx, organizationId, filter))
    const entries = rows.slice(0, limit)
    const last = rows.length > limit ? entries.at(-1) : undefined
    const position = last && { value: last.createdAt.getTime(), id: last.id }
    const nextCursor = position ? writeListCursor(list, { total, totalCapped, after: position }) : null
    return { entries: await present(tx, organizationId, entries), total, totalCapped, nextCursor }
  })
}

const HEADING = ['at', 'kind', 'what', 'work', 'credits', 'balance', 'who', 'project', 'signal', 'id']

/** All movements as CSV, read page by page at the pace of the download. */
export async function* exportLedger(deps: { db: Db }, actor: Actor, filter: EntryFilter): AsyncGenerator<Uint8Array> {
  requirePermission(actor, 'billing.manage')
  yield* writeCsv({ heading: HEADING, batches: readPages(deps, actor, filter), cellsOf: toCells })
}

async function* readPages(
  { db }: { db: Db },
  { organizationId }: Actor,
  filter: EntryFilter,
): AsyncGenerator<LedgerEntry[]> {
  let after: EntryPosition | undefined
  do {
    const page = await db.transaction(organizationScope(organizationId), async (tx) => {
      const rows = await selectEntries(tx, organizationId, { filter, after, limit: EXPORTED_AT_ONCE })
      const entries = rows.slice(0, EXPORTED_AT_ONCE)
      const last = rows.length > EXPORTED_AT_ONCE ? entries.at(-1) : undefined
      return { presented: await present(tx, organizationId, entries), last }
    })
    yield page.presented
    after = page.last && { at: page.last.createdAt, id: page.last.id }
  } while (after)
}

function toCells({ at, kind, what, work, credits, balance, who, project, signal, id }: LedgerEntry) {
  return [at, kind, what, work, credits, balance, who?.name ?? null, project?.name ?? null, signal?.text ?? null, id]
}

async function count(tx: Tx, organizationId: string, filter: EntryFilter): Promise<ListTotal> {
  return totalOf(await countEntries(tx, organizationId, filter, COUNTED_MAX + 1), COUNTED_MAX)
}

async function present(tx: Tx, organizationId: string, entries: readonly ListedEntry[]): Promise<LedgerEntry[]> {
  const idsOf = (part: 'accountId' | 'projectId' | 'signalId') =>
    entries.map((entry) => entry[part]).filter((id) => id !== null)
  const people = await findPeople(tx, idsOf('accountId'))
  const projects = await nameProjects(tx, organizationId, idsOf('projectId'))
  const signals = await nameSignals(tx, organizationId, idsOf('signalId'))
  return entries.map((entry) => {
    const person = entry.accountId === null ? undefined : people.get(entry.accountId)
    return {
      id: entry.id,
      at: entry.createdAt.toISOString(),
      kind: entry.kind,
      what: entry.what,
      work: entry.work,
      who: entry.accountId === null ? null : { id: entry.accountId, name: person ? nameOf(person) : null },
      project: entry.projectId === null ? null : named(entry.projectId, projects),
      signal: entry.signalId === null ? null : { id: entry.signalId, text: signals.get(entry.signalId) ?? null },
      credits: toCredits(entry.amount),
      balance: toCredits(entry.balanceAfter),
    }
  })
}

function named(id: string, names: ReadonlyMap<string, string>): { id: string; name: string | null } {
  return { id, name: names.get(id) ?? null }
}
