import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, SearchRequest } from './channel.ts'
import { searchListing } from './listing-pages.ts'
import { cleanText, decodeEntities, htmlToText } from './markup.ts'
import { createPlatformApi } from './platform-api.ts'

const NAME = 'DEV'
const LIMIT = { requests: 3, windowMs: 1_000 }
/** Every article's text costs a request of its own, so pages are short. */
const PAGE_SIZE_MAX = 30

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)

const Article = z.object({
  id: z.int(),
  url: z.url({ protocol: /^https?$/ }),
  title: optionalText,
  description: optionalText,
  body_html: optionalText,
  published_timestamp: z.iso.datetime({ offset: true }),
  comments_count: optionalCount,
  public_reactions_count: optionalCount,
  user: z.object({ username: optionalText, name: optionalText }).nullish().catch(null),
})
type Article = z.infer<typeof Article>

interface DevOptions {
  /** Such as `https://dev.to/api`. */
  apiUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/**
 * Articles of DEV (or another Forem the operator names), newest first, of one tag or all. Ids are the articles'
 * numbers.
 */
export function createDev({ apiUrl, fetch, clock }: DevOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT })
  const headers = { accept: 'application/vnd.forem.api-v1+json' }

  async function readArticle(id: number, signal: AbortSignal): Promise<Article | null> {
    try {
      return parseReply(await api.ask(new URL(`${apiUrl}/articles/${id}`), { signal, headers }), Article, NAME)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function readPage(page: number, size: number, { source, signal, since }: SearchRequest) {
    const url = new URL(`${apiUrl}/articles/latest`)
    url.search = new URLSearchParams({
      page: String(page),
      per_page: String(size),
      ...(source && { tag: source.externalId }),
    }).toString()
    const entries = parseReply(await api.ask(url, { signal, headers }), z.array(z.unknown()), NAME)
    const listed = entries.flatMap((entry) => Article.safeParse(entry).data ?? [])
    if (entries.length > 0 && listed.length === 0) throw changedReply(NAME)
    const posts: ChannelPost[] = []
    for (const article of listed) {
      const isRecent = new Date(article.published_timestamp) >= since
      posts.push(presentArticle((isRecent && (await readArticle(article.id, signal))) || article, source))
    }
    const next = entries.length < size ? null : String(page + 1)
    return { posts, received: entries.length, next, limits: null }
  }

  return {
    platform: 'dev',
    displayName: NAME,
    sources: { label: 'Tag', example: 'devops', isRequired: false },
    key: null,
    rules: { keepDays: null, deleteWithinHours: null, attribution: null, notice: null },
    search: (request) =>
      searchListing(request, {
        // A page's number marks a position only while the page size stays the same.
        pageSizeMax: PAGE_SIZE_MAX,
        read: (place) => readPage(Number(place ?? 1), PAGE_SIZE_MAX, request),
      }),
    async check(externalIds, signal) {
      const found = new Map<string, 'present' | 'deleted'>()
      for (const id of externalIds.filter((one) => /^\d+$/.test(one))) {
        found.set(id, (await readArticle(Number(id), signal)) ? 'present' : 'deleted')
      }
      return found
    },
    async findSource(typed) {
      const tag = /^(?:https:\/\/dev\.to\/t\/|#)?([\p{L}\p{N}]{1,50})\/?$/u.exec(typed.trim().toLowerCase())?.[1]
      if (tag === undefined) throw new ChannelError('misconfigured', 'A tag is one word, such as devops.', null)
      return { externalId: tag, name: tag, displayName: `#${tag}` }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ChannelError && error.kind === 'refused' && error.message.includes('404')
}

function presentArticle({ user, ...article }: Article, source: SearchRequest['source']): ChannelPost {
  const name = cleanText(user?.name ?? '') || (user?.username ?? '')
  const username = user?.username ?? ''
  const tag = source?.externalId
  return {
    platform: 'dev',
    externalId: String(article.id),
    kind: 'article',
    url: article.url,
    author:
      username === '' ? null : { externalId: username, name, url: `https://dev.to/${encodeURIComponent(username)}` },
    title: article.title == null ? null : decodeEntities(article.title),
    text: article.body_html == null ? cleanText(article.description ?? '') : htmlToText(article.body_html),
    postedAt: new Date(article.published_timestamp),
    community: tag === undefined ? null : { externalId: tag, name: tag, displayName: `#${tag}` },
    replies: article.comments_count ?? null,
    points: article.public_reactions_count ?? null,
    license: null,
  }
}
