import type { PostFacts } from '@leadlight/domain/post-facts'

export type PostKind = 'post' | 'comment' | 'question' | 'answer' | 'article'

/** One post on a platform. Everything except id, address and time may be missing. */
export interface ChannelPost {
  platform: string
  /** Stable and unique within its platform, so that a repeated post is recognised. */
  externalId: string
  kind: PostKind
  /** Where a person can read it and answer. */
  url: string
  author: PostAuthor | null
  title: string | null
  /** Plain text: paragraphs separated by an empty line, entities resolved, no markup. Still untrusted. */
  text: string
  postedAt: Date
  /** The platform gives no credible date, so posts listed at the first fetch may be old. */
  isUndated?: boolean
  /** The part of the platform it was posted in. */
  community: PostCommunity | null
  replies: number | null
  points: number | null
  /** Such as `CC BY-SA 4.0`, where the platform states one. */
  license: string | null
  /** For an issue or discussion on GitHub, as last seen. */
  githubIssueState?: 'OPEN' | 'CLOSED' | null
  /** Only for what asks for offers, as a tender does. */
  facts?: PostFacts | null
}

export interface PostAuthor {
  externalId: string
  name: string
  url: string | null
}

export interface PostCommunity {
  externalId: string
  name: string
  displayName: string
}

/** What a post must contain: all words and all phrases, in any order, and nothing excluded. */
export interface SearchQuery {
  /** Separated by spaces. Empty, and without phrases, it matches every post of the window. */
  words: string
  phrases: string[]
  /** Words or phrases. */
  exclude: string[]
  /** The words and phrases must stand in the title. Only for platforms that can be asked so. */
  inTitle?: boolean
}

export interface SearchRequest {
  query: SearchQuery
  /** The community, forum, feed or site; null means the whole platform (or its first site). */
  source: { externalId: string } | null
  /** The project's own key, instead of the installation's; absent or null uses the installation's, if it has one. */
  key?: ChannelKey | null
  /** Inclusive, while `until` is not. Platforms know whole seconds; nothing outside the window is returned. */
  since: Date
  until: Date
  /** Null begins. The previous page's cursor, with everything else the same, continues. */
  cursor: string | null
  /** At most this many posts a page. A page may be shorter, or empty, and still have a cursor. */
  limit: number
  /** Any order will do, where the platform's own costs fewer requests than the newest first. */
  inAnyOrder?: boolean
  /** When aborted, the call rejects with its reason. */
  signal: AbortSignal
}

/** A platform's rate limit in one shape, whatever unit it uses. */
export interface RateLimit {
  /** Requests left until `resetAt`; never below 0. */
  remaining: number | null
  resetAt: Date | null
  /** How long the platform asked to be left alone. */
  retryAfterMs: number | null
}

export interface SearchPage {
  /** Newest first, within the page and from page to page, unless any order will do. Over all pages no post comes twice. */
  posts: ChannelPost[]
  /** Null when the window has been read to its beginning. */
  cursor: string | null
  /** The platform lists no further back than this, so older posts of the window may be missing. */
  truncated: boolean
  /** How many posts the platform says it has for the query and window; absent or null where it says nothing. */
  hits?: number | null
  /** What this answer said about the platform's limits, if anything. */
  limits: RateLimit | null
}

/**
 * What a platform's terms require of whoever keeps and shows its posts. Whether drafts may be pasted is the domain's
 * `draftingRule`.
 */
export interface ChannelRules {
  /** How many days a post that is no lead may be kept; null where the terms set no limit. */
  keepDays: number | null
  /** Within how many hours a post deleted there must be erased here; null where the terms do not say. */
  deleteWithinHours: number | null
  /** The attribution that must be shown beside a post, or null. */
  attribution: string | null
  /** What an operator must know or agree to before turning the channel on, or null. */
  notice: string | null
}

/** A key to a platform by field name, such as `token`. A secret: never logged, never in an error. */
export type ChannelKey = Readonly<Record<string, string>>

export interface KeyField {
  name: string
  /** The platform's own name for it, such as `Personal access token`. */
  label: string
  isSecret: boolean
}

/** The key a channel needs. */
export interface KeyNeed {
  /** `optional` works without a key, with lower limits. */
  need: 'required' | 'optional'
  fields: readonly KeyField[]
  /** Where to get one, as a sentence. */
  help: string
}

/** The kind of source a project can add on a platform. */
export interface SourceKind {
  /** What people call one: Subreddit, Forum, Hashtag. */
  label: string
  example: string
  /** Whether every request must name one. */
  isRequired: boolean
}

/** One event of a stream; ordered, and each at most once a stream. */
export type StreamEvent = StreamPosition &
  (
    | { kind: 'post'; post: ChannelPost }
    | { kind: 'deleted'; externalId: string }
    /** All posts of an author must be erased: the account was deleted or taken down. */
    | { kind: 'author_gone'; authorExternalId: string }
    /** Nothing new, but the cursor advances: shows that the stream is alive. */
    | { kind: 'alive' }
  )

export interface StreamPosition {
  /** Where to resume after it. */
  cursor: string
  /** Everything posted before this has been sent. */
  at: Date
}

export interface ListenRequest {
  source: { externalId: string } | null
  key?: ChannelKey | null
  /** Null begins now; a cursor older than the stream holds throws `cursor_too_old`. */
  cursor: string | null
  signal: AbortSignal
}

/** Asks for ids of posts, each as likely as any other of the time, found by another way than `search` lists them. */
export interface DrawRequest {
  source: { externalId: string } | null
  /** Inclusive, while `until` is not. */
  since: Date
  until: Date
  /** A number in [0, 1), another each time. */
  chance: () => number
  signal: AbortSignal
}

/**
 * One platform we listen to. An adapter knows that platform's API and nothing about leads. Every failure of the
 * platform is a ChannelError; anything else it throws is a bug or the reason of an aborted signal.
 */
export interface Channel {
  readonly platform: string
  readonly displayName: string
  /** Null where the platform has no separate sources. */
  readonly sources: SourceKind | null
  /** Null where no key is needed. */
  readonly key: KeyNeed | null
  readonly rules: ChannelRules
  /** How late a post may first be listed; absent where that is minutes. Repeated polls reach back this far. */
  readonly listsLateMs?: number
  search(request: SearchRequest): Promise<SearchPage>
  /**
   * Whether posts still exist, so that those deleted there can be erased here. Ids that are not this platform's are
   * left out of the answer.
   */
  check?(
    externalIds: readonly string[],
    signal: AbortSignal,
    key?: ChannelKey | null,
  ): Promise<Map<string, 'present' | 'deleted'>>
  /** How posts are drawn at random, to see which of them listening has met; absent where the platform shows no way. */
  readonly draws?: {
    /** How often its limits leave room for that at one place. */
    perDay: number
    draw(request: DrawRequest): Promise<string[]>
    /** Only for a stream, of which too much comes to remember it all: whether a post is one that may be drawn. */
    isSampled?(externalId: string): boolean
    /** Whether drawn posts still stand, where `check` needs a key that nobody may have. */
    check?: Channel['check']
  }
  /**
   * Looks up what somebody typed as a source: its id and names as posts have them. Throws `misconfigured` with words
   * for the typist.
   */
  findSource?(typed: string, signal: AbortSignal, key?: ChannelKey | null): Promise<PostCommunity>
  /** Makes the smallest request that tells whether a key is accepted; absent where a search for one new post does. */
  tryKey?(key: ChannelKey, signal: AbortSignal): Promise<void>
  /**
   * Streams new posts as they come. Ends with its signal's reason or a ChannelError; the listener resumes from the last
   * cursor.
   */
  listen?(request: ListenRequest): AsyncIterable<StreamEvent>
  /** Whether a source is searched for words and cannot be listed; absent where every source can be listed. */
  takesWords?(externalId: string): boolean
  /** Whether `listen` can stream this source with the listener's own key. */
  canListenTo?(externalId: string): boolean
  /** Whether `listen` resumes from a cursor. Otherwise it begins now, and missed posts must be searched for. */
  readonly resumes?: boolean
  /** A cursor before everything posted since an instant; absent where a stream's cursors have no time. */
  cursorAt?(instant: Date): string
}

/** Whether one stream covers the whole platform. */
export function isStreamed(channel: Channel): boolean {
  return channel.listen !== undefined && channel.sources === null
}

export type ChannelErrorKind =
  /** Too many requests; wait `retryAfterMs`. */
  | 'rate_limited'
  /** No answer, an incomplete one, or trouble at the platform. */
  | 'unreachable'
  /** The platform refuses the request. */
  | 'refused'
  /** The answer has an unknown shape. */
  | 'changed'
  /** The request itself is impossible, such as an unknown source. */
  | 'misconfigured'
  /** The key is not accepted, or not for this request: its owner must look after it. */
  | 'key_refused'
  | 'not_a_feed'
  /** A stream cannot resume at its cursor: the time between must be searched. */
  | 'cursor_too_old'

/** Why a source could not be read. The message is one sentence for a person: what is wrong and what to do. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError'
  readonly kind: ChannelErrorKind
  /** How long to wait before asking again; null when only somebody's change can help. */
  readonly retryAfterMs: number | null

  constructor(kind: ChannelErrorKind, message: string, retryAfterMs: number | null, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
