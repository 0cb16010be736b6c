import type { Status } from '@leadlight/contract/statuses'
import useSWR from 'swr'
import { listProspectStatuses } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** The statuses of the project's people and companies in order. */
export function useProspectStatuses(projectId: string | null) {
  return useSWR<Status[], unknown>(
    projectId === null ? null : keys.prospectStatuses(projectId),
    ([, id]: readonly [string, string]) => call(listProspectStatuses, { params: { projectId: id } }),
  )
}
