import type { Status } from '@leadlight/contract/statuses'
import { LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { useMemo, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ChangeLog, Change, Changes } from '../../lib/rows/changes.ts'
import { createChanges } from '../../lib/rows/changes.ts'
import { createRowQueue } from '../../lib/rows/row-queue.ts'
import { createListCache } from '../../lib/rows/list-cache.ts'
import { patchRow } from '../../lib/rows/loaded-rows.ts'
import type { RowChange } from '../../lib/rows/loaded-rows.ts'
import type { Target as TargetRows } from '../../lib/rows/target.ts'
import { countInWords, idsOf, isOne, sendInBulk, targetIds } from '../../lib/rows/target.ts'
import type { StatusBy } from '../../lib/rows/use-list-work.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import type { ProspectFilters } from './prospect-filters.ts'
import type { Chosen, ProspectKind, ProspectRow } from './prospect-kind.ts'

export type Target<Row extends ProspectRow> = TargetRows<Row, ProspectFilters>

/** Changes to people or companies from their list and page. Each shows at once and is reverted if it fails. */
export interface ProspectChanges<Row extends ProspectRow> extends Changes {
  /** Null clears the status. */
  setStatus: (target: Target<Row>, status: Status | null, by: StatusBy) => Promise<boolean>
  setDeleted: (target: Target<Row>, deleted: boolean, onUndone?: () => void) => Promise<boolean>
}

/** The changes of a project's people or companies; undo works while the list is mounted. */
export function useProspectChanges<Row extends ProspectRow>(
  kind: ProspectKind<Row>,
  projectId: string,
  query: object,
): ProspectChanges<Row> {
  const cache = useProspectCache(kind, projectId, query)
  const [log] = useState<ChangeLog>(() => ({ undoable: [], inOrder: createRowQueue() }))
  return useMemo(() => {
    const changes = createChanges(cache, log)
    const context = { kind, projectId, cache }
    return {
      ...changes,
      setStatus: (target, status, by) => changes.carryOut(statusChange(context, target, { status, by })),
      setDeleted: (target, deleted, onUndone) =>
        changes.carryOut({ ...deletedChange(context, target, deleted), onUndone }),
    }
  }, [kind, projectId, cache, log])
}

type ProspectCache<Row extends ProspectRow> = ReturnType<typeof useProspectCache<Row>>

/** Optimistic changes to the cached list on screen and single pages. */
function useProspectCache<Row extends ProspectRow>(kind: ProspectKind<Row>, projectId: string, query: object) {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  return useMemo(() => {
    const listKey = kind.keyOf(projectId, query)
    const list = createListCache<Row>({ mutate, patchCached }, listKey)
    return {
      ...list,
      patch(ids: ReadonlySet<string>, change: RowChange<Row>) {
        list.patch(ids, change)
        for (const id of ids) patchCached<Row>(kind.keyOfOne(id), (one) => patchRow<Row, Row>(one, change))
      },
      changed: () => undefined,
      refresh: () => void mutate(listKey),
    }
  }, [kind, projectId, query, mutate, patchCached])
}

interface ProspectContext<Row extends ProspectRow> {
  kind: ProspectKind<Row>
  projectId: string
  cache: ProspectCache<Row>
}

function statusChange<Row extends ProspectRow>(
  context: ProspectContext<Row>,
  target: Target<Row>,
  { status, by }: { status: Status | null; by: StatusBy },
): Change {
  const { kind, projectId, cache } = context
  const id = status?.id ?? null
  const before = new Map(target.rows.map((row) => [row.id, row.status_config_id]))
  const show = (statusOf: (row: Row) => string | null) =>
    cache.patch(idsOf(target.rows), (row) => ({ ...row, status_config_id: statusOf(row) }))
  return {
    ids: targetIds(target),
    show() {
      show(() => id)
      return () => show((row) => before.get(row.id) ?? null)
    },
    send: () => sendBulk(context, target, (chosen) => kind.setStatus(projectId, chosen, id)),
    done:
      isOne(target) && by === 'menu'
        ? null
        : `Set ${countWithNoun(kind, target)} ${status ? `to "${status.name}"` : 'to no status'}`,
    isOneOfMany: isOne(target),
    failed: `The status of ${withArticle(kind, target)} could not be changed.`,
  }
}

function deletedChange<Row extends ProspectRow>(
  context: ProspectContext<Row>,
  target: Target<Row>,
  deleted: boolean,
): Change {
  const { kind, projectId, cache } = context
  const ids = idsOf(target.rows)
  const show = (now: boolean) => cache.patch(ids, (row) => ({ ...row, deleted: now }))
  /** Only the server knows where restored rows belong in a list that lacked them. */
  let isListStale = false
  return {
    ids: targetIds(target),
    show() {
      const removed = cache.remove(ids)
      isListStale = !deleted && removed.length < target.rows.length
      show(deleted)
      return () => {
        cache.restore(removed)
        show(!deleted)
      }
    },
    async send() {
      const undo = await sendBulk(context, target, (chosen) => kind.setDeleted(projectId, chosen, deleted))
      if (!isListStale || !undo) return undo
      cache.refresh()
      return () => undo().finally(() => cache.refresh())
    },
    done: deleted ? `Deleted ${countWithNoun(kind, target)}` : `Brought ${countWithNoun(kind, target)} back`,
    failed: `${capitalize(withArticle(kind, target))} could not be ${deleted ? 'deleted' : 'brought back'}.`,
  }
}

function sendBulk<Row extends ProspectRow>(
  { kind, projectId, cache }: ProspectContext<Row>,
  target: Target<Row>,
  send: (chosen: Chosen) => Promise<{ undo_token: string | null }>,
) {
  return sendInBulk<ProspectFilters, Chosen>({
    target,
    idsMax: LEADS_NAMED_MAX,
    naming: (ids) => ({ ids }),
    matching: (filters) => ({ filters }),
    send,
    undo: (undoToken) => kind.undo(projectId, undoToken),
    refresh: cache.refresh,
  })
}

function countWithNoun<Row extends ProspectRow>({ noun }: ProspectKind<Row>, target: Target<Row>): string {
  return countInWords(target, noun.one, noun.several)
}

function withArticle<Row extends ProspectRow>({ noun }: ProspectKind<Row>, target: Target<Row>): string {
  return `the ${isOne(target) ? noun.one : noun.several}`
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
