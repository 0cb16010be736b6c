import { AsyncLocalStorage } from 'node:async_hooks'
import type { RawBuilder } from 'kysely'
import type { Scope } from './db.ts'
import { together } from './together.ts'

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

/**
 * The statement that keeps the change in the transaction that made it and answers true, or false where that has written
 * nothing it could be kept with. A statement and not a call, so that it can travel together with the commit.
 */
export type RecordChange = (change: Change) => RawBuilder<Recorded>

export interface Recorded {
  recorded: boolean
}

/** Those who look on: of an organization all who may see what was changed, or only the account it concerns. */
export interface Audience {
  organizationId: string
  onlyFor: string | null
}

/** The statement that tells them of what the transaction has changed; where nothing was written it does nothing. */
export type TellChange = (audience: Audience) => RawBuilder<unknown>

/** What becomes of a change beside its effect: who keeps it and, where others are to hear of it at once, who tells them. */
export interface ChangeKeeping {
  record: RecordChange
  tell?: TellChange | undefined
}

interface OpenChange extends ChangeKeeping {
  change: Change
  onlyFor: string | null
  isRecorded: boolean
  isOpen: boolean
}

const openChange = new AsyncLocalStorage<OpenChange | undefined>()

/**
 * Runs the answer to a request as a change: what `record` says is sent at the end of each of its transactions, until one of them
 * committed with the record in it. So a change and its record stand or fall together, and a request leaves at most one. What
 * `tell` says is sent at the end of each, so that whoever looks on hears of what was committed, and of nothing else.
 */
export async function runAsChange<T>(change: Change, keeping: ChangeKeeping, work: () => Promise<T>): Promise<T> {
  const open: OpenChange = { ...keeping, change, onlyFor: null, isRecorded: false, isOpen: true }
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

/** Says that the change is nobody's business but the account's: its other screens hear of it, and no one else. */
export function tellOnly(accountId: string): void {
  const open = findOpen()
  if (open) open.onlyFor = accountId
}

type Send = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>

/**
 * Sends, before this returns, what a transaction about to commit has to send first: nothing outside a change. Resolves with
 * what is to be done once the transaction has committed.
 */
export function sendClosing(scope: Scope, send: Send): Promise<() => void> | undefined {
  const open = findOpen()
  if (!open) return undefined
  const organizationId = scope.settings['app.organization_id']
  const recorded = open.isRecorded ? undefined : send(open.record(open.change))
  const told = open.tell && organizationId && send(open.tell({ organizationId, onlyFor: open.onlyFor }))
  if (!recorded && !told) return undefined
  return together([recorded, told]).then(([rows]) => () => {
    if (rows) open.isRecorded = rows[0]?.recorded === true
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
