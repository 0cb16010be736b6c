import { ChannelError } from './channel.ts'
import type { Channel, PostCommunity, SearchPage, SearchRequest } from './channel.ts'
import { searchListing } from './listing-pages.ts'
import type { ListingPage } from './listing-pages.ts'
import { cleanText } from './markup.ts'
import { searchListings } from './merged-listings.ts'
import { writeQuery } from './search-words.ts'
import { createYoutubeApi, NoComments } from './youtube-api.ts'
import type { AskYoutube, YoutubeOptions } from './youtube-api.ts'
import { presentThread, readChannels, readIds, readThreads, readVideos, YOUTUBE } from './youtube-comments.ts'

const PAGE_SIZE_MAX = 100
/** What one of the day's hundred searches brings; each page of a video's comments costs a list request. */
const VIDEOS_MAX = 25
const COMMENTS_AT_ONCE = 50
/** How many channels' names are remembered. */
const KNOWN_MAX = 1_000
const CHANNEL_ID = /^UC[\w-]{22}$/
const HANDLE = /^@[\p{L}\p{N}._·-]{1,100}$/u

type Asking = Pick<SearchRequest, 'key' | 'signal'>

/**
 * Comments on YouTube with the project's own key: of all videos of a channel, or of the videos most relevant to a
 * search. Comments cannot be queried by date, so lists are read down to the window's beginning and words compared here.
 * Replies come in no order and are left out. Ids are the comments' own.
 */
export function createYoutube(options: YoutubeOptions): Channel {
  const ask = createYoutubeApi(options)
  const channelOf = createChannelNames(ask)
  return {
    platform: 'youtube',
    displayName: YOUTUBE,
    sources: { label: 'Channel', example: '@handle', isRequired: false },
    key: {
      need: 'required',
      fields: [{ name: 'key', label: 'API key', isSecret: true }],
      help: 'Make a project at console.cloud.google.com, turn on the YouTube Data API v3 and make an API key.',
    },
    rules: {
      // Stored data has to be refreshed or deleted within 30 days.
      keepDays: 30,
      deleteWithinHours: null,
      attribution: null,
      notice:
        'YouTube lets a key make 100 searches a day, and asks that what is kept is looked at again within 30 days.',
    },
    search: (request) =>
      request.source === null ? searchVideos(ask, request) : searchChannel(ask, channelOf, request, request.source),
    async check(externalIds, signal, key) {
      const found = new Map<string, 'present' | 'deleted'>()
      const ids = externalIds.filter((id) => /^Ug[\w.-]{8,}$/.test(id))
      for (let from = 0; from < ids.length; from += COMMENTS_AT_ONCE) {
        const some = ids.slice(from, from + COMMENTS_AT_ONCE)
        const answer = await ask('comments', { part: 'id', id: some.join(',') }, { signal, key: key ?? null })
        const standing = new Set(readIds(answer).items.map(({ id }) => id))
        for (const id of some) found.set(id, standing.has(id) ? 'present' : 'deleted')
      }
      return found
    },
    async tryKey(key, signal) {
      // A search would cost one of the day's hundred; any other request costs one of ten thousand.
      await ask('channels', { part: 'id', forHandle: '@YouTube' }, { key, signal })
    },
    findSource: (typed, signal, key) => channelOf(typed, { signal, key: key ?? null }),
  }
}

type ChannelOf = (typed: string, asking: Asking) => Promise<PostCommunity>

/** Looks a channel up by id, handle or address, once while it is remembered. */
function createChannelNames(ask: AskYoutube): ChannelOf {
  const known = new Map<string, PostCommunity>()
  return async (typed, asking) => {
    const name = channelNamed(typed)
    const remembered = known.get(name)
    if (remembered) return remembered
    const by: Record<string, string> = name.startsWith('@') ? { forHandle: name } : { id: name }
    const [channel] = readChannels(await ask('channels', { part: 'snippet', ...by }, asking)).items
    if (!channel)
      throw new ChannelError('misconfigured', `YouTube knows no channel ${name}; check how it is spelled.`, null)
    const found = {
      externalId: channel.id,
      name: cleanText(channel.snippet.customUrl ?? '') || channel.id,
      displayName: cleanText(channel.snippet.title) || channel.id,
    }
    known.set(name, found)
    const [oldest] = known.keys()
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    return found
  }
}

/** A channel's id or handle, typed or in an address. */
function channelNamed(typed: string): string {
  const text = typed.trim().replace(/^(?:https?:\/\/)?(?:www\.|m\.)?youtube\.com\//i, '')
  const [first = '', second = ''] = decodedPath(text).split(/[/?#]/)
  const name = first === 'channel' ? second : first
  if (CHANNEL_ID.test(name) || HANDLE.test(name)) return name
  throw new ChannelError('misconfigured', 'Enter a YouTube channel as its handle, such as @handle.', null)
}

function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

async function searchChannel(
  ask: AskYoutube,
  channelOf: ChannelOf,
  request: SearchRequest,
  source: { externalId: string },
): Promise<SearchPage> {
  const name = channelNamed(source.externalId)
  const id = name.startsWith('@') ? (await channelOf(name, request)).externalId : name
  return searchListing(request, {
    pageSizeMax: PAGE_SIZE_MAX,
    read: (place, size) =>
      readComments(
        ask,
        { allThreadsRelatedToChannelId: id },
        { place, size, request, of: () => channelOf(id, request) },
      ),
  })
}

async function searchVideos(ask: AskYoutube, request: SearchRequest): Promise<SearchPage> {
  const q = writeQuery(request.query)
  if (q === '') throw new ChannelError('misconfigured', 'YouTube is searched for words; name some, or a channel.', null)
  return searchListings(request, {
    async find() {
      // The newest have hardly any comments.
      const asked = { part: 'snippet', type: 'video', order: 'relevance', maxResults: String(VIDEOS_MAX), q }
      const before = { publishedBefore: request.until.toISOString() }
      const { items, next } = readVideos(await ask('search', { ...asked, ...before }, request))
      const lists = items.map(({ id, snippet }) => ({
        id: `${id.videoId} ${snippet.channelId}`,
        label: cleanText(snippet.channelTitle ?? '') || snippet.channelId,
      }))
      return { lists, hasMore: next !== null }
    },
    async read({ id, label, place }) {
      const [videoId = '', channelId = ''] = id.split(' ')
      const of = async () => ({ externalId: channelId, name: channelId, displayName: label })
      try {
        return await readComments(ask, { videoId }, { place, size: PAGE_SIZE_MAX, request, of })
      } catch (error) {
        if (error instanceof NoComments) return undefined
        throw error
      }
    },
  })
}

interface CommentsPage {
  place: string | null
  size: number
  request: SearchRequest
  /** The comments' channel, fetched where there are any. */
  of: () => Promise<PostCommunity>
}

async function readComments(
  ask: AskYoutube,
  where: Record<string, string>,
  { place, size, request, of }: CommentsPage,
): Promise<ListingPage> {
  const asked = { part: 'snippet', order: 'time', textFormat: 'plainText', maxResults: String(size) }
  const answer = await ask(
    'commentThreads',
    { ...asked, ...where, ...(place !== null && { pageToken: place }) },
    request,
  )
  const { items, received, next } = readThreads(answer)
  if (items.length === 0) return { posts: [], received, next, limits: null }
  const community = await of()
  return { posts: items.map((thread) => presentThread(thread, community)), received, next, limits: null }
}
