import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import type { PlatformAnswer, PlatformBody } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelKey, PostCommunity, SearchRequest } from './channel.ts'
import {
  GITHUB,
  githubFailure,
  limitsOf,
  presentDiscussion,
  presentIssue,
  readDiscussions,
  readIssues,
  readRepository,
  readStates,
} from './github-replies.ts'
import { CHECK_QUERY, DISCUSSIONS_QUERY } from './github-queries.ts'
import { createPlatformApi } from './platform-api.ts'
import { isWanted, writeQuery } from './search-words.ts'
import { searchByTime } from './time-slices.ts'
import type { Slice } from './time-slices.ts'

// A query returns 1,000 results, however they are paged.
const ISSUE_CAPS = { pageSizeMax: 100, depthMax: 1_000 }
// A cursor belongs to one query, so discussions of one second beyond the first page are out of reach.
const DISCUSSION_CAPS = { pageSizeMax: 100, depthMax: 100 }
const WORDS_MAX = 250
const NODES_AT_ONCE = 100
const ASKED = { name: GITHUB, windowMs: 60_000, failureOf: githubFailure }

/** Issues and discussions are separate sources, searched separately. */
const ISSUES = 'issues'
const DISCUSSIONS = 'discussions'
const EVERYWHERE = new Set([ISSUES, DISCUSSIONS])

interface GithubOptions {
  /** Such as `https://api.github.com`. */
  apiUrl: string
  /** The installation's own; without one issues are searched slowly, and discussions not at all. */
  token?: string | undefined
  fetch: OutboundFetch
  clock: Clock
}

interface Asked {
  key: ChannelKey | null | undefined
  signal: AbortSignal
}

/** Makes requests with whichever token there is. */
function createAsk({ apiUrl, token, fetch, clock }: GithubOptions) {
  const anonymous = createPlatformApi({ ...ASKED, fetch, clock, requests: 10 })
  const known = createPlatformApi({ ...ASKED, fetch, clock, requests: 30 })
  const ask = (path: string, { key, signal }: Asked, body?: PlatformBody): Promise<PlatformAnswer> => {
    const bearer = key?.['token'] ?? token
    const api = bearer === undefined ? anonymous : known
    return api.ask(new URL(`${apiUrl}${path}`), {
      signal,
      who: bearer,
      headers: headersFor(bearer),
      ...(body && { body }),
    })
  }
  const query = async (text: string, variables: object, asked: Asked): Promise<PlatformAnswer> => {
    if ((asked.key?.['token'] ?? token) === undefined) throw needsToken()
    return ask('/graphql', asked, { type: 'application/json', text: JSON.stringify({ query: text, variables }) })
  }
  return { ask, query }
}

function searchIssues(ask: Ask['ask'], request: SearchRequest) {
  return searchByTime(request, ISSUE_CAPS, async (slice) => {
    const answer = await ask(issuesPath(request, slice), askedBy(request))
    const { issues, received, hits } = readIssues(answer)
    return { posts: issues.map(presentIssue), received, hits, limits: limitsOf(answer.response.headers) }
  })
}

function searchDiscussions(query: Ask['query'], request: SearchRequest) {
  return searchByTime(request, DISCUSSION_CAPS, async (slice) => {
    // Pages have no numbers: the first entries are fetched again and skipped.
    const before = slice.page * slice.size
    const variables = { query: writeSearch(request, slice, 'sort:created-desc'), first: before + slice.size }
    const answer = await query(DISCUSSIONS_QUERY, variables, askedBy(request))
    const { discussions, received } = readDiscussions(answer)
    const posts = discussions.map(presentDiscussion).slice(before)
    return { posts, received: received - before, limits: limitsOf(answer.response.headers) }
  })
}

function askedBy({ key, signal }: SearchRequest): Asked {
  return { key, signal }
}

type Ask = ReturnType<typeof createAsk>

/**
 * Issues, and with a token discussions, of public repositories, newest first, from GitHub's search. A source is
 * `owner/repository`, or `issues` or `discussions` for all of them. Ids are GitHub's node ids.
 */
export function createGithub(options: GithubOptions): Channel {
  const { ask, query } = createAsk(options)
  return {
    platform: 'github',
    displayName: GITHUB,
    sources: { label: 'Repository', example: 'owner/repository', isRequired: false },
    key: {
      need: 'optional',
      fields: [{ name: 'token', label: 'Personal access token', isSecret: true }],
      help: 'Make a fine-grained token without any permission under Settings, Developer settings on GitHub; it raises the limits and opens discussions.',
    },
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: null,
      notice: 'GitHub forbids unsolicited mail to people found there, and selling what is known of them.',
    },
    async search(request) {
      const page =
        request.source?.externalId === DISCUSSIONS ? searchDiscussions(query, request) : searchIssues(ask, request)
      const { posts, ...rest } = await page
      return { ...rest, posts: posts.filter((post) => isWanted(post, request.query)) }
    },
    async check(externalIds, signal, key) {
      const found = new Map<string, 'present' | 'deleted'>()
      const ids = externalIds.filter((id) => /^[\w=-]{6,100}$/.test(id))
      for (let from = 0; from < ids.length; from += NODES_AT_ONCE) {
        const some = ids.slice(from, from + NODES_AT_ONCE)
        const states = readStates(await query(CHECK_QUERY, { ids: some }, { key, signal }))
        some.forEach((id, index) => found.set(id, states[index] ? 'present' : 'deleted'))
      }
      return found
    },
    async findSource(typed, signal, key) {
      const name = /^(?:https?:\/\/github\.com\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(typed.trim())?.[1]
      if (typed.trim().toLowerCase() === DISCUSSIONS) return ALL_DISCUSSIONS
      if (name === undefined) throw noRepository('A repository is written owner/repository.')
      const answer = await ask(`/repos/${name}`, { key, signal }).catch(explainMissing)
      return repositoryNamed(readRepository(answer))
    },
  }
}

const ALL_DISCUSSIONS: PostCommunity = {
  externalId: DISCUSSIONS,
  name: DISCUSSIONS,
  displayName: 'All discussions',
}

function repositoryNamed(name: string): PostCommunity {
  return { externalId: name, name, displayName: name }
}

function headersFor(token: string | undefined): Record<string, string> {
  return {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
}

function issuesPath(request: SearchRequest, slice: Slice): string {
  const asked = new URLSearchParams({
    q: writeSearch(request, slice, 'is:issue'),
    sort: 'created',
    order: 'desc',
    per_page: String(slice.size),
    page: String(slice.page + 1),
  })
  return `/search/issues?${asked.toString()}`
}

/** Both bounds of `created` are inclusive. Excluded words are checked here, since GitHub takes at most five. */
function writeSearch({ query, source }: SearchRequest, { since, until }: Slice, qualifier: string): string {
  const words = cutWords(writeQuery({ ...query, exclude: [] }))
  const place = source === null || EVERYWHERE.has(source.externalId) ? [] : [`repo:${source.externalId}`]
  const window = `created:${iso(since)}..${iso(until - 1)}`
  return [words, query.inTitle === true ? 'in:title' : 'in:title,body', qualifier, ...place, window]
    .filter(Boolean)
    .join(' ')
}

function iso(second: number): string {
  return new Date(second * 1000).toISOString().replace('.000Z', 'Z')
}

/** GitHub takes 256 characters of words. */
function cutWords(words: string): string {
  if (words.length <= WORDS_MAX) return words
  const cut = words.slice(0, WORDS_MAX).replace(/\s\S*$/u, '')
  return (cut.match(/"/g)?.length ?? 0) % 2 === 0 ? cut : cut.slice(0, cut.lastIndexOf('"')).trim()
}

function needsToken(): ChannelError {
  const message = 'GitHub shows discussions to those with a token only. Add one to the source.'
  return new ChannelError('misconfigured', message, null)
}

function noRepository(message: string): ChannelError {
  return new ChannelError('misconfigured', message, null)
}

function explainMissing(error: unknown): PlatformAnswer {
  if (error instanceof ChannelError && error.kind === 'refused')
    throw noRepository('GitHub has no public repository of that name.')
  throw error
}
