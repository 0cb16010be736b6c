import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { toHackerNewsItems } from './hacker-news-items.ts'
import type { HackerNewsItem } from './hacker-news-items.ts'
import { meant, readTerms } from './search-box.ts'
import type { Term } from './search-box.ts'
import { createTextIndex, splitText } from './text-index.ts'
import type { Condition } from './text-index.ts'

const HITS_MAX = 1000
const HITS_PER_PAGE = 20
/** Accounts are a year older than their first known post. */
const USER_OLDER_SECONDS = 31_536_000

export interface HackerNewsDouble extends Double {
  /** For HACKER_NEWS_API_URL and HACKER_NEWS_ITEMS_URL. */
  searchUrl: string
  itemsUrl: string
  items: readonly HackerNewsItem[]
  /** From now on the item is answered as deleted, dead, or not at all. */
  remove(id: number, how: 'deleted' | 'dead' | 'missing'): void
  /** From now on the search leaves the item out, while the site shows it. */
  hide(id: number): void
  /** Adds these posts under their own numbers. */
  add(posts: readonly CorpusPost[]): void
}

interface HackerNewsOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  clock: Clock
  /** Beyond it the address is blocked, as Algolia does. */
  requestsPerHour?: number
}

/**
 * Algolia's search under `/api/v1` and the site's items and users under `/v0`, in their documented shapes. Words are
 * whole unless `queryType` says otherwise, and typing errors are not forgiven: Algolia finds more, never less.
 */
export async function startHackerNewsDouble(options: HackerNewsOptions): Promise<HackerNewsDouble> {
  const items = toHackerNewsItems(options.posts)
  const byId = new Map(items.map((item) => [item.id, item]))
  let index = createTextIndex(items)
  const removed = new Map<number, 'deleted' | 'dead' | 'missing'>()
  const hidden = new Set<number>()
  const tags = new Map<number, string[]>()
  const asked: number[] = []

  /** Made once for each item, since a search without words looks at all of them. */
  function knownTags(item: HackerNewsItem): string[] {
    const known = tags.get(item.id) ?? tagsOf(item)
    tags.set(item.id, known)
    return known
  }

  function isBlocked(): boolean {
    const nowMs = options.clock.now().getTime()
    while (asked.length > 0 && (asked[0] ?? 0) <= nowMs - 3_600_000) asked.shift()
    return asked.push(nowMs) > (options.requestsPerHour ?? 10_000)
  }

  function search({ searchParams }: URL): Answer {
    const filters = readFilters(searchParams.get('numericFilters') ?? '')
    if (typeof filters === 'string') return json({ code: 400, message: filters }, 400)
    const matchesTags = readTags(searchParams.get('tags') ?? '')
    const found = index
      .find(readQuery(searchParams), filters)
      .filter((item) => !removed.has(item.id) && !hidden.has(item.id) && matchesTags(knownTags(item)))
    return json(envelope(found, searchParams))
  }

  function item(id: number): Answer {
    const state = removed.get(id)
    const known = byId.get(id)
    if (!known || state === 'missing') return json(null)
    if (state === 'deleted') return json({ deleted: true, id, time: known.time, type: known.type })
    return json({ ...presentItem(known), ...(state === 'dead' && { dead: true }) })
  }

  function user(name: string): Answer {
    const own = items.filter(({ by }) => by === name)
    const [first] = own
    if (!first) return json(null)
    const created = Math.min(...own.map(({ time }) => time)) - USER_OLDER_SECONDS
    return json({ id: name, created, karma: own.length, submitted: own.map(({ id }) => id) })
  }

  function answer({ url }: Question): Answer {
    if (url.pathname === '/api/v1/search_by_date')
      return isBlocked() ? json({ message: 'Too Many Requests', status: 429 }, 429) : search(url)
    const id = /^\/v0\/item\/(\d+)\.json$/.exec(url.pathname)?.[1]
    if (id) return item(Number(id))
    const name = /^\/v0\/user\/([\w-]+)\.json$/.exec(url.pathname)?.[1]
    if (name) return user(name)
    if (url.pathname === '/v0/maxitem.json') return json(Math.max(...byId.keys()))
    return json({ status: 404, error: 'Not Found' }, 404)
  }

  const double = await startDouble(answer, options)
  return {
    ...double,
    searchUrl: `${double.url}/api/v1`,
    itemsUrl: `${double.url}/v0`,
    items,
    remove: (id, how) => removed.set(id, how),
    hide: (id) => hidden.add(id),
    add(posts) {
      for (const added of toHackerNewsItems(posts)) {
        items.push(added)
        byId.set(added.id, added)
      }
      index = createTextIndex(items)
    },
  }
}

function tagsOf({ id, type, by, title }: HackerNewsItem): string[] {
  const kind = type === 'story' && title?.startsWith('Ask HN') ? ['ask_hn'] : []
  return [type, `author_${by}`, `story_${id}`, ...kind, ...(title?.startsWith('Show HN') ? ['show_hn'] : [])]
}

/**
 * Every word and "phrase" is asked for, but those of `optionalWords`: of these, one is enough where nothing else is
 * asked for. There is no OR.
 */
function readQuery(asked: URLSearchParams): Condition<HackerNewsItem> {
  const optional = new Set(splitText(asked.get('optionalWords') ?? ''))
  const terms = readTerms(asked.get('query') ?? '')
  const isOptional = ({ text, isQuoted, isUnwanted }: Term) =>
    !isQuoted && !isUnwanted && optional.size > 0 && splitText(text).every((word) => optional.has(word))
  const typed = terms.findLast(({ isQuoted, isUnwanted }) => !isQuoted && !isUnwanted)
  const queryType = asked.get('queryType')
  const conditionOf = (term: Term): Condition<HackerNewsItem> =>
    !term.isQuoted && (queryType === 'prefixAll' || (queryType === 'prefixLast' && term === typed))
      ? { kind: 'all', of: splitText(term.text).map((text) => ({ kind: 'beginning', text })) }
      : meant(term)
  const required = terms.filter((term) => !isOptional(term))
  const any: Condition<HackerNewsItem> = { kind: 'any', of: terms.filter(isOptional).map(conditionOf) }
  const isAnyEnough = any.of.length > 0 && required.every(({ isUnwanted }) => isUnwanted)
  return { kind: 'all', of: [...required.map(conditionOf), ...(isAnyEnough ? [any] : [])] }
}

/** Comma is AND, parentheses are OR. */
function readTags(tags: string): (held: string[]) => boolean {
  const groups = [...tags.matchAll(/\(([^)]*)\)|[^,()]+/g)].map(([whole, any]) => (any ?? whole).split(','))
  return (held) => groups.every((group) => group.some((tag) => held.includes(tag.trim())))
}

/** Since the middle of 2026 only the date can be filtered by; a string is the error message. */
function readFilters(filters: string): { after: number; before: number } | string {
  let after = -Infinity
  let before = Infinity
  for (const filter of filters.split(',').filter(Boolean)) {
    const [, attribute = '', operator, value] = /^(\w+)(>=|<=|>|<|=)(-?\d+)$/.exec(filter.trim()) ?? []
    if (operator === undefined) return `invalid numeric filter ${filter}`
    if (attribute !== 'created_at_i')
      return `invalid numeric attribute(${attribute}), attribute not specified in numericAttributesForFiltering setting`
    const bound = Number(value)
    if (operator.startsWith('>')) after = Math.max(after, operator === '>=' ? bound - 1 : bound)
    else if (operator.startsWith('<')) before = Math.min(before, operator === '<=' ? bound + 1 : bound)
    else [after, before] = [Math.max(after, bound - 1), Math.min(before, bound + 1)]
  }
  return { after, before }
}

function envelope(found: HackerNewsItem[], asked: URLSearchParams) {
  const hitsPerPage = Math.min(Number(asked.get('hitsPerPage') ?? HITS_PER_PAGE), HITS_MAX)
  const page = Number(asked.get('page') ?? 0)
  const reachable = found.slice(0, HITS_MAX)
  return {
    exhaustive: { nbHits: true, typo: true },
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    hits: reachable.slice(page * hitsPerPage, (page + 1) * hitsPerPage).map(presentHit),
    hitsPerPage,
    nbHits: found.length,
    nbPages: Math.ceil(reachable.length / hitsPerPage),
    page,
    params: `${asked.toString()}&advancedSyntax=true&analyticsTags=backend`,
    processingTimeMS: 1,
    query: asked.get('query') ?? '',
    serverTimeMS: 2,
  }
}

function presentHit(item: HackerNewsItem) {
  const created = new Date(item.time * 1000).toISOString().replace('.000Z', 'Z')
  const shared = {
    _highlightResult: { author: { matchLevel: 'none', matchedWords: [], value: item.by } },
    _tags: tagsOf(item),
    author: item.by,
    created_at: created,
    created_at_i: item.time,
    objectID: String(item.id),
    updated_at: created,
  }
  if (item.type === 'comment')
    return {
      ...shared,
      comment_text: item.html,
      parent_id: item.id - 1,
      story_id: item.id - 1,
      story_title: 'Ask HN: Who is hiring?',
    }
  return {
    ...shared,
    children: [],
    num_comments: item.comments,
    points: item.points,
    story_id: item.id,
    ...(item.html !== '' && { story_text: item.html }),
    title: item.title,
    ...(item.link !== null && { url: item.link }),
  }
}

function presentItem(item: HackerNewsItem) {
  const { id, type, by, time, html } = item
  if (type === 'comment') return { by, id, parent: id - 1, text: html, time, type }
  return {
    by,
    descendants: item.comments,
    id,
    score: item.points,
    ...(html !== '' && { text: html }),
    time,
    title: item.title,
    type,
    ...(item.link !== null && { url: item.link }),
  }
}

/** A made-up post in Hacker News' form: every third is a comment, which has no title. */
export function asOnHackerNews(post: CorpusPost): CorpusPost {
  const isComment = Number(post.id) % 3 === 0
  return { ...post, platform: 'hackernews', ...(isComment && { kind: 'comment', title: null }) }
}
