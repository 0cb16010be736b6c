import type { Status } from '@leadlight/contract/statuses'
import useSWR from 'swr'
import { call } from './api.ts'
import { listProspectStatuses } from './calls.ts'
import { keys } from './keys.ts'

/** What the project's people and companies can be set to, in their order. */
export function useProspectStatuses(projectId: string) {
  return useSWR<Status[], unknown>(keys.prospectStatuses(projectId), () =>
    call(listProspectStatuses, { params: { projectId } }),
  )
}
