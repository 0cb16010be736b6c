import type { ChangedPart } from '@leadlight/contract/changed'
import { useEffect, useRef } from 'react'
import { ORIGIN } from './origin.ts'
import { ownChangesSettled } from './own-changes.ts'
import { useProjectEvents } from './use-project-events.ts'
import { useStable } from './use-stable.ts'

/** How much is gathered before anything is read anew: a colleague who goes through a list changes a lead a second. */
const GATHER_MS = 300

/** What may have changed any lead where none is named: deleting a status leaves leads without it, a signal's words stand in rows. */
const OF_LEADS: ReadonlySet<ChangedPart> = new Set(['leads', 'notes', 'drafts', 'statuses', 'signals'])

/** What others, or other tabs, have changed in a project since it was last asked for. */
export interface OthersChanges {
  parts: ReadonlySet<ChangedPart>
  /** The leads it happened to; null where it may be any. */
  leadIds: ReadonlySet<string> | null
}

/**
 * Hears what others change in a project, gathered, and not while a change of one's own is on its way. What this page did itself
 * it knows. The listener may change from render to render; the project may not.
 */
export function useOthersChanges(
  projectId: string,
  listener: (changes: OthersChanges) => void,
  gatherMs: number = GATHER_MS,
): void {
  const gathered = useRef<Gathered>(nothing())
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      clearTimeout(timer.current ?? undefined)
      timer.current = null
    },
    [],
  )
  const flush = useStable(async () => {
    await ownChangesSettled()
    if (timer.current === null) return
    timer.current = null
    const { parts, leadIds, isAnyLead } = gathered.current
    gathered.current = nothing()
    listener({ parts, leadIds: isAnyLead ? null : leadIds })
  })
  useProjectEvents(projectId, (event) => {
    if (event.type !== 'changed' || event.origin === ORIGIN) return
    const { parts, leadIds } = gathered.current
    parts.add(event.what)
    for (const id of event.lead_ids ?? []) leadIds.add(id)
    if (event.lead_ids === null && OF_LEADS.has(event.what)) gathered.current.isAnyLead = true
    timer.current ??= setTimeout(() => void flush(), gatherMs)
  })
}

interface Gathered {
  parts: Set<ChangedPart>
  leadIds: Set<string>
  isAnyLead: boolean
}

function nothing(): Gathered {
  return { parts: new Set(), leadIds: new Set(), isAnyLead: false }
}
