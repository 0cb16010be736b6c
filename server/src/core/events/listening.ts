import type { ProjectIds } from '../../platform/actor.ts'
import type { Admitted } from '../accounts/admit-again.ts'
import { createTurns } from '@leadlight/engine/embedding/turns'
import { slept } from '../../platform/clock.ts'
import type { Notices } from '../../platform/notices.ts'
import { schedulerScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { projectsWithNewEvents, topicOf } from './event-store.ts'
import { OpenStream } from './open-stream.ts'
import { createProjectFeed, type FeedDependencies, type ProjectFeed } from './project-feed.ts'

/**
 * How often events without a notification are looked for; less often while notifications from other processes arrive.
 */
const LOOK_EVERY_MS = 500
const HEARING_LOOK_EVERY_MS = 5_000
const PROJECTS_PER_LOOK = 2_000
/** How often silent streams are looked for. */
const SEEK_SILENT_EVERY_MS = 1_000
/** Each takes a transaction, and requests need connections too. */
const SILENT_AT_ONCE = 4

export interface ListeningDependencies extends FeedDependencies {
  notices: Notices
}

interface Wanted extends ProjectIds {
  listener: Admitted
  /** The last event heard before. */
  afterId: number
  /** Changes are heard from this event on, which may be earlier. */
  changesAfterId: number
}

/**
 * The event streams that this process holds open. They share one subscription and one query for each project, and two
 * timers in all.
 */
export interface Listening {
  /** Opens a stream; `onEnd` is called once, when it has ended for whatever reason. */
  open(wanted: Wanted, onEnd: () => void): ReadableStream<Uint8Array>
}

export function createListening(deps: ListeningDependencies): Listening {
  const { db, clock, notices, stopping } = deps
  const feeds = new Map<string, ProjectFeed>()
  const turns = createTurns(SILENT_AT_ONCE)

  function feedOf(position: ProjectIds): ProjectFeed {
    const key = keyOf(position)
    const found = feeds.get(key)
    if (found) return found
    // Subscribes before the first query, so that nothing falls in between.
    const deafen = notices.subscribe(topicOf(position.projectId), () => feed.notify())
    const feed = createProjectFeed(deps, position, () => {
      deafen()
      feeds.delete(key)
    })
    feeds.set(key, feed)
    return feed
  }

  /** Notifications can be lost, for example from other processes, so this finds the events they were for. */
  async function lookForUnheard(): Promise<void> {
    const heard = [...feeds.values()].flatMap((feed) => feed.progress() ?? [])
    for (let from = 0; from < heard.length; from += PROJECTS_PER_LOOK) {
      const those = heard.slice(from, from + PROJECTS_PER_LOOK)
      for (const ids of await db.read(schedulerScope(), projectsWithNewEvents(those))) feeds.get(keyOf(ids))?.notify()
    }
  }

  async function seekSilent(): Promise<void> {
    const silent = [...feeds.values()].filter((feed) => feed.hasSilent())
    await pipelineStatements(silent.map((feed) => turns.take(() => feed.poll())))
  }

  const isListening = () => feeds.size > 0
  const lookEveryMs = () => (notices.isListening() ? HEARING_LOOK_EVERY_MS : LOOK_EVERY_MS)
  const keepLooking = keepDoing(deps, { isListening, everyMs: lookEveryMs, work: lookForUnheard })
  const keepOpen = keepDoing(deps, { isListening, everyMs: () => SEEK_SILENT_EVERY_MS, work: seekSilent })

  stopping.addEventListener('abort', () => {
    for (const feed of feeds.values()) feed.end()
  })

  return {
    open({ listener, afterId, changesAfterId, ...ids }, onEnd) {
      const feed = feedOf(ids)
      const stream = new OpenStream({ listener, afterId, changesAfterId, now: clock.now() }, { feed, onEnd })
      const readable = new ReadableStream(stream)
      feed.add(stream)
      keepLooking()
      keepOpen()
      if (stopping.aborted) feed.end()
      return readable
    },
  }
}

function keyOf({ organizationId, projectId }: ProjectIds): string {
  return `${organizationId} ${projectId}`
}

interface Upkeep {
  isListening: () => boolean
  everyMs: () => number
  work: () => Promise<void>
}

/** Returns a function that starts the work unless it is running; it stops with the last stream. */
function keepDoing({ clock, stopping, log }: FeedDependencies, { isListening, everyMs, work }: Upkeep): () => void {
  let isGoing = false
  async function go(): Promise<void> {
    while (isListening() && (await slept(clock, everyMs(), stopping))) {
      await work().catch((error: unknown) => log.warn({ err: error }, 'Event streams were not looked after.'))
    }
    isGoing = false
  }
  return () => {
    if (isGoing) return
    isGoing = true
    void go()
  }
}
