import type { BodyOf } from '@leadlight/contract/endpoint'
import type { Status, createLeadStatus, updateLeadStatus } from '@leadlight/contract/statuses'
import { movedTo } from '@leadlight/domain/statuses'
import useSWR, { useSWRConfig } from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'

export type StatusKind = 'leads' | 'prospects'
type NewStatus = BodyOf<typeof createLeadStatus>
type StatusChanges = BodyOf<typeof updateLeadStatus>

const SETS = {
  leads: {
    key: keys.leadStatuses,
    list: calls.listLeadStatuses,
    create: calls.createLeadStatus,
    update: calls.updateLeadStatus,
    remove: calls.deleteLeadStatus,
  },
  prospects: {
    key: keys.prospectStatuses,
    list: calls.listProspectStatuses,
    create: calls.createProspectStatus,
    update: calls.updateProspectStatus,
    remove: calls.deleteProspectStatus,
  },
}

/** One of the project's two sets of statuses, in order. */
export function useStatuses(projectId: string, kind: StatusKind) {
  const set = SETS[kind]
  return useSWR<Status[], unknown>(set.key(projectId), () => call(set.list, { params: { projectId } }))
}

/**
 * Changes to a set of statuses. Changes to existing ones show at once and are reverted on failure. Failures are thrown,
 * so the component can report them in place.
 */
export function useStatusChanges(projectId: string, kind: StatusKind) {
  const set = SETS[kind]
  const key = set.key(projectId)
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  const patch = (change: (statuses: Status[]) => Status[]) => patchCached<Status[]>(key, change)

  async function carryOut<Reply>(show: (statuses: Status[]) => Status[], send: () => Promise<Reply>): Promise<Reply> {
    let before: Status[] | null = null
    patch((statuses) => {
      before = statuses
      return show(statuses)
    })
    try {
      return await send()
    } catch (error) {
      patch((statuses) => before ?? statuses)
      void mutate(key)
      throw error
    }
  }
  function replace(id: string, change: (status: Status) => Status) {
    return (statuses: Status[]) => statuses.map((status) => (status.id === id ? change(status) : status))
  }
  return {
    async add(body: NewStatus): Promise<Status> {
      const created = await call(set.create, { params: { projectId }, body })
      patch((statuses) => [...statuses, created])
      return created
    },
    async change(id: string, body: StatusChanges): Promise<void> {
      const saved = await carryOut(
        replace(id, ({ name, color, ...rest }) => ({ ...rest, name: body.name ?? name, color: body.color ?? color })),
        () => call(set.update, { params: { projectId, id }, body }),
      )
      patch(replace(id, (status) => ({ ...status, ...saved, position: status.position })))
    },
    async remove(id: string): Promise<void> {
      await carryOut(
        (statuses) => statuses.filter((status) => status.id !== id),
        () => call(set.remove, { params: { projectId, id } }),
      )
      // Rows and counts still name the deleted status.
      await mutate((other) => isAboutLeads(other, projectId))
    },
    async move(id: string, place: number): Promise<void> {
      await carryOut(
        (statuses) => inOrder(statuses, movedTo(idsOf(statuses), id, place)),
        // One call for both sets: the server finds the set by the status.
        () => call(calls.moveStatus, { params: { projectId, id }, query: { new_position: String(place) } }),
      )
    },
  }
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

function inOrder(statuses: readonly Status[], ids: readonly string[]): Status[] {
  return ids.flatMap((id, position) => {
    const found = statuses.find((status) => status.id === id)
    return found ? [{ ...found, position }] : []
  })
}

function isAboutLeads(key: unknown, projectId: string): boolean {
  if (!Array.isArray(key)) return false
  return key[0] === 'post' || ((key[0] === 'posts' || key[0] === 'posts-counts') && key[1] === projectId)
}
