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
  /** The platform names no date that can be believed: what was listed at the first look may be old. */
  isUndated?: boolean
  /** The part of the platform it was said in. */
  community: PostCommunity | null
  replies: number | null
  points: number | null
  /** As in `CC BY-SA 4.0`, where the platform states one. */
  license: string | null
  /** Of an issue or a discussion on GitHub, as last seen. */
  githubIssueState?: 'OPEN' | 'CLOSED' | null
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
  /** Which community, forum, feed or site; null asks the platform as a whole (or its first site). */
  source: { externalId: string } | null
  /** The project's own key, in place of the installation's; left out or null takes the installation's, if it has one. */
  key?: ChannelKey | null
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

/** What a platform's terms ask of whoever keeps and shows its posts. Whether drafts may be pasted is the domain's `draftingRule`. */
export interface ChannelRules {
  /** How many days a post that is nobody's lead may be kept; null where the terms set no limit. */
  keepDays: number | null
  /** Within how many hours what was deleted there must be gone here; null where the terms do not say. */
  deleteWithinHours: number | null
  /** What must stand beside a post that is shown, or null. */
  attribution: string | null
  /** What an operator has to know or agree with before they turn the channel on, or null. */
  notice: string | null
}

/** A key to a platform by the names of its fields, such as `token`. A secret: never logged, never in an error. */
export type ChannelKey = Readonly<Record<string, string>>

export interface KeyField {
  name: string
  /** As the platform calls it, such as `Personal access token`. */
  label: string
  isSecret: boolean
}

/** What a channel needs before it can be asked. */
export interface KeyNeed {
  /** `optional` works without, with lower limits. */
  need: 'required' | 'optional'
  fields: readonly KeyField[]
  /** Where to get one, in a sentence. */
  help: string
}

/** What of a platform can be listened to on its own. */
export interface SourceKind {
  /** What people call one: Subreddit, Forum, Hashtag. */
  label: string
  example: string
  /** Whether a request has to name one. */
  isRequired: boolean
}

/** One thing a stream told; ordered, and each at most once a stream. */
export type StreamEvent = StreamPosition &
  (
    | { kind: 'post'; post: ChannelPost }
    | { kind: 'deleted'; externalId: string }
    /** All posts of an author are to go: the account was deleted or taken down. */
    | { kind: 'author_gone'; authorExternalId: string }
    /** Nothing new, but the place is known: tells that the stream lives. */
    | { kind: 'alive' }
  )

export interface StreamPosition {
  /** Where to go on after it. */
  cursor: string
  /** Everything said there before has been told. */
  at: Date
}

export interface ListenRequest {
  source: { externalId: string } | null
  key?: ChannelKey | null
  /** Null begins now; what lies before a stream's oldest is told as `cursor_too_old`. */
  cursor: string | null
  signal: AbortSignal
}

/**
 * One platform we listen to. An adapter knows that platform's API and nothing about leads. Every way in which the
 * platform can fail is a ChannelError; whatever else it throws is a bug or the reason of an aborted signal.
 */
export interface Channel {
  readonly platform: string
  readonly displayName: string
  /** Null where the platform is one place. */
  readonly sources: SourceKind | null
  /** Null where everybody may ask. */
  readonly key: KeyNeed | null
  readonly rules: ChannelRules
  /** How long after it was said a post may first be listed; left out where that is minutes. Who asks again and again reaches back so far. */
  readonly listsLateMs?: number
  search(request: SearchRequest): Promise<SearchPage>
  /**
   * Whether posts still stand where they stood, so that what was deleted there can be erased here. An id that is none
   * of this platform's is left out of the answer.
   */
  check?(
    externalIds: readonly string[],
    signal: AbortSignal,
    key?: ChannelKey | null,
  ): Promise<Map<string, 'present' | 'deleted'>>
  /** What somebody typed as a source, looked up: its id and names as posts carry them. Throws `misconfigured` in words for the typist. */
  findSource?(typed: string, signal: AbortSignal, key?: ChannelKey | null): Promise<PostCommunity>
  /** Asks as little as tells whether a key is accepted; left out where looking for one new post does. */
  tryKey?(key: ChannelKey, signal: AbortSignal): Promise<void>
  /** What is said from now on, as it is said. Ends by its signal's reason or a ChannelError; whoever listens begins again from the last cursor. */
  listen?(request: ListenRequest): AsyncIterable<StreamEvent>
  /** Whether `listen` takes a source, where it takes one at all, with the listener's own key. */
  hears?(externalId: string): boolean
  /** Whether `listen` goes on from a cursor. Otherwise it begins now, and what was missed has to be searched for. */
  readonly resumes?: boolean
  /** The cursor behind which all lies that is said after an instant; left out where a stream's cursors tell no time. */
  cursorAt?(instant: Date): string
}

/** Whether everything that is said on the platform is told in one stream. */
export function isStreamed(channel: Channel): boolean {
  return channel.listen !== undefined && channel.sources === null
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
  /** The key is not accepted, or not for this: whoever gave it has to look after it. */
  | 'key_refused'
  | 'not_a_feed'
  /** A stream cannot be taken up where it was left: what lies between has to be searched for. */
  | 'cursor_too_old'

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
