import type { Teammate } from '@leadlight/contract/lead-work'
import useSWR from 'swr'
import { listTeammates } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'
import { readLater } from './read-later.ts'

/** Everybody who can see the project, by name; empty while `isWanted` is false. */
export function useTeammates(projectId: string, isWanted = true) {
  return useSWR<Teammate[], unknown>(isWanted ? keys.teammates(projectId) : null, () =>
    readLater(() => call(listTeammates, { params: { projectId } })),
  )
}
