import type { DataChannel } from '@leadlight/contract/leads'
import { withoutShadowed } from '@leadlight/domain/leads'
import useSWR from 'swr'
import { listDataChannels } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** Where the project's leads come from, by name. A platform as a whole is left out where its channels are named. */
export function useDataChannels(projectId: string) {
  return useSWR<DataChannel[], unknown>(keys.dataChannels(projectId), async () =>
    withoutShadowed(await call(listDataChannels, { params: { projectId } })),
  )
}
