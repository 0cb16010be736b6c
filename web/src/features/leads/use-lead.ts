import type { Lead } from '@leadlight/contract/leads'
import useSWR from 'swr'
import { getLead } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** One lead with its whole text; undefined if the id is null. */
export function useLead(projectId: string, id: string | null) {
  return useSWR<Lead, unknown>(id ? keys.post(id) : null, ([, leadId]: readonly [string, string]) =>
    call(getLead, { params: { projectId, id: leadId } }),
  )
}
