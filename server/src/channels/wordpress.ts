import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { brokenOff, changedReply } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, SearchRequest } from './channel.ts'
import { isBrokenOff } from './feeds.ts'
import type { Feed, FeedEntry } from './feed-entries.ts'
import { isAskedFor } from './listing-pages.ts'
import { createPlatformApi } from './platform-api.ts'
import { readFeedApart } from './read-feed-apart.ts'
import { searchByTime } from './time-slices.ts'

const NAME = 'WordPress.org'
const LIMIT = { requests: 30, windowMs: 60_000 }
const CAPS = { pageSizeMax: 1_000, depthMax: Number.MAX_SAFE_INTEGER }
const BLOCKED_MS = 15 * 60_000
/** What a plugin's forum is divided into: what people think of it, and what they ask. */
const PARTS = ['reviews/feed/', 'feed/']
/** A topic's text begins with how often it was answered, and a review's with its stars. */
const PREAMBLE = /^Replies: (\d+)\s*(?:Rating: \d stars?\s*)?/u

interface WordpressOptions {
  /** Such as `https://wordpress.org`. */
  siteUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/**
 * Reviews of a plugin on WordPress.org and the questions in its forum, by the forum's two feeds, which hold the newest
 * of each. Ids are the topics' addresses.
 */
export function createWordpress({ siteUrl, fetch, clock }: WordpressOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT })

  async function readPart(slug: string, part: string, signal: AbortSignal): Promise<Feed> {
    const url = new URL(`${siteUrl}/support/plugin/${slug}/${part}`)
    const { text } = await api.ask(url, { signal, headers: { accept: 'application/rss+xml' } })
    if (/^\s*<(?:!doctype html|html)/iu.test(text)) throw blocked()
    if (text.trim() === '' || isBrokenOff(text)) throw brokenOff(NAME)
    const feed = await readFeedApart(text, url.href, signal)
    if (!feed) throw changedReply(NAME)
    return feed
  }

  return {
    platform: 'wordpress',
    displayName: NAME,
    sources: { label: 'Plugin', example: 'https://wordpress.org/plugins/akismet', isRequired: true },
    key: null,
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: null,
      notice: 'The forums’ guidelines allow no advertising and no answers to other plugins’ reviews.',
    },
    async search(request) {
      const slug = slugOf(request.source)
      const lists: ChannelPost[][] = []
      for (const part of PARTS) {
        const { entries } = await readPart(slug, part, request.signal)
        lists.push(entries.flatMap((entry) => presentTopic(entry, slug) ?? []))
        if (entries.length > 0 && lists.at(-1)?.length === 0) throw changedReply(NAME)
      }
      const topics = [...new Map(lists.flat().map((post) => [post.externalId, post])).values()]
      const wanted = topics
        .filter((post) => isAskedFor(post, request))
        .toSorted((a, b) => b.postedAt.getTime() - a.postedAt.getTime())
      const page = await searchByTime(request, CAPS, async ({ since, until, page: number, size }) => {
        const inSlice = wanted.filter(({ postedAt }) => isBetween(postedAt, since, until))
        const posts = inSlice.slice(number * size, (number + 1) * size)
        return { posts, received: posts.length, limits: null }
      })
      return { ...page, truncated: page.cursor === null && lists.some((list) => beginsAfter(list, request.since)) }
    },
    async findSource(typed, signal) {
      const slug =
        /^(?:https:\/\/(?:[a-z-]+\.)?wordpress\.org\/(?:support\/plugin|plugins)\/)?([a-z0-9-]{1,200})(?:[/?#].*)?$/.exec(
          typed.trim(),
        )?.[1]
      if (slug === undefined)
        throw new ChannelError(
          'misconfigured',
          'Enter the address of a plugin on WordPress.org, or its short name.',
          null,
        )
      try {
        await readPart(slug, 'reviews/feed/', signal)
      } catch (error) {
        if (!(error instanceof ChannelError && error.message.includes('404'))) throw error
        throw new ChannelError('misconfigured', `WordPress.org has no plugin “${slug}”.`, null, error)
      }
      return { externalId: slug, name: slug, displayName: slug }
    },
  }
}

function slugOf(source: SearchRequest['source']): string {
  if (source && /^[a-z0-9-]+$/.test(source.externalId)) return source.externalId
  throw new ChannelError('misconfigured', 'No plugin is chosen; enter the address of one on WordPress.org.', null)
}

/** Undefined for one without an address or a time. */
function presentTopic(entry: FeedEntry, slug: string): ChannelPost | undefined {
  if (entry.url === null || entry.publishedAt === null) return undefined
  const replies = PREAMBLE.exec(entry.text)?.[1]
  return {
    platform: 'wordpress',
    externalId: entry.url,
    kind: 'post',
    url: entry.url,
    author: entry.author && { externalId: entry.author.name, name: entry.author.name, url: null },
    title: entry.title,
    text: entry.text.replace(PREAMBLE, ''),
    postedAt: entry.publishedAt,
    community: { externalId: slug, name: slug, displayName: slug },
    replies: replies === undefined ? entry.replies : Number(replies),
    points: null,
    license: null,
  }
}

function isBetween(date: Date, since: number, until: number): boolean {
  const second = Math.floor(date.getTime() / 1000)
  return second >= since && second < until
}

function beginsAfter(posts: readonly ChannelPost[], since: Date): boolean {
  return posts.length > 0 && posts.every(({ postedAt }) => postedAt > since)
}

function blocked(): ChannelError {
  const message = `${NAME} answered with a web page instead of its feed, as it does when it blocks a server. We ask again later.`
  return new ChannelError('refused', message, BLOCKED_MS)
}
