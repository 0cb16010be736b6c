import type { LeadCounts } from '@leadlight/contract/lead-work'
import useSWR from 'swr'
import { countLeads } from 'virtual:calls'
import { call } from './api.ts'
import { formatNumber } from './format.ts'
import { keys } from './keys.ts'
import { useGathered } from './use-gathered.ts'
import { useProjectEvents } from './use-project-events.ts'

/** Counts over many leads are slow on the server and not urgent. */
const GATHER_MS = 1500
const UNREAD = { read: 'false' } as const

type Choices = 'intent_signals' | 'channels'

/** A number of leads, and how it is written: "10,000+" from where counting stops. */
export interface FoundCount {
  count: number
  text: string
}

export interface FoundLeads {
  /** The leads of one signal or channel, as the list of posts would show them; undefined while they load. */
  of: (choices: Choices, id: string) => { all: FoundCount; unread: FoundCount } | undefined
  /** Why they could not be loaded. */
  error: unknown
  retry: () => void
}

/** How many leads each signal and each channel of a project has. Kept current as leads arrive. */
export function useFoundLeads(projectId: string): FoundLeads {
  const all = useCounts(projectId, {})
  const unread = useCounts(projectId, UNREAD)
  const read = () => void Promise.all([all.mutate(), unread.mutate()])
  const refresh = useGathered(read, GATHER_MS)
  useProjectEvents(projectId, (event) => {
    if (event.type === 'leads') refresh()
  })
  return {
    of: (choices, id) =>
      all.data && unread.data && { all: countOf(all.data, choices, id), unread: countOf(unread.data, choices, id) },
    error: (all.data ? undefined : all.error) ?? (unread.data ? undefined : unread.error),
    retry: read,
  }
}

function useCounts(projectId: string, query: { read?: 'false' }) {
  return useSWR<LeadCounts, unknown>(keys.leadCounts(projectId, query), () =>
    call(countLeads, { params: { projectId }, query }),
  )
}

function countOf(counts: LeadCounts, choices: Choices, id: string): FoundCount {
  // A choice without leads is left out.
  const count = counts[choices].find((one) => one.id === id)?.count ?? 0
  const isCapped = count >= counts.capped_at
  return { count, text: isCapped ? `${formatNumber(counts.capped_at)}+` : formatNumber(count) }
}
