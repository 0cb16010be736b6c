import type { Channel, StreamEvent } from '@leadlight/server/channels/channel'
import { listenWatch } from '@leadlight/server/finding/monitoring/listen-watch'
import type { MonitoringDependencies } from '@leadlight/server/finding/monitoring/monitoring-dependencies'
import { lockWatch } from '@leadlight/server/finding/monitoring/watch-store'
import { systemClock, type Clock } from '@leadlight/server/platform/clock'
import { monitoringScope } from '@leadlight/server/platform/scopes'
import type { CorpusPost } from './doubles/corpus.ts'
import { startJetstreamDouble, type JetstreamDouble } from './doubles/jetstream-double.ts'

const MURMUR_EVERY_MS = 5 * 60_000
const SIGN_OF_LIFE_MS = 10_000
const WAIT_MS = 5

/** How a stream misbehaves at the next visit. */
export type StreamFault = 'cut' | 'refuse' | 'forget'

/** From when until when a stream was not heard and could not be resumed. */
export interface Deafness {
  from: Date
  to: Date
}

/**
 * A stream of Bluesky's posts that a worker visits now and then: each visit resumes from the cursor of the one before,
 * and takes in what was posted since.
 */
export interface StreamVisits {
  url: string
  deaf: readonly Deafness[]
  fail(fault: StreamFault): void
  /** Listens until everything posted by now has arrived, or the stream fails. */
  visit(monitoring: MonitoringDependencies, watchId: string): Promise<void>
  close(): Promise<void>
}

interface VisitsOptions {
  /** In the order in which Bluesky's search knows them. */
  posts: readonly CorpusPost[]
  start: Date
  now: () => Date
}

export async function startStreamVisits({ posts, start, now }: VisitsOptions): Promise<StreamVisits> {
  const jetstream = await startJetstreamDouble({ startAt: start })
  const deaf: Deafness[] = []
  let nextCut = false
  const network = createNetwork(jetstream, { posts, start })

  return {
    url: jetstream.url,
    deaf,
    fail(fault) {
      if (fault === 'cut') nextCut = true
      if (fault === 'refuse') jetstream.refuseNext(503)
      if (fault === 'forget') jetstream.clear()
    },
    async visit(given, watchId) {
      network.sayUntil(now())
      const before = await given.db.transaction(monitoringScope(), (tx) => lockWatch(tx, watchId))
      const [asked, leaving] = [jetstream.questions.length, new AbortController()]
      let answered = asked
      let target = Infinity
      const watching = watchFor(
        () => target,
        () => leaving.abort(new Error('All has been heard.')),
      )
      const monitoring = { ...given, clock: hasty(now), channels: given.channels.map(watching) }
      const over = new AbortController()
      const visit = listenWatch(monitoring, {
        watchId,
        signal: new AbortController().signal,
        leaving: leaving.signal,
      }).finally(() => over.abort())
      while (!over.signal.aborted) {
        await systemClock.sleep(1)
        if (jetstream.listeners() === 0 || jetstream.questions.length === answered) continue
        answered = jetstream.questions.length
        if (nextCut) jetstream.cut()
        else target = network.murmur(now())
        nextCut = false
      }
      await visit
      const isAnew = jetstream.questions.slice(asked).some(({ searchParams }) => !searchParams.has('cursor'))
      if (leaving.signal.aborted && isAnew && before) deaf.push({ from: before.readTo, to: now() })
    },
    close: () => jetstream.close(),
  }
}

/** The network's posts, sent in order as time passes; it is never silent for long. */
function createNetwork(jetstream: JetstreamDouble, { posts, start }: Pick<VisitsOptions, 'posts' | 'start'>) {
  let timeUs = start.getTime() * 1000
  let murmuredAt = start.getTime()
  const toSay = posts
    .map((post, position) => ({ post, rkey: String(position).padStart(6, '0'), at: post.createdAt.getTime() }))
    .filter(({ at }) => at >= start.getTime())
    .toSorted((a, b) => a.at - b.at)

  function passTo(at: number): void {
    const ahead = Math.max(0, at * 1000 - timeUs - 1000)
    jetstream.passUs(ahead)
    timeUs += ahead + 1000
  }

  function murmur(at: Date): number {
    passTo(at.getTime())
    return jetstream.send({ did: 'did:plc:other', kind: 'identity', identity: {} })
  }

  return {
    murmur,
    sayUntil(now: Date): void {
      const until = now.getTime() - SIGN_OF_LIFE_MS
      while (murmuredAt + MURMUR_EVERY_MS <= until || (toSay[0]?.at ?? Infinity) <= now.getTime()) {
        const next = toSay[0]
        if (next && next.at <= murmuredAt + MURMUR_EVERY_MS) {
          toSay.shift()
          passTo(next.at)
          jetstream.sendPost(next.rkey, next.post.text, `did:plc:${next.post.author}`)
        } else {
          murmuredAt += MURMUR_EVERY_MS
          murmur(new Date(murmuredAt))
        }
      }
    },
  }
}

/** A channel whose stream reports when its listener has taken in everything up to a time in microseconds. */
function watchFor(target: () => number, onHeard: () => void): (channel: Channel) => Channel {
  return (channel) => {
    if (!channel.listen) return channel
    const real = channel.listen.bind(channel)
    return {
      ...channel,
      async *listen(request): AsyncGenerator<StreamEvent, void, void> {
        for await (const event of real(request)) {
          yield event
          if (Number(event.cursor) >= target()) onHeard()
        }
      },
    }
  }
}

/** A clock that stands still and on which sleeps are only momentary. */
function hasty(now: () => Date): Clock {
  return { now, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, WAIT_MS), signal) }
}
