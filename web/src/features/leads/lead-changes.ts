import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'
import type { InOrder } from './in-order.ts'
import type { Change } from './kinds-of-change.ts'
import { deletedChange, openedChange, readChange, starChange, statusChange } from './kinds-of-change.ts'
import type { LeadCache } from './lead-cache.ts'
import type { Target, Undo } from './send-bulk.ts'

export type { Change } from './kinds-of-change.ts'
export type { Target, Undo } from './send-bulk.ts'

/** All that can be done to leads from the list and the reading pane. Each shows at once and is taken back if it fails. */
export interface LeadChanges {
  setRead: (target: Target, read: boolean) => Promise<void>
  setDeleted: (target: Target, deleted: boolean) => Promise<void>
  /** Null takes the status away. */
  setStatus: (target: Target, status: Status | null) => Promise<void>
  setStarred: (lead: LeadRow, starred: boolean) => Promise<void>
  /** Marks a lead as read because it was opened: no toast, nothing to undo. */
  markOpened: (lead: LeadRow) => Promise<void>
  /** Any other change, carried out and undone like these. */
  carryOut: (change: Change) => Promise<void>
  /** Undoes the latest change that has not been undone; answers whether there was one. */
  undoLatest: () => boolean
}

/** What changes have in common as long as the list stands. */
export interface ChangeLog {
  /** What can be undone, the latest last. */
  undoable: (() => void)[]
  inOrder: InOrder
}

export function createLeadChanges(projectId: string, cache: LeadCache, { undoable, inOrder }: ChangeLog): LeadChanges {
  async function carryOut({ ids, show, send, done, failed }: Change): Promise<void> {
    const inTurn = (work: () => Promise<void>) => (ids === undefined ? work() : inOrder(ids, work))
    const takeBack = show()
    try {
      const undo = await (ids === undefined ? send() : inOrder(ids, send))
      cache.changed(ids ?? [])
      const undoOnce = undo ? once(() => void undoShown(takeBack, () => inTurn(undo))) : null
      if (undoOnce) undoable.push(undoOnce)
      if (done) showToast({ kind: 'success', message: done, ...(undoOnce ? { onUndo: undoOnce } : {}) })
    } catch (error) {
      takeBack()
      showToast({ kind: 'error', message: `${failed} ${messageOf(error)}` })
    }
  }

  async function undoShown(takeBack: () => void, undo: Undo): Promise<void> {
    takeBack()
    try {
      await undo()
    } catch (error) {
      cache.refresh()
      showToast({ kind: 'error', message: `This could not be undone. ${messageOf(error)}` })
    }
  }

  /** A job that runs once and is then forgotten as the latest. */
  function once(work: () => void): () => void {
    function run() {
      const index = undoable.indexOf(run)
      if (index < 0) return
      undoable.splice(index, 1)
      work()
    }
    return run
  }

  return {
    carryOut,
    setRead: (target, read) => carryOut(readChange(projectId, cache, target, read)),
    setDeleted: (target, deleted) => carryOut(deletedChange(projectId, cache, target, deleted)),
    setStatus: (target, status) => carryOut(statusChange(projectId, cache, target, status)),
    setStarred: (lead, starred) => carryOut(starChange(projectId, cache, lead, starred)),
    markOpened: (lead) => carryOut(openedChange(projectId, cache, lead)),
    undoLatest() {
      const latest = undoable.at(-1)
      latest?.()
      return latest !== undefined
    },
  }
}
