import { runOwnChange } from '../own-changes.ts'
import { messageOf } from '../request-error.ts'
import { dismissToast, showToast } from '../../ui/toast.tsx'
import type { RowQueue } from './row-queue.ts'

/** Undoes on the server what a change has done there. */
export type Undo = () => Promise<void>

/** A change as it is carried out: shown at once, sent, and taken back where sending fails. */
export interface Change {
  /** The rows it changes, by id; null for all that match a filter. Left out where it waits its turn by itself. */
  ids?: readonly string[] | null
  /** Shows the change; answers how to take it back. */
  show: () => () => void
  /** Sends it; answers how to undo it on the server, null where nothing changed. */
  send: () => Promise<Undo | null>
  /** What the toast says once it is done; none for changes that are seen where they were made. */
  done: string | null
  /** What the toast says where it was not. */
  failed: string
  /** False where no key and no toast undoes it. */
  isUndoable?: boolean
}

/** Carries changes out, and undoes them. */
export interface Changes {
  /** Answers whether it came about; that it did not is told. */
  carryOut: (change: Change) => Promise<boolean>
  /** Undoes the latest change that has not been undone; answers whether there was one. */
  undoLatest: () => boolean
}

/** What changes have in common as long as the list stands. */
export interface ChangeLog {
  /** What can be undone, the latest last. */
  undoable: (() => void)[]
  inOrder: RowQueue
}

/** What the browser remembers of the rows, as far as every change touches it. */
interface Memory {
  /** The server has changed these: what happened to them is asked for again, where it shows. */
  changed: (ids: readonly string[]) => void
  /** Asks the server again for what shows. */
  refresh: () => void
}

type InTurn = (work: () => Promise<void>) => Promise<void>

/** Every change shows at once, is taken back with a toast if it fails, and can be undone from the toast or by key. */
export function createChanges(cache: Memory, { undoable, inOrder }: ChangeLog): Changes {
  function carryOut(change: Change): Promise<boolean> {
    return runOwnChange(() => carryOutNow(change))
  }

  async function carryOutNow({ ids, show, send, done, failed, isUndoable = true }: Change): Promise<boolean> {
    const inTurn = <Result>(work: () => Promise<Result>) => (ids === undefined ? work() : inOrder(ids, work))
    const takeBack = once(show())
    const sent = inTurn(send)
    let toastId: number | null = null
    const undo = once(() => {
      dropUndo(undo)
      if (toastId !== null) dismissToast(toastId)
      void runOwnChange(() => undoShown(takeBack, sent, inTurn))
    })
    // Before it is sent: what was done last is what is undone first, also while it is on its way.
    if (isUndoable) undoable.push(undo)
    try {
      const isUndone = (await sent) !== null && isUndoable && !undoable.includes(undo)
      cache.changed(ids ?? [])
      if ((await sent) === null) dropUndo(undo)
      const onUndo = undoable.includes(undo) ? { onUndo: undo } : {}
      if (done && !isUndone) toastId = showToast({ kind: 'success', message: done, ...onUndo })
      return true
    } catch (error) {
      dropUndo(undo)
      takeBack()
      showToast({ kind: 'error', message: `${failed} ${messageOf(error)}` })
      return false
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

  function dropUndo(undo: () => void): void {
    const index = undoable.indexOf(undo)
    if (index >= 0) undoable.splice(index, 1)
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

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
