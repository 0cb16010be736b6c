import type { DataChannel } from '@leadlight/contract/leads'
import { withoutShadowed } from '@leadlight/domain/leads'
import useSWR from 'swr'
import { call } from './api.ts'
import { listDataChannels } from './calls.ts'
import { keys } from './keys.ts'

/** Where the project's leads come from, by name. A platform as a whole is left out where its channels are named. */
export function useDataChannels(projectId: string) {
  return useSWR<DataChannel[], unknown>(keys.dataChannels(projectId), async () =>
    withoutShadowed(await call(listDataChannels, { params: { projectId } })),
  )
}
