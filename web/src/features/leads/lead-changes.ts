import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import type { ChangeLog, Changes } from '../../lib/rows/changes.ts'
import { createChanges } from '../../lib/rows/changes.ts'
import type { StatusBy } from '../../lib/rows/use-list-work.ts'
import { deletedChange, openedChange, readChange, starChange, statusChange } from './kinds-of-change.ts'
import type { LeadCache } from './lead-cache.ts'
import type { Target } from './send-bulk.ts'

export type { Target } from './send-bulk.ts'

/** The changes to leads from the list and the reading pane. Each shows at once and is reverted if it fails. */
export interface LeadChanges extends Changes {
  setRead: (target: Target, read: boolean) => Promise<boolean>
  setDeleted: (target: Target, deleted: boolean, onUndone?: () => void) => Promise<boolean>
  /** Null clears the status. */
  setStatus: (target: Target, status: Status | null, by: StatusBy) => Promise<boolean>
  setStarred: (lead: LeadRow, starred: boolean) => Promise<boolean>
  /** Marks an opened lead as read: no toast, no undo. */
  markOpened: (lead: LeadRow) => Promise<boolean>
}

export function createLeadChanges(projectId: string, cache: LeadCache, log: ChangeLog): LeadChanges {
  const changes = createChanges(cache, log)
  const { carryOut } = changes
  return {
    ...changes,
    setRead: (target, read) => carryOut(readChange(projectId, cache, target, read)),
    setDeleted: (target, deleted, onUndone) =>
      carryOut({ ...deletedChange(projectId, cache, target, deleted), onUndone }),
    setStatus: (target, status, by) => carryOut(statusChange(projectId, cache, target, { status, by })),
    setStarred: (lead, starred) => carryOut(starChange(projectId, cache, lead, starred)),
    markOpened: (lead) => carryOut(openedChange(projectId, cache, lead)),
  }
}
