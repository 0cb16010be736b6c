import type { ProfileFetch } from '@leadlight/contract/identity'
import type { Person } from '@leadlight/contract/prospects'
import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { SWRResponse } from 'swr'
import { getEnrichment, refreshPerson } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { runOwnChange } from '../../lib/own-changes.ts'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'

/** The polling interval while profiles are being read. */
const POLL_MS = 2500

/** Whether a profile will be read as soon as there is capacity, instead of waiting for its platform. */
export function isBeingRead({ state, next_at }: ProfileFetch, now: Date): boolean {
  return state === 'waiting' && (next_at === null || new Date(next_at) <= now)
}

interface Enrichment {
  looks: SWRResponse<ProfileFetch[], unknown>
  refresh: () => Promise<void>
  /** A request is in progress. */
  isAsking: boolean
}

/** When somebody's public profiles were read, and how to have them read again; new values show by themselves. */
export function useEnrichment({ project_id: projectId, id }: Pick<Person, 'project_id' | 'id'>): Enrichment {
  const { mutate } = useSWRConfig()
  const [isAsking, setAsking] = useState(false)
  const place = { params: { projectId, id } }
  const looks = useSWR<ProfileFetch[], unknown>(keys.enrichment(id), () => call(getEnrichment, place), {
    refreshInterval: (latest) => (latest?.some((look) => isBeingRead(look, new Date())) ? POLL_MS : 0),
    dedupingInterval: POLL_MS / 2,
    onSuccess: (latest) => {
      if (looks.data?.some((before) => latest.some((look) => isNewlyRead(before, look)))) void refetch()
    },
  })
  /** Refetches their page and the merge proposals. */
  function refetch() {
    return Promise.all([mutate(keys.person(id)), mutate(keys.identityProposals(id))])
  }
  async function refresh() {
    setAsking(true)
    try {
      const asked = await runOwnChange(() => call(refreshPerson, place))
      await looks.mutate(asked, { revalidate: false })
    } catch (error) {
      showToast({ kind: 'error', message: `The profiles could not be asked for. ${messageOf(error)}` })
    }
    setAsking(false)
  }
  return { looks, refresh, isAsking }
}

function isNewlyRead(before: ProfileFetch, now: ProfileFetch): boolean {
  return before.profile_id === now.profile_id && before.looked_at !== now.looked_at
}
