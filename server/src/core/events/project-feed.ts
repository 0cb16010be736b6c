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

/** A stream that was told nothing for so long is told that it is still there, so that nothing in between closes it. */
const KEEP_OPEN_EVERY_MS = 15_000
const EVENTS_PER_LOOK = 200
/** However often it is rung for, a project is looked into no sooner than this after the last ring was followed. */
const LOOKS_APART_MS = 40

export interface FeedDependencies {
  db: Db
  clock: Clock
  log: Log
  stopping: AbortSignal
}

export interface FeedPosition {
  organizationId: string
  projectId: string
}

/** The open streams of one project, which hear of its events by one look for all of them. */
export interface ProjectFeed {
  add(stream: OpenStream): void
  remove(stream: OpenStream): void
  /** There may be something that none of them has heard. */
  ring(): void
  /** Looks for those that are due; resolves when none is that can be told anything. Never rejects. */
  look(): Promise<void>
  /** What all that can be told anything have heard; undefined where none can. */
  heard(): ListeningProject | undefined
  /** Whether any is due, those among them that have been told nothing for long. */
  hasSilent(): boolean
  /** Ends them all. */
  end(): void
}

/** `onEmpty` is called when the last stream has left, with which the feed is over. */
export function createProjectFeed(deps: FeedDependencies, position: FeedPosition, onEmpty: () => void): ProjectFeed {
  const { clock, stopping } = deps
  const streams = new Set<OpenStream>()
  let followedAt = -Infinity
  let isRung = false
  let looking: Promise<void> | undefined

  /** What is due and can be told something. */
  function dueStreams(): OpenStream[] {
    return stopping.aborted ? [] : [...streams].filter((stream) => stream.isDue && stream.hasRoom())
  }

  async function lookWhileDue(first: readonly OpenStream[]): Promise<void> {
    try {
      for (let due = first; due.length > 0; due = dueStreams()) if (!(await lookOnce(deps, position, due))) return
    } finally {
      looking = undefined
    }
  }

  function look(): Promise<void> {
    const due = looking ? [] : dueStreams()
    if (due.length > 0) looking = lookWhileDue(due)
    return looking ?? Promise.resolve()
  }

  async function follow(): Promise<void> {
    const leftMs = followedAt + LOOKS_APART_MS - clock.now().getTime()
    if (leftMs > 0) await clock.sleep(leftMs)
    followedAt = clock.now().getTime()
    for (const stream of streams) stream.isDue = true
    isRung = false
    await look()
  }

  return {
    add(stream) {
      streams.add(stream)
      void look()
    },
    remove(stream) {
      streams.delete(stream)
      if (streams.size === 0) onEmpty()
    },
    ring() {
      if (isRung) return
      isRung = true
      void follow()
    },
    look,
    heard: () => heardOf(position, streams),
    hasSilent() {
      const now = clock.now().getTime()
      for (const stream of streams) stream.isDue ||= now - stream.saidAt >= KEEP_OPEN_EVERY_MS
      return dueStreams().length > 0
    },
    end: () => streams.forEach((stream) => stream.end()),
  }
}

function heardOf(position: FeedPosition, streams: ReadonlySet<OpenStream>): ListeningProject | undefined {
  const heardIds = [...streams].filter((stream) => stream.hasRoom()).map(({ afterId }) => afterId)
  return heardIds.length === 0 ? undefined : { ...position, heardId: Math.min(...heardIds) }
}

/**
 * Tells the streams what there is for them. False where the database is away: they stay, and are looked for later. Of anything
 * else they break, and their listeners begin again.
 */
async function lookOnce(deps: FeedDependencies, position: FeedPosition, due: readonly OpenStream[]): Promise<boolean> {
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
  /** For each stream what its listener is by now; undefined where they may hear of nothing. */
  roles: (Role | undefined)[]
}

/** Who is to be told is asked together with what, so that who signed out or lost the project hears no more of it. */
async function lookFor(
  { db, clock }: FeedDependencies,
  { organizationId, projectId }: FeedPosition,
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

/** Each hears what it has not heard and is meant for it; who hears the same shares its bytes. */
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
    stream.tell(written.get(kind), { upToId, now })
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
