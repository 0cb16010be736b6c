import { z } from 'zod'
import { OutboundError } from '../platform/outbound-error.ts'
import { SocketEnded } from '../platform/outbound-sockets.ts'
import type { OutboundSocket, SocketLimits } from '../platform/outbound-sockets.ts'
import { changedReply, explainOutbound } from './ask-platform.ts'
import { BLUESKY, presentPost } from './bluesky-posts.ts'
import { ChannelError } from './channel.ts'
import type { ListenRequest, StreamEvent } from './channel.ts'
import { fromJson } from './from-json.ts'

const COLLECTION = 'app.bsky.feed.post'
/** The server leaves larger events out. An event refused here would be sent again for ever. */
const EVENT_BYTES_MAX = 500_000
const AGAIN_MS = 5_000
/** The network is never silent for so long: a first event that much later than the cursor means events were lost. */
const GAP_US = 10 * 60 * 1_000_000

/** Cursors are times in microseconds; one in the future begins now. */
export function cursorAt(instant: Date): string {
  return String(instant.getTime() * 1_000)
}
/** Events not about posts are reported as a sign of life once in this time. */
const ALIVE_US = 5_000_000
/** So many unreadable frames in a row are no accident. */
const UNREADABLE_MAX = 100
const GONE = new Set(['deactivated', 'deleted', 'suspended', 'takendown'])

const did = z.string().regex(/^did:[a-z]+:\S{1,256}$/)
const timeUs = z.int().min(0)
const rkey = z.string().regex(/^[\w.~:-]{1,512}$/)

const Commit = z.object({
  kind: z.literal('commit'),
  did,
  time_us: timeUs,
  commit: z.discriminatedUnion('operation', [
    z.object({
      operation: z.enum(['create', 'update']),
      collection: z.string(),
      rkey,
      record: z.object({ text: z.string() }),
    }),
    z.object({ operation: z.literal('delete'), collection: z.string(), rkey }),
  ]),
})
const Account = z.object({
  kind: z.literal('account'),
  did,
  time_us: timeUs,
  account: z.object({ active: z.boolean(), status: z.string().nullish() }),
})
const Other = z.object({ kind: z.string(), time_us: timeUs })
const Failure = z.object({ error: z.string() })
const Frame = z.union([Commit, Account, Other, Failure])
type Frame = z.infer<typeof Frame>

export interface JetstreamOptions {
  /** Such as `wss://jetstream2.us-east.bsky.network`, with or without `/subscribe`. */
  url: string
  open: OutboundSocket
  limits?: Partial<SocketLimits>
}

/**
 * Streams everything posted, changed or deleted on Bluesky, and deleted accounts, from a Jetstream. Cursors are its
 * times in microseconds. A server that no longer holds the events after a cursor begins later without saying so; the
 * gap reveals it and throws `cursor_too_old`. An author is known by DID only. A post's time is when the network
 * received it.
 */
export async function* listenToJetstream(
  { url, open, limits }: JetstreamOptions,
  { source, cursor, signal }: ListenRequest,
): AsyncGenerator<StreamEvent, never, void> {
  const from = readCursor(cursor)
  if (source !== null)
    throw new ChannelError('misconfigured', 'Bluesky is listened to as a whole; name no source.', null)
  const place = createPlace(from)
  let unreadable = 0
  try {
    for await (const text of open(addressOf(url, from), { signal, ...(limits && { limits }) })) {
      const frame = Frame.safeParse(fromJson(text)).data
      unreadable = frame ? 0 : unreadable + 1
      if (unreadable > UNREADABLE_MAX) throw changedReply(BLUESKY)
      if (!frame) continue
      if ('error' in frame) throw refusalOf(frame.error)
      const event = place.isNext(frame.time_us, keyOf(frame)) ? (tell(frame) ?? place.alive(frame.time_us)) : undefined
      if (event) yield event
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof OutboundError ? explainEnd(error) : error
  }
  throw new ChannelError('unreachable', `${BLUESKY} ended its stream; we listen again.`, AGAIN_MS)
}

function addressOf(jetstreamUrl: string, from: number | null): URL {
  const address = new URL(`${jetstreamUrl.replace(/(\/subscribe)?\/?$/, '')}/subscribe`)
  address.searchParams.set('wantedCollections', COLLECTION)
  address.searchParams.set('maxMessageSizeBytes', String(EVENT_BYTES_MAX))
  if (from !== null) address.searchParams.set('cursor', String(from))
  return address
}

function readCursor(cursor: string | null): number | null {
  if (cursor === null) return null
  if (/^\d{1,16}$/.test(cursor) && Number.isSafeInteger(Number(cursor))) return Number(cursor)
  throw new ChannelError('misconfigured', 'This stream cannot be taken up from there; begin it anew.', null)
}

/**
 * Keeps the order: the event at the cursor comes again and is skipped, like anything older than the last event. Events
 * may share a microsecond.
 */
function createPlace(from: number | null) {
  let lastUs = from
  let isFirst = true
  let aliveUs = -Infinity
  const atLast = new Set<string>()
  return {
    isNext(atUs: number, key: string): boolean {
      if (isFirst && from !== null && atUs - from > GAP_US) throw tooOld()
      const isAtCursor = atUs === from && atLast.size === 0
      isFirst = false
      if ((lastUs !== null && atUs < lastUs) || isAtCursor || atLast.has(key)) return false
      if (atUs !== lastUs) atLast.clear()
      lastUs = atUs
      atLast.add(key)
      return true
    },
    alive(atUs: number): StreamEvent | undefined {
      if (atUs - aliveUs < ALIVE_US) return undefined
      aliveUs = atUs
      return { kind: 'alive', ...placeAt(atUs) }
    },
  }
}

function keyOf(frame: Exclude<Frame, { error: string }>): string {
  if ('commit' in frame) return `${frame.time_us} ${frame.did}/${frame.commit.rkey} ${frame.commit.operation}`
  return `${frame.time_us} ${frame.kind} ${'did' in frame ? frame.did : ''}`
}

/** Undefined for frames that are not about posts. */
function tell(frame: Exclude<Frame, { error: string }>): StreamEvent | undefined {
  const position = placeAt(frame.time_us)
  if ('account' in frame) {
    const isGone = !frame.account.active && GONE.has(frame.account.status ?? '')
    return isGone ? { kind: 'author_gone', authorExternalId: frame.did, ...position } : undefined
  }
  if (!('commit' in frame) || frame.commit.collection !== COLLECTION) return undefined
  const uri = `at://${frame.did}/${COLLECTION}/${frame.commit.rkey}`
  if (frame.commit.operation === 'delete') return { kind: 'deleted', externalId: uri, ...position }
  const indexedAt = position.at.toISOString()
  const post = presentPost({ uri, author: { did: frame.did }, record: frame.commit.record, indexedAt })
  return { kind: 'post', post, ...position }
}

function placeAt(us: number): { cursor: string; at: Date } {
  return { cursor: String(us), at: new Date(Math.floor(us / 1000)) }
}

function refusalOf(error: string): ChannelError {
  if (error === 'CursorTooOld') return tooOld()
  if (error === 'ConsumerTooSlow') return tooSlow()
  return new ChannelError('unreachable', `${BLUESKY} ended its stream with an error; we listen again.`, AGAIN_MS)
}

function explainEnd(error: OutboundError): ChannelError {
  if (!(error instanceof SocketEnded)) return explainOutbound(error, BLUESKY)
  if (error.why === 'too_slow') return tooSlow(error)
  return new ChannelError('unreachable', `${BLUESKY} ended its stream; we listen again.`, AGAIN_MS, error)
}

function tooOld(): ChannelError {
  const message =
    'Bluesky no longer holds what was posted since we last listened; what lies between is to be searched for.'
  return new ChannelError('cursor_too_old', message, null)
}

function tooSlow(cause?: unknown): ChannelError {
  const message = `${BLUESKY} sends faster than we take in, so its stream was ended; we go on from where we stopped.`
  return new ChannelError('unreachable', message, AGAIN_MS, cause)
}
