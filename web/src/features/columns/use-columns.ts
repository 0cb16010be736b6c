import type { SmartColumn, createSmartColumn, updateSmartColumn } from '@leadlight/contract/columns'
import type { BodyOf } from '@leadlight/contract/endpoint'
import { movedTo } from '@leadlight/domain/statuses'
import useSWR, { useSWRConfig } from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'

export type NewColumn = BodyOf<typeof createSmartColumn>
export type ColumnChanges = Omit<BodyOf<typeof updateSmartColumn>['smart_column'], 'id'>

/** The project's smart columns in order; project events keep their progress current. */
export function useColumns(projectId: string) {
  const key = keys.smartColumns(projectId)
  const patchCached = usePatchCached()
  useProjectEvents(projectId, (event) => {
    if (event.type !== 'column') return
    const { position: _, ...told } = event.column
    patchCached<SmartColumn[]>(key, (columns) => withChanges(columns, told.id, told))
  })
  return useSWR<SmartColumn[], unknown>(key, () => call(calls.listSmartColumns, { params: { projectId } }))
}

/** Changes to smart columns. Failures are thrown, so the component can report them in place. */
export function useColumnChanges(projectId: string) {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  const key = keys.smartColumns(projectId)
  const patch = (change: (columns: SmartColumn[]) => SmartColumn[]) => patchCached<SmartColumn[]>(key, change)
  return {
    async add(body: NewColumn): Promise<void> {
      const created = await call(calls.createSmartColumn, { params: { projectId }, body })
      patch((columns) => [...columns.filter(({ id }) => id !== created.id), created])
    },
    async change(id: string, changes: ColumnChanges, reanalyze: boolean): Promise<void> {
      const body = { smart_column: { id, ...changes }, do_reanalyze: reanalyze }
      const saved = await call(calls.updateSmartColumn, { params: { projectId }, body })
      patch((columns) => withChanges(columns, id, saved))
    },
    /** Resumes pending and failed values, and those that lacked a model if there is one now. */
    async resume(id: string): Promise<void> {
      const body = { smart_column: { id }, do_reanalyze: false }
      const resumed = await call(calls.updateSmartColumn, { params: { projectId }, body })
      patch((columns) => withChanges(columns, id, resumed))
    },
    async stop(id: string): Promise<void> {
      const stopped = await call(calls.stopSmartColumn, { params: { projectId, columnId: id } })
      patch((columns) => withChanges(columns, id, stopped))
    },
    async remove(id: string): Promise<void> {
      await call(calls.deleteSmartColumn, { params: { projectId, columnId: id } })
      patch((columns) => columns.filter((column) => column.id !== id))
    },
    /** Shows at once, and is reverted on failure. */
    async move(id: string, position: number): Promise<void> {
      patch((columns) => inOrder(columns, movedTo(idsOf(columns), id, position)))
      const body = { smart_column: { id, position }, do_reanalyze: false }
      try {
        await call(calls.updateSmartColumn, { params: { projectId }, body })
      } catch (error) {
        await mutate(key)
        throw error
      }
    },
  }
}

export function idsOf(columns: readonly SmartColumn[]): string[] {
  return columns.map(({ id }) => id)
}

function withChanges(columns: readonly SmartColumn[], id: string, changes: Partial<SmartColumn>): SmartColumn[] {
  return columns.map((column) => (column.id === id ? { ...column, ...changes } : column))
}

function inOrder(columns: readonly SmartColumn[], ids: readonly string[]): SmartColumn[] {
  return ids.flatMap((id, position) => {
    const found = columns.find((column) => column.id === id)
    return found ? [{ ...found, position }] : []
  })
}
