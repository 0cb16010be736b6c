import type { DataChannel } from '@leadlight/contract/leads'
import { withoutShadowed } from '@leadlight/domain/leads'
import useSWR from 'swr'
import { listDataChannels } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'
import { readLater } from './read-later.ts'

/** The project's lead sources by name. A platform is left out where its channels are listed. */
export function useDataChannels(projectId: string) {
  return useSWR<DataChannel[], unknown>(keys.dataChannels(projectId), async () =>
    withoutShadowed(await readLater(() => call(listDataChannels, { params: { projectId } }))),
  )
}
