import type { Theme, ThemeQuote, Themes } from '@leadlight/contract/themes'
import { isUnanswered, THEME_POSTS_COMPARED_MIN, type Lens } from '@leadlight/domain/themes'
import { postText } from '@leadlight/engine/language/post-text'
import { splitSentences } from '@leadlight/engine/language/sentences'
import { bitOf } from '@leadlight/engine/themes/lenses'
import { selectPosts, type KeptPost } from '../../core/posts/posts.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { nameSources, type NameSource } from '../sources/name-sources.ts'
import type { ThemeDependencies } from './theme-dependencies.ts'
import { countByWeek } from './theme-weeks.ts'
import { selectRun } from './theme-store.ts'
import { selectThemedPosts, type ThemedPost } from './themed-posts.ts'

const THEMES_MAX = 100
const QUOTES_MAX = 5
/** Some may be erased or changed since: their sentences are then no longer there. */
const QUOTES_READ = 8
const SOURCES_MAX = 5
/** Fewer posts through a lens are chance. */
const SEEN_MIN = 3
/** Whoever asked is told so for as long as finding can take. */
const RUNNING_MS_MAX = 15 * 60_000

type Dependencies = Pick<ThemeDependencies, 'db' | 'clock' | 'channels' | 'suppression'>

/**
 * The project's themes as they were last found, most posts this week first; through a lens only posts seen through it
 * count, and are quoted.
 */
export function getThemes(
  { db, clock, channels, suppression }: Dependencies,
  actor: Actor,
  { projectId, lens }: { projectId: string; lens?: Lens | undefined },
): Promise<Themes> {
  const { organizationId } = actor
  const ids = { organizationId, projectId }
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const run = await selectRun(tx, ids)
    const madeAt = run?.madeAt ?? null
    const seen = lens === undefined ? () => true : ({ lenses }: ThemedPost) => (lenses & bitOf(lens)) !== 0
    const posts = (await selectThemedPosts(tx, ids)).filter(seen)
    const shown = madeAt === null ? [] : orderThemes(posts, madeAt)
    const quoted = shown.flatMap(({ posts: own }) => candidatesOf(own).map(({ postId }) => postId))
    const welcome = await withoutSuppressed(tx, suppression, { organizationId, posts: await selectPosts(tx, quoted) })
    const byId = new Map(welcome.map((post) => [post.id, post]))
    const nameOf = await nameSources(tx, { channels }, organizationId, projectId)
    return {
      made_at: madeAt?.toISOString() ?? null,
      is_running: isRunning(run?.askedAt ?? null, clock.now()),
      posts: run?.posts ?? 0,
      posts_min: THEME_POSTS_COMPARED_MIN,
      themes: shown.flatMap((theme) => present(theme, { byId, nameOf }) ?? []),
    }
  })
}

function isRunning(askedAt: Date | null, now: Date): boolean {
  return askedAt !== null && now.getTime() - askedAt.getTime() < RUNNING_MS_MAX
}

interface Shown {
  id: string
  since: Date
  weeks: number[]
  posts: ThemedPost[]
}

function orderThemes(posts: readonly ThemedPost[], madeAt: Date): Shown[] {
  const themes = [...Map.groupBy(posts, ({ themeId }) => themeId)].flatMap(([id, own]): Shown[] => {
    const since = own[0]?.since
    if (!since || own.length < SEEN_MIN) return []
    const weeks = countByWeek(
      own.map(({ postedAt }) => postedAt),
      madeAt,
    )
    return [{ id, since, weeks, posts: own }]
  })
  const latest = ({ weeks }: Shown) => weeks.at(-1) ?? 0
  return themes
    .toSorted((a, b) => latest(b) - latest(a) || b.posts.length - a.posts.length || (a.id < b.id ? -1 : 1))
    .slice(0, THEMES_MAX)
}

function candidatesOf(posts: readonly ThemedPost[]): ThemedPost[] {
  return posts.filter(({ quoteStart }) => quoteStart !== null).slice(0, QUOTES_READ)
}

/** Undefined where nothing is left to quote, so that the theme has no name. */
function present(
  { id, since, weeks, posts }: Shown,
  { byId, nameOf }: { byId: ReadonlyMap<string, KeptPost>; nameOf: NameSource },
): Theme | undefined {
  const quotes = new Map<string, ThemeQuote>()
  for (const one of candidatesOf(posts)) {
    const quote = quoteOf(one, byId.get(one.postId), nameOf)
    if (quote && quotes.size < QUOTES_MAX && !quotes.has(quote.text)) quotes.set(quote.text, quote)
  }
  const [first] = quotes.values()
  if (!first) return undefined
  const replies = countReplies(posts)
  return {
    id,
    name: first.text,
    since: since.toISOString(),
    weeks,
    sources: countSources(posts, nameOf),
    quotes: [...quotes.values()],
    replies,
    is_unanswered: isUnanswered(replies),
  }
}

/** Only what is a sentence of the post as it stands now is quoted: it may have been edited. */
function quoteOf(one: ThemedPost, post: KeptPost | undefined, nameOf: NameSource): ThemeQuote | undefined {
  if (!post) return undefined
  const text = postText(post)
  const span = splitSentences(text).find(({ start, end }) => start === one.quoteStart && end === one.quoteEnd)
  if (!span) return undefined
  return {
    text: text.slice(span.start, span.end),
    url: post.url,
    source: sourceName(one, nameOf),
    posted_at: post.postedAt.toISOString(),
  }
}

/** A reply is known whenever it was counted; that there is none only where the post was shown a day later or more. */
function countReplies(posts: readonly ThemedPost[]): { known: number; none: number } {
  const answered = posts.filter(({ replies }) => replies !== null && replies > 0).length
  const none = posts.filter(({ replies, isSettled }) => replies === 0 && isSettled).length
  return { known: answered + none, none }
}

function countSources(posts: readonly ThemedPost[], nameOf: NameSource): { name: string; posts: number }[] {
  const counts = new Map<string, number>()
  for (const post of posts) {
    const name = sourceName(post, nameOf)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => ({ name, posts: count }))
    .toSorted((a, b) => b.posts - a.posts || (a.name < b.name ? -1 : 1))
    .slice(0, SOURCES_MAX)
}

/** As the post's own community is called, where it has one. */
function sourceName({ platform, source, sourceName: own }: ThemedPost, nameOf: NameSource): string {
  const platformName = nameOf({ platform, source: '' })
  return source === '' || own === null ? platformName : `${platformName}: ${own}`
}
