import type { View } from '@leadlight/contract/lead-work'
import useSWR, { useSWRConfig } from 'swr'
import { createView, deleteView, listViews, updateView } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

export type ViewDraft = Pick<View, 'name' | 'query' | 'is_shared'>

/** A project's saved views; empty while `isWanted` is false. */
export function useViews(projectId: string, isWanted = true) {
  return useSWR<View[], unknown>(isWanted ? keys.views(projectId) : null, () =>
    call(listViews, { params: { projectId } }),
  )
}

/** Saving, changing and deleting views. Each throws on failure. */
export function useViewCommands(projectId: string) {
  const { mutate } = useSWRConfig()
  async function refetch<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    await mutate(keys.views(projectId))
    return result
  }
  return {
    create: (body: ViewDraft) => refetch(call(createView, { params: { projectId }, body })),
    update: (id: string, body: Partial<ViewDraft>) => refetch(call(updateView, { params: { projectId, id }, body })),
    remove: (id: string) => refetch(call(deleteView, { params: { projectId, id } })),
  }
}
