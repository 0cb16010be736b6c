import type { ProjectIds } from '../../platform/actor.ts'
import { can, type Role } from '@leadlight/domain/roles'
import { admitAgain } from '../accounts/admit-again.ts'
import { reaches, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { nameOfProject } from '../projects/name-of-project.ts'
import { asSeenBy } from './as-seen-by.ts'
import { selectEventsAfter, type ListeningProject, type StoredEvent } from './event-store.ts'
import { framesOf, type OpenStream } from './open-stream.ts'

/** A stream that was silent for this long sends a comment, so that no proxy closes it. */
const KEEP_OPEN_EVERY_MS = 15_000
const EVENTS_PER_LOOK = 200
/** The shortest time between two queries of a project, however often it is notified. */
const POLLS_APART_MS = 40

export interface FeedDependencies {
  db: Db
  clock: Clock
  log: Log
  stopping: AbortSignal
}

/** The open streams of one project, which share one query for its events. */
export interface ProjectFeed {
  add(stream: OpenStream): void
  remove(stream: OpenStream): void
  /** There may be events that none of them has heard. */
  notify(): void
  /** Reads events for the streams that are due; resolves when none of them can take a message. Never rejects. */
  poll(): Promise<void>
  /** The last event that all streams with room have heard; undefined if none has room. */
  progress(): ListeningProject | undefined
  /** Whether any stream is due, including those that were silent for long. */
  hasSilent(): boolean
  /** Ends them all. */
  end(): void
}

/** Calls `onEmpty` when the last stream has left, which ends the feed. */
export function createProjectFeed(deps: FeedDependencies, position: ProjectIds, onEmpty: () => void): ProjectFeed {
  const { clock, stopping } = deps
  const streams = new Set<OpenStream>()
  let followedAt = -Infinity
  let isNotified = false
  let polling: Promise<void> | undefined

  /** The streams that are due and have room. */
  function dueStreams(): OpenStream[] {
    return stopping.aborted ? [] : [...streams].filter((stream) => stream.isDue && stream.hasRoom())
  }

  async function pollWhileDue(first: readonly OpenStream[]): Promise<void> {
    try {
      for (let due = first; due.length > 0; due = dueStreams()) if (!(await pollOnce(deps, position, due))) return
    } finally {
      polling = undefined
    }
  }

  function poll(): Promise<void> {
    const due = polling ? [] : dueStreams()
    if (due.length > 0) polling = pollWhileDue(due)
    return polling ?? Promise.resolve()
  }

  async function follow(): Promise<void> {
    const leftMs = followedAt + POLLS_APART_MS - clock.now().getTime()
    if (leftMs > 0) await clock.sleep(leftMs)
    followedAt = clock.now().getTime()
    for (const stream of streams) stream.isDue = true
    isNotified = false
    await poll()
  }

  return {
    add(stream) {
      streams.add(stream)
      void poll()
    },
    remove(stream) {
      streams.delete(stream)
      if (streams.size === 0) onEmpty()
    },
    notify() {
      if (isNotified) return
      isNotified = true
      void follow()
    },
    poll,
    progress: () => progressOf(position, streams),
    hasSilent() {
      const now = clock.now().getTime()
      for (const stream of streams) stream.isDue ||= now - stream.saidAt >= KEEP_OPEN_EVERY_MS
      return dueStreams().length > 0
    },
    end: () => streams.forEach((stream) => stream.end()),
  }
}

function progressOf(position: ProjectIds, streams: ReadonlySet<OpenStream>): ListeningProject | undefined {
  const receivedIds = [...streams].filter((stream) => stream.hasRoom()).map(({ afterId }) => afterId)
  return receivedIds.length === 0 ? undefined : { ...position, receivedId: Math.min(...receivedIds) }
}

/**
 * Sends the streams their events. False if the database is away: they stay and are tried later. Any other error breaks
 * them, and their listeners reconnect.
 */
async function pollOnce(deps: FeedDependencies, position: ProjectIds, due: readonly OpenStream[]): Promise<boolean> {
  const { clock, log } = deps
  for (const stream of due) stream.isDue = false
  try {
    tellAll(due, await lookFor(deps, position, due), clock.now())
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unavailable') {
      log.debug({ err: error }, 'Event streams could not be told anything and wait.')
      for (const stream of due) stream.isDue = true
    } else {
      log.error({ err: error }, 'event streams broke')
      for (const stream of due) stream.end(error)
    }
    return false
  }
}

interface Found {
  events: StoredEvent[]
  /** Each listener's present role; undefined for one who may hear nothing. */
  roles: (Role | undefined)[]
}

/**
 * Reads the listeners' access together with the events, so that somebody who signed out or lost the project hears no
 * more.
 */
async function lookFor(
  { db, clock }: FeedDependencies,
  { organizationId, projectId }: ProjectIds,
  due: readonly OpenStream[],
): Promise<Found> {
  const afterId = Math.min(...due.map((stream) => stream.afterId))
  const callers = due.map(({ listener }) => listener)
  const [events, actors, name] = await db.transaction(
    organizationScope(organizationId),
    (tx: Tx) =>
      pipelineStatements([
        selectEventsAfter(tx, organizationId, { projectId, afterId, limit: EVENTS_PER_LOOK }),
        admitAgain(tx, organizationId, { callers, now: clock.now() }),
        nameOfProject(tx, organizationId, projectId),
      ]),
    { prepares: true },
  )
  return { events, roles: actors.map((actor) => (name === undefined ? undefined : roleOf(actor, projectId))) }
}

function roleOf(actor: Actor | undefined, projectId: string): Role | undefined {
  return actor && can(actor.role, 'events.read') && reaches(actor, projectId) ? actor.role : undefined
}

/** Each stream gets what it has not heard and may hear; streams that get the same share its bytes. */
function tellAll(due: readonly OpenStream[], { events, roles }: Found, now: Date): void {
  const isMore = events.length === EVENTS_PER_LOOK
  const upToId = events.at(-1)?.id ?? 0
  const written = new Map<string, Uint8Array | undefined>()
  due.forEach((stream, at) => {
    const role = roles[at]
    if (!role) return stream.end()
    const { afterId, openedAtId, listener } = stream
    const isAddressed = events.some(({ onlyFor }) => onlyFor === listener.userId)
    const opened = afterId < openedAtId ? openedAtId : ''
    const kind = `${afterId} ${opened} ${role} ${isAddressed ? listener.userId : ''}`
    if (!written.has(kind)) written.set(kind, framesOf(events.flatMap((event) => newsFor(stream, role, event))))
    stream.send(written.get(kind), { upToId, now })
    if (now.getTime() - stream.saidAt >= KEEP_OPEN_EVERY_MS) stream.sayStillHere(now)
    stream.isDue ||= isMore
  })
}

function newsFor({ afterId, openedAtId, listener }: OpenStream, role: Role, event: StoredEvent): StoredEvent[] {
  const { id, onlyFor } = event
  if (id <= openedAtId && event.payload.type !== 'changed') return []
  if (id <= afterId || (onlyFor !== null && onlyFor !== listener.userId)) return []
  const payload = asSeenBy(role, event.payload)
  return payload ? [{ ...event, payload }] : []
}
