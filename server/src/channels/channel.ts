export type PostKind = 'post' | 'comment' | 'question' | 'answer' | 'article'

/** One thing somebody said on a platform. Everything but the id, the address and the time may be missing there. */
export interface ChannelPost {
  platform: string
  /** Stable within its platform and unique there: taking in the same post twice can be recognised by it. */
  externalId: string
  kind: PostKind
  /** Where a person can read it and answer. */
  url: string
  author: PostAuthor | null
  title: string | null
  /** Plain text: paragraphs apart by an empty line, entities resolved, no markup. Untrusted all the same. */
  text: string
  postedAt: Date
  /** The part of the platform it was said in. */
  community: PostCommunity | null
  replies: number | null
  points: number | null
  /** As in `CC BY-SA 4.0`, where the platform states one. */
  license: string | null
  /** Of an issue or a discussion on GitHub: whether it is still open. */
  githubIssueState?: 'OPEN' | 'CLOSED'
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

/** What a post must hold: all the words and all the phrases, in any order, and nothing that is excluded. */
export interface SearchQuery {
  /** Apart by spaces. Empty, with no phrases, asks for every post of the window. */
  words: string
  phrases: string[]
  /** Words or phrases. */
  exclude: string[]
}

export interface SearchRequest {
  query: SearchQuery
  /** Which feed or site; null asks the platform as a whole (or its first site). */
  source: { externalId: string } | null
  /** Inclusive, and `until` is not. Platforms know whole seconds; nothing outside the window is returned. */
  since: Date
  until: Date
  /** Null begins; a cursor of the page before, asked with everything else the same, goes on. */
  cursor: string | null
  /** At most this many posts a page. A page may be shorter, or empty, and still have a cursor. */
  limit: number
  /** When it is aborted the call rejects with its reason. */
  signal: AbortSignal
}

/** A platform's limit in one shape, whatever unit it uses itself. */
export interface RateLimit {
  /** Requests left until `resetAt`; never below 0. */
  remaining: number | null
  resetAt: Date | null
  /** How long the platform asked to be left alone. */
  retryAfterMs: number | null
}

export interface SearchPage {
  /** Newest first, within the page and from page to page. Over all pages no post comes twice. */
  posts: ChannelPost[]
  /** Null when the window has been read to its beginning. */
  cursor: string | null
  /** The platform lists no further back although the window does: older posts of the window may be left out. */
  truncated: boolean
  /** What the platform said of its limits in this answer, if anything. */
  limits: RateLimit | null
}

export interface ChannelRules {
  mayStore: true
  /** `talking_points` where the platform forbids posting text that a model wrote. */
  mayDraft: 'text' | 'talking_points'
  /** What must stand beside a post that is shown, or null. */
  attribution: string | null
}

/**
 * One platform we listen to. An adapter knows that platform's API and nothing about leads. Every way in which the
 * platform can fail is a ChannelError; whatever else it throws is a bug or the reason of an aborted signal.
 */
export interface Channel {
  readonly platform: string
  readonly displayName: string
  /** Whether a request has to name a source. */
  readonly needsSource: boolean
  readonly rules: ChannelRules
  search(request: SearchRequest): Promise<SearchPage>
  /**
   * Whether posts still stand where they stood, so that what was deleted there can be erased here. An id that is none
   * of this platform's is left out of the answer.
   */
  check?(externalIds: readonly string[], signal: AbortSignal): Promise<Map<string, 'present' | 'deleted'>>
}

export type ChannelErrorKind =
  /** Asked too often; wait as long as `retryAfterMs` says. */
  | 'rate_limited'
  /** Does not answer, or not whole, or is in trouble itself. */
  | 'unreachable'
  /** Answers, and says no. */
  | 'refused'
  /** Answers in a shape we do not know. */
  | 'changed'
  /** What we were told to ask cannot be asked. */
  | 'misconfigured'
  | 'not_a_feed'

/** Why a source could not be read. The message is one sentence for a person: what is wrong and what to do. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError'
  readonly kind: ChannelErrorKind
  /** How long to wait before asking again; null when asking again cannot help until somebody changes something. */
  readonly retryAfterMs: number | null

  constructor(kind: ChannelErrorKind, message: string, retryAfterMs: number | null, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
