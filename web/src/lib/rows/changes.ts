import { runOwnChange } from '../own-changes.ts'
import { messageOf } from '../request-error.ts'
import { isWorthRetrying } from '../swr-config.ts'
import { dismissToast, showToast } from '../../ui/toast.tsx'
import type { RowQueue } from './row-queue.ts'

/** Undoes a change on the server; called again after a failure, it goes on with what is left. */
export type Undo = () => Promise<void>

/** A change whose first calls were done before one failed. */
export class PartlyDone extends Error {
  /** Undoes what was done. */
  readonly undo: Undo

  constructor(cause: unknown, undo: Undo) {
    super(`A part was changed before that. ${messageOf(cause)}`, { cause })
    this.undo = undo
  }
}

/** An optimistic change: shown at once, sent, and reverted if sending fails. */
export interface Change {
  /** The ids of the changed rows; null for all that match a filter. Left out if the change does its own queueing. */
  ids?: readonly string[] | null
  /** Shows the change; returns the function that reverts it. */
  show: () => () => void
  /** Sends the change; returns how to undo it on the server, or null if nothing changed. */
  send: () => Promise<Undo | null>
  /** The toast's text afterwards; null if the change is visible where it was made. */
  done: string | null
  /** True if the toast replaces the last such one, where a key makes one change after another. */
  isOneOfMany?: boolean
  /** The toast's text on failure. */
  failed: string
  /** False if neither a key nor a toast undoes it. */
  isUndoable?: boolean
  /** Called once an undo shows. */
  onUndone?: (() => void) | undefined
}

/** Carries out changes and undoes them. */
export interface Changes {
  /** Returns whether the change succeeded; a failure shows a toast. */
  carryOut: (change: Change) => Promise<boolean>
  /** Undoes the latest change not yet undone; returns whether there was one. */
  undoLatest: () => boolean
}

/** State shared by all changes while the list is mounted. */
export interface ChangeLog {
  /** The undo functions, the latest last. */
  undoable: (() => void)[]
  inOrder: RowQueue
}

/** The cache operations that every change needs. */
interface Memory {
  /** The server has changed these rows: refetches what shows of their history. */
  changed: (ids: readonly string[]) => void
  /** Refetches what shows. */
  refresh: () => void
}

interface Shown extends Pick<Change, 'onUndone'> {
  revert: () => void
}

type InTurn = (work: () => Promise<void>) => Promise<void>

/** Changes show at once, are reverted with a toast if they fail, and can be undone from the toast or by key. */
export function createChanges(cache: Memory, { undoable, inOrder }: ChangeLog): Changes {
  const { undoSent, offerUndo, dropUndo } = createUndos(cache, undoable)
  let oneOfMany: number | null = null

  function carryOut(change: Change): Promise<boolean> {
    return runOwnChange(() => carryOutNow(change))
  }

  async function carryOutNow(change: Change): Promise<boolean> {
    const { ids, show, send, done, failed, isOneOfMany = false, isUndoable = true, onUndone } = change
    const inTurn = <Result>(work: () => Promise<Result>) => (ids === undefined ? work() : inOrder(ids, work))
    const revert = once(show())
    const sent = inTurn(send)
    let toastId: number | null = null
    const undo = once(() => {
      dropUndo(undo)
      if (toastId !== null) dismissToast(toastId)
      void runOwnChange(() => undoShown({ revert, onUndone }, sent, inTurn))
    })
    // Before sending: the latest change is undone first, even while it is being sent.
    if (isUndoable) undoable.push(undo)
    try {
      const isUndone = (await sent) !== null && isUndoable && !undoable.includes(undo)
      cache.changed(ids ?? [])
      if ((await sent) === null) dropUndo(undo)
      const onUndo = undoable.includes(undo) ? { onUndo: undo } : {}
      if (done && !isUndone) toastId = sayDone(done, onUndo, isOneOfMany)
      return true
    } catch (error) {
      dropUndo(undo)
      revert()
      const message = `${failed} ${messageOf(error)}`
      if (error instanceof PartlyDone) offerUndo(message, error.undo, inTurn)
      else showToast({ kind: 'error', message })
      return false
    }
  }

  function sayDone(message: string, onUndo: { onUndo?: () => void }, isOneOfMany: boolean): number {
    if (isOneOfMany && oneOfMany !== null) dismissToast(oneOfMany)
    const id = showToast({ kind: 'success', message, ...onUndo })
    if (isOneOfMany) oneOfMany = id
    return id
  }

  async function undoShown(shown: Shown, sent: Promise<Undo | null>, inTurn: InTurn): Promise<void> {
    shown.revert()
    shown.onUndone?.()
    // The failure has been reported where the change was sent.
    const undo = await sent.catch(() => null)
    if (undo) await undoSent(undo, inTurn)
    else cache.refresh()
  }

  return {
    carryOut,
    undoLatest() {
      const latest = undoable.at(-1)
      latest?.()
      return latest !== undefined
    },
  }
}

/** Carries out the undoing of what was sent. Where it fails, it can be tried again, by key and from the toast. */
function createUndos(cache: Memory, undoable: (() => void)[]) {
  async function undoSent(undo: Undo, inTurn: InTurn): Promise<void> {
    try {
      await inTurn(undo)
    } catch (error) {
      cache.refresh()
      const message = `This could not be undone. ${messageOf(error)}`
      if (isWorthRetrying(error)) offerUndo(message, undo, inTurn)
      else showToast({ kind: 'error', message })
    }
  }

  /** Says what failed, and offers to undo what was done, or is left of it, by key and by the toast. */
  function offerUndo(message: string, undo: Undo, inTurn: InTurn): void {
    const again = once(() => {
      dropUndo(again)
      dismissToast(toastId)
      void runOwnChange(() => undoSent(undo, inTurn)).then(cache.refresh)
    })
    undoable.push(again)
    const toastId = showToast({ kind: 'error', message, onUndo: again })
  }

  function dropUndo(undo: () => void): void {
    const index = undoable.indexOf(undo)
    if (index >= 0) undoable.splice(index, 1)
  }

  return { undoSent, offerUndo, dropUndo }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
