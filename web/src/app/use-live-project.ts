import type { ChangedPart } from '@leadlight/contract/changed'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { useSWRConfig } from 'swr'
import { reportMembershipDoubt } from '../lib/api.ts'
import { keys } from '../lib/keys.ts'
import { currentQuietPeriod, ownChangesSettled } from '../lib/own-changes.ts'
import { useGathered } from '../lib/use-gathered.ts'
import { useOthersChanges } from '../lib/use-others-changes.ts'
import type { OthersChanges } from '../lib/use-others-changes.ts'
import { useProjectEvents } from '../lib/use-project-events.ts'

/** Counts over many leads are slow on the server and not urgent. */
const COUNTS_GATHER_MS = 1500
/** A user who keeps changing things gets others' changes at the next pause. */
const TRIES_MAX = 3

/**
 * Keeps a project's data current while others work in it. Each key is replaced on its own; unsaved input is kept. Lists
 * update their own rows, which must not move.
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
      // SWR drops an answer that arrives during our own change.
      if (quiet !== null && quiet === currentQuietPeriod()) return
    }
  }
  function refreshCounts() {
    for (const key of [keys.intentSignals(projectId), keys.dataChannels(projectId)]) void mutate(key)
    void mutate((key) => isCountOf(key, projectId))
  }
  // Leads from monitoring cost credits, and may use up a budget.
  const readSpending = useGathered(() => void mutate(keys.credits), COUNTS_GATHER_MS)
  const countNew = useGathered(refreshCounts, COUNTS_GATHER_MS)
  useOthersChanges(projectId, (changes) => void refetch(changes))
  useOthersChanges(
    projectId,
    ({ parts }) => {
      if (affectsCounts(parts)) refreshCounts()
      else if (parts.has('notes')) void mutate((key) => isCountOf(key, projectId) && isByNotes(key))
    },
    COUNTS_GATHER_MS,
  )
  // A refused stream may mean that the user lost the project: refetch the projects and the membership.
  useProjectEvents(projectId, (event) => {
    if (event.type === 'refused') {
      reportMembershipDoubt()
      void mutate(keys.projects)
    }
    if (event.type === 'credits') void mutate(keys.credits)
    // Monitoring finds leads whichever page is open.
    if (event.type === 'leads') {
      void mutate(keys.unreadCount(projectId), { unread_count: event.unread_count }, { revalidate: false })
    }
    if (event.type === 'leads') countNew()
    if (event.type === 'leads' && event.search_id === null) readSpending()
  })
}

function keysToRefetch(projectId: string, { parts, leadIds }: OthersChanges): (readonly unknown[])[] {
  const ids = [...(leadIds ?? [])]
  const ofParts = [...parts].flatMap((part) => KEYS[part](projectId))
  return [...ofParts, ...ids.flatMap((id) => [keys.post(id), keys.notes(id), keys.history(id)])]
}

/** The other keys that depend on each part, besides those of the named leads. */
const KEYS: Record<ChangedPart, (projectId: string) => (readonly unknown[])[]> = {
  leads: (id) => [keys.unreadCount(id)],
  // Lists update their own rows.
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

/** Whether the count is filtered by notes. */
function isByNotes([, , query]: CountKey): boolean {
  return LEAD_FILTERS.hasNotes.parameter in query
}

function isAboutOneLead(key: unknown): boolean {
  return Array.isArray(key) && ['post', 'post-notes', 'post-history'].includes(key[0] as string)
}
