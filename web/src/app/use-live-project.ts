import type { ChangedPart } from '@leadlight/contract/changed'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { reportMembershipDoubt } from '../lib/api.ts'
import { keys } from '../lib/keys.ts'
import { ownChangesSettled, currentQuietPeriod } from '../lib/own-changes.ts'
import { useOthersChanges } from '../lib/use-others-changes.ts'
import type { OthersChanges } from '../lib/use-others-changes.ts'
import { useProjectEvents } from '../lib/use-project-events.ts'

/** What is counted over many leads takes the server longer, and nobody waits for it. */
const COUNTS_GATHER_MS = 1500
/** Whoever changes something all the time hears of the others when they pause. */
const TRIES_MAX = 3

/**
 * Keeps what shows of a project current while others work in it. What is read anew takes the place of what was there, key by key;
 * what is typed and not saved stands beside that and stays. The rows of a list are its own to keep current: they must not move.
 */
export function useLiveProject(projectId: string): void {
  const { mutate } = useSWRConfig()
  async function refetch(changes: OthersChanges): Promise<void> {
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      await ownChangesSettled()
      const quiet = currentQuietPeriod()
      await Promise.all([
        ...keysToRefetch(projectId, changes).map((key) => mutate(key)),
        changes.leadIds === null && mutate(isAboutOneLead),
      ])
      // An answer that came during a change of one's own was dropped.
      if (quiet !== null && quiet === currentQuietPeriod()) return
    }
  }
  function refreshCounts() {
    for (const key of [keys.intentSignals(projectId), keys.dataChannels(projectId)]) void mutate(key)
    void mutate((key) => isCountOf(key, projectId))
  }
  // What monitoring finds has cost something, and may have used a budget up.
  const readSpending = useGathered(() => {
    void mutate(keys.credits)
    void mutate(keys.intentSignals(projectId))
  }, COUNTS_GATHER_MS)
  useOthersChanges(projectId, (changes) => void refetch(changes))
  useOthersChanges(
    projectId,
    ({ parts }) => {
      if (affectsCounts(parts)) refreshCounts()
      else if (parts.has('notes')) void mutate((key) => isCountOf(key, projectId) && isByNotes(key))
    },
    COUNTS_GATHER_MS,
  )
  // Whoever may no longer listen may no longer see the project either: the list of projects says so, and who they are by now.
  useProjectEvents(projectId, (event) => {
    if (event.type === 'refused') {
      reportMembershipDoubt()
      void mutate(keys.projects)
    }
    if (event.type === 'credits') void mutate(keys.credits)
    // Monitoring finds leads whatever page is open.
    if (event.type === 'leads') {
      void mutate(keys.unreadCount(projectId), { unread_count: event.unread_count }, { revalidate: false })
    }
    if (event.type === 'leads' && event.search_id === null) readSpending()
  })
}

/** Answers what runs `work` once for all that comes within so long. */
function useGathered(work: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      clearTimeout(timer.current ?? undefined)
      timer.current = null
    },
    [],
  )
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      work()
    }, ms)
  }
}

function keysToRefetch(projectId: string, { parts, leadIds }: OthersChanges): (readonly unknown[])[] {
  const ids = [...(leadIds ?? [])]
  const ofParts = [...parts].flatMap((part) => KEYS[part](projectId))
  return [...ofParts, ...ids.flatMap((id) => [keys.post(id), keys.notes(id), keys.history(id)])]
}

/** What else hangs on each part than the leads that are named. */
const KEYS: Record<ChangedPart, (projectId: string) => (readonly unknown[])[]> = {
  leads: (id) => [keys.unreadCount(id)],
  // Lists keep their rows current themselves.
  people: () => [],
  companies: () => [],
  notes: () => [],
  drafts: () => [],
  statuses: (id) => [keys.leadStatuses(id), keys.prospectStatuses(id)],
  smart_columns: (id) => [keys.smartColumns(id)],
  views: (id) => [keys.views(id)],
  signals: (id) => [keys.intentSignals(id), keys.searches(id)],
  sources: (id) => [keys.sources(id), keys.sourceChannels(id), keys.sourcePlatforms(id)],
  webhooks: (id) => [keys.webhooks(id)],
  slack: (id) => [keys.slackConnection(id), keys.slackConfigs(id)],
  guests: (id) => [keys.guestsAccess(id), keys.teammates(id)],
  project: (id) => [keys.project(id), keys.projects],
}

type CountKey = ReturnType<typeof keys.leadCounts>

function affectsCounts(parts: OthersChanges['parts']): boolean {
  return parts.has('leads') || parts.has('statuses') || parts.has('signals')
}

function isCountOf(key: unknown, projectId: string): key is CountKey {
  return Array.isArray(key) && key[0] === 'posts-counts' && key[1] === projectId
}

/** Whether only leads with notes are counted, or only those without. */
function isByNotes([, , query]: CountKey): boolean {
  return LEAD_FILTERS.hasNotes.parameter in query
}

function isAboutOneLead(key: unknown): boolean {
  return Array.isArray(key) && ['post', 'post-notes', 'post-history'].includes(key[0] as string)
}
