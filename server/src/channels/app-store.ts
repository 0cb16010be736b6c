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

const NAME = 'App Store'
/** Apple asks for about twenty requests a minute. */
const LIMIT = { requests: 20, windowMs: 60_000 }
const PAGE_SIZE = 50
const PAGES_MAX = 10
/** Reviews are looked over before they are shown, at the time they were written. */
const LISTS_LATE_MS = 3 * 24 * 60 * 60 * 1000
const COUNTRY = 'us'

const label = z.object({ label: z.string() })
const optionalLabel = label.nullish().catch(null)

const Review = z.object({
  id: label,
  updated: z.object({ label: z.iso.datetime({ offset: true }) }),
  content: label,
  title: optionalLabel,
  author: z.object({ name: label, uri: optionalLabel }).nullish().catch(null),
  'im:voteSum': optionalLabel,
})
/** A single review comes without its list, and none without a name for it. */
const Reply = z.object({
  feed: z.object({ entry: z.preprocess((entry) => [entry ?? []].flat(), z.array(z.unknown())) }),
})
const Lookup = z.object({ results: z.array(z.object({ trackName: z.string().min(1) })) })

interface AppStoreOptions {
  /** Such as `https://itunes.apple.com`. */
  storeUrl: string
  fetch: OutboundFetch
  clock: Clock
}

interface App {
  country: string
  number: string
}

/**
 * The newest 500 reviews of an app in one country, by the feed that Apple gives everybody. A source is the country and
 * the app's number: `us/284882215`.
 */
export function createAppStore({ storeUrl, fetch, clock }: AppStoreOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT })
  const names = createCommunityNames((id, signal) => findName(parseSource(id), signal))

  async function findName({ country, number }: App, signal: AbortSignal): Promise<string | null> {
    const url = new URL(`${storeUrl}/lookup?id=${number}&country=${country}&entity=software`)
    const { results } = parseReply(await api.ask(url, { signal }), Lookup, NAME)
    const [app] = results
    return app === undefined ? null : `${cleanText(app.trackName)} (${country})`
  }

  async function readPage(page: number, { source, signal }: SearchRequest) {
    const id = source?.externalId ?? ''
    const app = parseSource(id)
    const path = `/${app.country}/rss/customerreviews/page=${page}/id=${app.number}/sortby=mostrecent/json`
    const { entry } = parseReply(await api.ask(new URL(`${storeUrl}${path}`), { signal }), Reply, NAME).feed
    const reviews = entry.flatMap((one) => Review.safeParse(one).data ?? [])
    if (entry.length > 0 && reviews.length === 0) throw changedReply(NAME)
    const name = reviews.length === 0 ? id : await names.find(id, signal)
    const posts = reviews.map((review) => presentReview(review, app, { externalId: id, name: id, displayName: name }))
    const next = entry.length < PAGE_SIZE || page >= PAGES_MAX ? null : String(page + 1)
    return { posts, received: entry.length, next, limits: null }
  }

  return {
    platform: 'app_store',
    displayName: NAME,
    sources: { label: 'App', example: 'https://apps.apple.com/us/app/facebook/id284882215', isRequired: true },
    key: null,
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: 'App Store, © Apple Inc.',
      notice:
        'Reviews are read by the feed that Apple gives everybody, one country at a time. Only the maker of an app can answer them.',
    },
    listsLateMs: LISTS_LATE_MS,
    search: (request) =>
      searchListing(request, {
        pageSizeMax: PAGE_SIZE,
        depthMax: PAGE_SIZE * PAGES_MAX,
        // A page's number marks a position only while the page size stays the same.
        read: (place) => readPage(Number(place ?? 1), request),
      }),
    async findSource(typed, signal) {
      const app = parseTyped(typed)
      const name = await findName(app, signal)
      if (name === null)
        throw new ChannelError('misconfigured', `The App Store of “${app.country}” has no app ${app.number}.`, null)
      const id = `${app.country}/${app.number}`
      return { externalId: id, name: id, displayName: name }
    },
  }
}

function parseTyped(typed: string): App {
  const address = /^https:\/\/(?:apps|itunes)\.apple\.com\/(?:([a-z]{2})\/)?(?:.*\/)?id(\d{5,12})(?:[/?#].*)?$/
  const [, country = COUNTRY, number] =
    address.exec(typed.trim()) ?? /^(?:([a-z]{2})\/)?(\d{5,12})$/.exec(typed.trim()) ?? []
  if (number !== undefined) return { country, number }
  const message = 'Enter the address of an app in the App Store, such as https://apps.apple.com/us/app/id284882215.'
  throw new ChannelError('misconfigured', message, null)
}

function parseSource(externalId: string): App {
  const [, country, number] = /^([a-z]{2})\/(\d+)$/.exec(externalId) ?? []
  if (country !== undefined && number !== undefined) return { country, number }
  throw new ChannelError('misconfigured', 'No app is chosen; enter the address of one in the App Store.', null)
}

function presentReview(
  { author, ...review }: z.infer<typeof Review>,
  { country, number }: App,
  community: ChannelPost['community'],
): ChannelPost {
  const name = cleanText(author?.name.label ?? '')
  const account = /\/id(\d+)/.exec(author?.uri?.label ?? '')?.[1]
  const votes = Number(review['im:voteSum']?.label)
  return {
    platform: 'app_store',
    externalId: review.id.label,
    kind: 'post',
    // A review has no page of its own, so the app's is named once for each.
    url: `https://apps.apple.com/${country}/app/id${number}?see-all=reviews&review=${encodeURIComponent(review.id.label)}`,
    author: name === '' ? null : { externalId: account ?? name, name, url: null },
    title: review.title == null ? null : cleanText(review.title.label) || null,
    text: cleanText(review.content.label),
    postedAt: new Date(review.updated.label),
    community,
    replies: null,
    points: Number.isInteger(votes) ? votes : null,
    license: null,
  }
}
