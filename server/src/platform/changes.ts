import { AsyncLocalStorage } from 'node:async_hooks'
import { afterCommit, type Tx } from './db.ts'

/** A request that may change something: who asks for what, of which things, and from where. */
export interface Change {
  /** One for each request, so that who keeps changes can tell that this one is kept already. */
  readonly id: string
  readonly at: Date
  /** The endpoint's name. */
  readonly action: string
  /** Ids and plain values that say what it is done to. */
  readonly target: Readonly<Record<string, string>>
  /** Null where nobody is signed in. */
  readonly actorId: string | null
  readonly impersonatorId: string | null
  readonly requestId: string
  readonly clientAddress: string
  readonly userAgent: string | null
}

/** Keeps the change in `tx` and answers true, or false where `tx` has written nothing that it could be kept with. */
export type RecordChange = (tx: Tx, change: Change) => Promise<boolean>

interface OpenChange {
  change: Change
  record: RecordChange
  isRecorded: boolean
  isOpen: boolean
}

const openChange = new AsyncLocalStorage<OpenChange | undefined>()

/**
 * Runs the answer to a request as a change: `record` is called at the end of each of its transactions, until one of them
 * committed with the record in it. So a change and its record stand or fall together, and a request leaves at most one.
 */
export async function runAsChange<T>(change: Change, record: RecordChange, work: () => Promise<T>): Promise<T> {
  const open: OpenChange = { change, record, isRecorded: false, isOpen: true }
  try {
    return await openChange.run(open, work)
  } finally {
    open.isOpen = false
  }
}

/**
 * Lets a stream finish what its request began: `work` handed to the answer is still the request's change, though it runs
 * after the answer has begun. Take it while the request is being answered.
 */
export function continueChange(): <T>(work: () => Promise<T>) => Promise<T> {
  const open = findOpen()
  if (!open) return (work) => work()
  return async (work) => {
    // Shares nothing with the request's own, which ends with its answer, but what was recorded by then.
    const later: OpenChange = { ...open, isOpen: true }
    try {
      return await openChange.run(later, work)
    } finally {
      open.isRecorded = later.isRecorded
      later.isOpen = false
    }
  }
}

/** Runs what a request writes but nobody asked for, such as counting attempts: its transactions record nothing. */
export function unaudited<T>(work: () => Promise<T>): Promise<T> {
  return openChange.run(undefined, work)
}

/** Names who makes the change, for calls that only find out by what they were sent, such as signing in. */
export function nameActor(userId: string): void {
  describe({ actorId: userId })
}

/** Adds to what the change is done to: ids of what it makes, and plain values. */
export function nameTarget(target: Record<string, string>): void {
  describe({ target })
}

/** For the transaction about to commit; does nothing outside a change, or once its record was committed. */
export async function recordOpenChange(tx: Tx): Promise<void> {
  const open = findOpen()
  if (!open || open.isRecorded) return
  if (!(await open.record(tx, open.change))) return
  afterCommit(tx, () => {
    open.isRecorded = true
  })
}

function describe({ target, ...rest }: Partial<Change>): void {
  const open = findOpen()
  if (open) open.change = { ...open.change, ...rest, target: { ...open.change.target, ...target } }
}

// Work that a request started and did not wait for may outlive it; what it writes then is no longer the request's.
function findOpen(): OpenChange | undefined {
  const found = openChange.getStore()
  return found?.isOpen ? found : undefined
}
