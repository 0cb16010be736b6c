import type { Status } from '@leadlight/contract/statuses'
import useSWR from 'swr'
import { listLeadStatuses } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** The project's lead statuses in order. */
export function useLeadStatuses(projectId: string) {
  return useSWR<Status[], unknown>(keys.leadStatuses(projectId), () =>
    call(listLeadStatuses, { params: { projectId } }),
  )
}
