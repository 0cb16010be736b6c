import * as contract from '@leadlight/contract/installation'
import type { Role } from '@leadlight/domain/roles'
import { type Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Notices } from '../platform/notices.ts'
import { AppError } from '../platform/errors.ts'
import { serveEvents, type App, type EventsRequest } from '../platform/http.ts'
import { reaches } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { together } from '../platform/together.ts'
import { requireProject } from '../projects/require-project.ts'
import { createBell } from './bell.ts'
import { eventsAfter, lastEventId, topicOf, type StoredEvent } from './event-store.ts'
import { mayHear } from './may-hear.ts'
import { createStreamPlaces } from './stream-places.ts'

const KEEP_OPEN_EVERY_MS = 15_000
const EVENTS_PER_LOOK = 200

export interface EventDependencies {
  db: Db
  clock: Clock
  notices: Notices
  /** Aborted when the server stops, so that streams end instead of holding it up. */
  stopping: AbortSignal
}

type StreamRequest = EventsRequest<typeof contract.streamEvents>

export function eventRoutes(app: App, { db, clock, notices, stopping }: EventDependencies): void {
  const places = createStreamPlaces({ onChange: (taken) => app.dependencies.metrics.setStreams(taken) })
  serveEvents(app, contract.streamEvents, async (request) => {
    const leave = places.take(request.actor.userId)
    try {
      return await openStream(request, leave)
    } catch (error) {
      leave()
      throw error
    }
  })

  async function openStream(request: StreamRequest, leave: () => void): Promise<ReadableStream<Uint8Array>> {
    const { actor, admitAgain, params, lastEventId: resumeFrom, signal } = request
    const scope = organizationScope(actor.organizationId)
    const resumeId = resumeFrom !== undefined && /^\d{1,15}$/.test(resumeFrom) ? Number(resumeFrom) : undefined
    const startId = await db.transaction(scope, async (tx) => {
      await requireProject(tx, actor, params.projectId)
      const newestId = await lastEventId(tx, actor.organizationId, params.projectId)
      return Math.min(resumeId ?? newestId, newestId)
    })

    async function* frames(ended: AbortSignal): AsyncGenerator<string> {
      let afterId = startId
      let saidAt = clock.now().getTime()
      // Hears from before the first look on, so that nothing falls in between.
      const bell = createBell({ clock, notices }, topicOf(params.projectId), ended)
      try {
        yield `: open\nretry: 2000\nid: ${afterId}\n\n`
        while (!ended.aborted) {
          const request = { projectId: params.projectId, accountId: actor.userId, afterId, limit: EVENTS_PER_LOOK }
          const events = await db.read(scope, eventsAfter(actor.organizationId, request))
          const now = clock.now().getTime()
          const isQuiet = events.length === 0 && now - saidAt < KEEP_OPEN_EVERY_MS
          const role = isQuiet ? actor.role : await roleByNow()
          if (role === undefined) return
          yield* events.filter(({ payload }) => mayHear(role, payload)).map(frameOf)
          if (!isQuiet && events.length === 0) yield ': still here\n\n'
          if (!isQuiet) saidAt = now
          afterId = events.at(-1)?.id ?? afterId
          if (events.length < EVENTS_PER_LOOK) await bell.wait()
        }
      } finally {
        bell.leave()
      }
    }

    /**
     * Looked at before anything is told, so that who signed out or lost the project hears no more of it: then undefined, and else what
     * the listener is in the organization by now.
     */
    async function roleByNow(): Promise<Role | undefined> {
      try {
        const [listener] = await together([
          admitAgain(),
          db.transaction(scope, (tx) => requireProject(tx, actor, params.projectId)),
        ])
        const isTheirs = listener.organizationId === actor.organizationId && reaches(listener, params.projectId)
        return isTheirs ? listener.role : undefined
      } catch (error) {
        if (error instanceof AppError && error.kind !== 'unavailable') return undefined
        throw error
      }
    }

    const cancelled = new AbortController()
    const ended = AbortSignal.any([signal, stopping, cancelled.signal])
    // Who hangs up before the first frame is read never cancels the stream; their place is free all the same.
    if (ended.aborted) leave()
    else ended.addEventListener('abort', leave, { once: true })
    return streamOf(frames(ended), () => cancelled.abort())
  }
}

function frameOf({ id, payload }: StoredEvent): string {
  return `id: ${id}\nevent: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`
}

function streamOf(frames: AsyncGenerator<string>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await frames.next()
        if (!next.done) return controller.enqueue(encoder.encode(next.value))
        onEnd()
        controller.close()
      } catch (error) {
        onEnd()
        controller.error(error)
      }
    },
    async cancel() {
      onEnd()
      await frames.return(undefined)
    },
  })
}
