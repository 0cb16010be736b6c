import { AsyncLocalStorage } from 'node:async_hooks'
import type { RawBuilder } from 'kysely'
import type { Scope } from './db.ts'
import { pipelineStatements } from './pipeline-statements.ts'

/** A request that may change something: who asks for what, on which targets, and from where. */
export interface Change {
  /** Unique to the request, so that whoever records changes can tell it is already recorded. */
  readonly id: string
  readonly at: Date
  /** The endpoint's name. */
  readonly action: string
  /** Ids and plain values that name what is changed. */
  readonly target: Readonly<Record<string, string>>
  /** Null where nobody is signed in. */
  readonly actorId: string | null
  readonly impersonatorId: string | null
  readonly requestId: string
  readonly clientAddress: string
  readonly userAgent: string | null
}

/**
 * Builds the statement that records the change in the transaction that made it. It answers true, or false where that
 * transaction wrote no row the record can refer to. It is a statement, not a call, so that it can be sent together with
 * the commit.
 */
export type RecordChange = (change: Change) => RawBuilder<Recorded>

export interface Recorded {
  recorded: boolean
}

/** Who hears of a change: everybody in the organization who may see it, or only the account it concerns. */
export interface Audience {
  organizationId: string
  onlyFor: string | null
}

/** Builds the statement that emits what the transaction changed; without changes it does nothing. */
export type EmitChange = (audience: Audience) => RawBuilder<unknown>

/** How a change is recorded and, where others should hear of it at once, emitted. */
export interface ChangeKeeping {
  record: RecordChange
  emit?: EmitChange | undefined
}

interface OpenChange extends ChangeKeeping {
  change: Change
  onlyFor: string | null
  isRecorded: boolean
  isOpen: boolean
}

const openChange = new AsyncLocalStorage<OpenChange | undefined>()

/**
 * Runs a request's handler as a change. `record`'s statement runs at the end of each of its transactions, until one
 * commits with the record in it. So a change and its record commit or roll back together, and a request leaves at most
 * one record. `emit`'s statement runs at the end of each, so only committed changes are emitted.
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
 * Lets a stream finish what its request began: `work` passed to the result still counts as the request's change, though
 * it runs after the answer has begun. Call it while the request is being answered.
 */
export function continueChange(): <T>(work: () => Promise<T>) => Promise<T> {
  const open = findOpen()
  if (!open) return (work) => work()
  return async (work) => {
    // Shares nothing with the request's own state, which ends with its answer, except what was recorded by then.
    const later: OpenChange = { ...open, isOpen: true }
    try {
      return await openChange.run(later, work)
    } finally {
      open.isRecorded = later.isRecorded
      later.isOpen = false
    }
  }
}

/** Runs writes that nobody asked for, such as counting attempts: their transactions record nothing. */
export function unaudited<T>(work: () => Promise<T>): Promise<T> {
  return openChange.run(undefined, work)
}

/** Names who makes the change, for calls that only learn it from their body, such as signing in. */
export function nameActor(userId: string): void {
  describe({ actorId: userId })
}

/** Adds to the change's target: ids of what it creates, and plain values. */
export function nameTarget(target: Record<string, string>): void {
  describe({ target })
}

/** Limits the change's audience to the account: its other screens hear of it, and nobody else. */
export function limitAudience(accountId: string): void {
  const open = findOpen()
  if (open) open.onlyFor = accountId
}

type Send = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>

/**
 * Sends the closing statements of a transaction about to commit; none outside a change. Resolves with what to do after
 * the commit.
 */
export function sendClosing(scope: Scope, send: Send): Promise<() => void> | undefined {
  const open = findOpen()
  if (!open) return undefined
  const organizationId = scope.settings['app.organization_id']
  const recorded = open.isRecorded ? undefined : send(open.record(open.change))
  const told = open.emit && organizationId && send(open.emit({ organizationId, onlyFor: open.onlyFor }))
  if (!recorded && !told) return undefined
  return pipelineStatements([recorded, told]).then(([rows]) => () => {
    if (rows) open.isRecorded = rows[0]?.recorded === true
  })
}

function describe({ target, ...rest }: Partial<Change>): void {
  const open = findOpen()
  if (open) open.change = { ...open.change, ...rest, target: { ...open.change.target, ...target } }
}

// Work that a request started without waiting may outlive it; what it then writes is not the request's.
function findOpen(): OpenChange | undefined {
  const found = openChange.getStore()
  return found?.isOpen ? found : undefined
}
