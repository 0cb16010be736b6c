import type { ChangedPart } from '@leadlight/contract/changed'
import { useEffect, useRef } from 'react'
import { ORIGIN } from './origin.ts'
import { ownChangesSettled } from './own-changes.ts'
import { useProjectEvents } from './use-project-events.ts'
import { useStable } from './use-stable.ts'

/** How long changes are collected before a refetch: a colleague going through a list changes a lead a second. */
const GATHER_MS = 300

/**
 * Parts that may affect any lead if none is named: deleting a status clears it on leads, and rows show a signal's
 * words.
 */
const OF_LEADS: ReadonlySet<ChangedPart> = new Set(['leads', 'notes', 'drafts', 'statuses', 'signals'])

/** What other people or tabs have changed in a project since the last call. */
export interface OthersChanges {
  parts: ReadonlySet<ChangedPart>
  /** The affected leads; null if it may be any. */
  leadIds: ReadonlySet<string> | null
}

/**
 * Calls the listener with others' changes in a project, batched, and never during a change of our own. This page's own
 * changes are excluded. The listener may change between renders; the project may not.
 */
export function useOthersChanges(
  projectId: string,
  listener: (changes: OthersChanges) => void,
  gatherMs: number = GATHER_MS,
): void {
  const pending = useRef<Gathered>(nothing())
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
    const { parts, leadIds, isAnyLead } = pending.current
    pending.current = nothing()
    listener({ parts, leadIds: isAnyLead ? null : leadIds })
  })
  useProjectEvents(projectId, (event) => {
    if (event.type !== 'changed' || event.origin === ORIGIN) return
    const { parts, leadIds } = pending.current
    parts.add(event.what)
    for (const id of event.lead_ids ?? []) leadIds.add(id)
    if (event.lead_ids === null && OF_LEADS.has(event.what)) pending.current.isAnyLead = true
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
