import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, SearchRequest } from './channel.ts'
import { createCommunityNames } from './community-names.ts'
import { searchListing } from './listing-pages.ts'
import { cleanText } from './markup.ts'
import { createPlatformApi } from './platform-api.ts'

const NAME = 'Steam'
const LIMIT = { requests: 100, windowMs: 300_000 }
const PAGE_SIZE = 100
const FIRST_PAGE = '*'
const MS = 1_000

const optionalText = z.string().nullish().catch(null)
const count = z.int().min(0).nullish().catch(null)

const Review = z.object({
  recommendationid: z.string().min(1),
  review: z.string(),
  timestamp_created: z.int().positive(),
  author: z.object({ steamid: z.string().regex(/^\d+$/), personaname: optionalText }),
  votes_up: count,
  comment_count: count,
})
const Reply = z.object({ success: z.literal(1), reviews: z.array(z.unknown()), cursor: optionalText })
const Details = z.record(
  z.string(),
  z.object({ success: z.boolean(), data: z.object({ name: z.string().min(1) }).optional() }),
)

interface SteamOptions {
  /** Such as `https://store.steampowered.com`. */
  storeUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/** Reviews of one app or game on Steam, newest first, as its store gives them to everybody. Ids are the reviews' numbers. */
export function createSteam({ storeUrl, fetch, clock }: SteamOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT })
  const names = createCommunityNames(findName)

  async function findName(app: string, signal: AbortSignal): Promise<string | null> {
    const url = new URL(`${storeUrl}/api/appdetails?appids=${app}&filters=basic`)
    const details = parseReply(await api.ask(url, { signal }), Details, NAME)
    const name = details[app]?.data?.name
    return name === undefined ? null : cleanText(name)
  }

  async function readPage(place: string, { source, signal }: SearchRequest) {
    const app = appOf(source)
    const url = new URL(`${storeUrl}/appreviews/${app}`)
    const all = { language: 'all', review_type: 'all', purchase_type: 'all', filter_offtopic_activity: '0' }
    const asked = { json: '1', filter: 'recent', ...all, num_per_page: String(PAGE_SIZE), cursor: place }
    url.search = new URLSearchParams(asked).toString()
    const { reviews, cursor } = parseReply(await api.ask(url, { signal }), Reply, NAME)
    const read = reviews.flatMap((review) => Review.safeParse(review).data ?? [])
    if (reviews.length > 0 && read.length === 0) throw changedReply(NAME)
    const name = read.length === 0 ? app : await names.find(app, signal)
    // Behind the last page comes an empty one, with the same cursor.
    const next = reviews.length === 0 || cursor === place ? null : (cursor ?? null)
    return {
      posts: read.map((review) => presentReview(review, { app, name })),
      received: reviews.length,
      next,
      limits: null,
    }
  }

  return {
    platform: 'steam',
    displayName: NAME,
    sources: { label: 'App or game', example: 'https://store.steampowered.com/app/440', isRequired: true },
    key: null,
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: null,
      notice: 'Reviews are read as Steam’s store gives them to everybody. Its rules allow no advertising in answers.',
    },
    search: (request) =>
      searchListing(request, {
        pageSizeMax: PAGE_SIZE,
        read: (place) => readPage(place ?? FIRST_PAGE, request),
      }),
    async findSource(typed, signal) {
      const app = /^(?:https:\/\/store\.steampowered\.com\/app\/)?(\d{1,10})(?:[/?#].*)?$/.exec(typed.trim())?.[1]
      if (app === undefined)
        throw new ChannelError('misconfigured', 'Enter the address of an app in Steam’s store, or its number.', null)
      const name = await findName(app, signal)
      if (name === null) throw new ChannelError('misconfigured', `Steam’s store has no app ${app}.`, null)
      return { externalId: app, name: app, displayName: name }
    },
  }
}

function appOf(source: SearchRequest['source']): string {
  if (source && /^\d+$/.test(source.externalId)) return source.externalId
  throw new ChannelError('misconfigured', 'No app is chosen; enter the address of one in Steam’s store.', null)
}

function presentReview(
  { author, ...review }: z.infer<typeof Review>,
  { app, name }: { app: string; name: string },
): ChannelPost {
  const profile = `https://steamcommunity.com/profiles/${author.steamid}`
  return {
    platform: 'steam',
    externalId: review.recommendationid,
    kind: 'post',
    url: `${profile}/recommended/${app}/`,
    author: {
      externalId: author.steamid,
      name: cleanText(author.personaname ?? '') || author.steamid,
      url: `${profile}/`,
    },
    title: null,
    text: cleanText(review.review),
    postedAt: new Date(review.timestamp_created * MS),
    community: { externalId: app, name: app, displayName: name },
    replies: review.comment_count ?? null,
    points: review.votes_up ?? null,
    license: null,
  }
}
