import { createParser } from 'eventsource-parser'
import { OutboundError } from '../platform/outbound-error.ts'
import { streamLimits } from '../platform/outbound.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, explainOutbound, parseReply } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { ListenRequest, StreamEvent, StreamPosition } from './channel.ts'
import { hostOf } from './instance.ts'
import { tokenFor } from './mastodon-token.ts'
import { InstanceReply, MASTODON, presentStatus, readStatus } from './mastodon-statuses.ts'
import { statusFailure } from './platform-api.ts'
import type { PlatformApi } from './platform-api.ts'

/** A server sends something every 15 seconds, if only a sign of life. */
const SILENCE_MS = 60_000
const AGAIN_MS = 5_000
const EVENT_CHARS_MAX = 1_000_000
/** A deletion names a post by the server's number; so many are remembered to tell which post that was. */
const REMEMBERED_MAX = 10_000

export interface MastodonListening {
  api: PlatformApi
  /** Guarded, since the server names the stream's address. */
  fetch: OutboundFetch
  now: () => Date
  silenceMs?: number
}

interface HashtagStream {
  instance: URL
  tag: string | null
}

/**
 * Streams a hashtag's posts as a server receives them, with changes and deletions; it needs a token. Mastodon's streams
 * have no cursor: `cursor` is ignored, listening begins now, and missed posts must be searched for. An event's cursor
 * is its arrival time, to search from. Deletions are reported for posts this stream has sent; `check` finds the others.
 */
export async function* listenToHashtag(
  listening: MastodonListening,
  place: HashtagStream,
  { key, signal }: ListenRequest,
): AsyncGenerator<StreamEvent, never, void> {
  const { instance, tag } = place
  const token = tokenFor(key, instance)
  if (tag === null)
    throw new ChannelError('misconfigured', 'A Mastodon server is listened to by hashtag; name one.', null)
  if (token === undefined)
    throw new ChannelError('misconfigured', 'A Mastodon server is listened to with a token only. Add one.', null)
  signal.throwIfAborted()
  const headers = { authorization: `Bearer ${token}` }
  try {
    const url = await streamOf(listening.api, instance, { signal, headers })
    url.searchParams.set('tag', tag)
    const response = await openStream(listening, url, { signal, headers })
    const tell = createTeller({ instance, tag }, listening.now)
    for await (const said of eventsOf(response)) {
      const event = tell(said)
      if (event) yield event
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof OutboundError ? explainOutbound(error, MASTODON) : error
  }
  throw new ChannelError('unreachable', `${hostOf(instance)} ended its stream; we listen again.`, AGAIN_MS)
}

interface Asking {
  signal: AbortSignal
  headers: Record<string, string>
}

async function streamOf(api: PlatformApi, instance: URL, { signal, headers }: Asking): Promise<URL> {
  const answer = await api.ask(new URL('/api/v2/instance', instance), { signal, headers, who: instance.host })
  const { configuration } = parseReply(answer, InstanceReply, hostOf(instance))
  const said = new URL(configuration?.urls.streaming ?? instance.origin)
  // A token must not be sent unencrypted where the server itself uses https.
  const scheme = instance.protocol === 'https:' || /^(wss|https):$/.test(said.protocol) ? 'https:' : 'http:'
  return new URL(`${scheme}//${said.host}/api/v1/streaming/hashtag`)
}

async function openStream({ fetch, now, silenceMs }: MastodonListening, url: URL, asking: Asking): Promise<Response> {
  const { signal } = asking
  const response = await fetch(url, {
    signal,
    headers: { ...asking.headers, accept: 'text/event-stream' },
    limits: streamLimits(silenceMs ?? SILENCE_MS),
  })
  const failure = statusFailure({ response, text: '' }, { fetch, name: hostOf(url), now, signal })
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  if (!failure && isStream) return response
  await response.body?.cancel()
  throw failure ?? changedReply(hostOf(url))
}

interface Said {
  event: string
  data: string
}

/** A stream's events, with comments as the event `alive`. Nothing is read ahead of the consumer. */
async function* eventsOf(response: Response): AsyncGenerator<Said, void, void> {
  const said: Said[] = []
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: EVENT_CHARS_MAX,
    onEvent: ({ event = 'message', data }) => said.push({ event, data }),
    onComment: () => said.push({ event: 'alive', data: '' }),
    onError: ({ type }) => (isTooLong ||= type === 'max-buffer-size-exceeded'),
  })
  const decoder = new TextDecoder()
  const body: ReadableStream<Uint8Array> | null = response.body
  for await (const piece of body ?? []) {
    parser.feed(decoder.decode(piece, { stream: true }))
    yield* said.splice(0)
    if (isTooLong) throw changedReply(MASTODON)
  }
}

/** Turns what a stream sends into events; anything unreadable or not for us is skipped. */
function createTeller(place: { instance: URL; tag: string }, now: () => Date): (said: Said) => StreamEvent | undefined {
  const told = new Map<string, string>()

  function tellPost(data: string, isNew: boolean, at: StreamPosition): StreamEvent | undefined {
    const status = readStatus(data)
    const post = status && presentStatus(status, place)
    if (!status || !post || (isNew && told.has(status.id))) return undefined
    told.set(status.id, post.externalId)
    const [oldest] = told.keys()
    if (told.size > REMEMBERED_MAX && oldest !== undefined) told.delete(oldest)
    return { kind: 'post', post, ...at }
  }

  return ({ event, data }) => {
    const at = now()
    const position = { cursor: at.toISOString(), at }
    if (event === 'alive') return { kind: 'alive', ...position }
    if (event === 'update' || event === 'status.update') return tellPost(data, event === 'update', position)
    const externalId = event === 'delete' ? told.get(data.trim()) : undefined
    return externalId === undefined ? undefined : { kind: 'deleted', externalId, ...position }
  }
}
