import type { Status } from '@leadlight/contract/statuses'
import useSWR from 'swr'
import { listLeadStatuses } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** The project's lead statuses in order. */
export function useLeadStatuses(projectId: string | null) {
  return useSWR<Status[], unknown>(
    projectId === null ? null : keys.leadStatuses(projectId),
    ([, id]: readonly [string, string]) => call(listLeadStatuses, { params: { projectId: id } }),
  )
}
