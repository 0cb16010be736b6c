import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { asOwnChange } from '../../lib/own-changes.ts'
import { messageOf } from '../../lib/request-error.ts'
import { dismissToast, showToast } from '../../ui/toast.tsx'
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

type InTurn = (work: () => Promise<void>) => Promise<void>

export function createLeadChanges(projectId: string, cache: LeadCache, { undoable, inOrder }: ChangeLog): LeadChanges {
  function carryOut(change: Change): Promise<void> {
    return asOwnChange(() => carryOutNow(change))
  }

  async function carryOutNow({ ids, show, send, done, failed, isUndoable = true }: Change): Promise<void> {
    const inTurn = <Result>(work: () => Promise<Result>) => (ids === undefined ? work() : inOrder(ids, work))
    const takeBack = once(show())
    const sent = inTurn(send)
    let toastId: number | null = null
    const undo = once(() => {
      forget(undo)
      if (toastId !== null) dismissToast(toastId)
      void asOwnChange(() => undoShown(takeBack, sent, inTurn))
    })
    // Before it is sent: what was done last is what is undone first, also while it is on its way.
    if (isUndoable) undoable.push(undo)
    try {
      const isUndone = (await sent) !== null && isUndoable && !undoable.includes(undo)
      cache.changed(ids ?? [])
      if ((await sent) === null) forget(undo)
      const onUndo = undoable.includes(undo) ? { onUndo: undo } : {}
      if (done && !isUndone) toastId = showToast({ kind: 'success', message: done, ...onUndo })
    } catch (error) {
      forget(undo)
      takeBack()
      showToast({ kind: 'error', message: `${failed} ${messageOf(error)}` })
    }
  }

  async function undoShown(takeBack: () => void, sent: Promise<Undo | null>, inTurn: InTurn): Promise<void> {
    takeBack()
    // That it could not be sent is told where it was sent.
    const undo = await sent.catch(() => null)
    try {
      if (undo) await inTurn(undo)
      else cache.refresh()
    } catch (error) {
      cache.refresh()
      showToast({ kind: 'error', message: `This could not be undone. ${messageOf(error)}` })
    }
  }

  function forget(undo: () => void): void {
    const index = undoable.indexOf(undo)
    if (index >= 0) undoable.splice(index, 1)
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

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
