import { createHash } from 'node:crypto'
import { createChance } from '../reverse/chance.ts'
import { readPostFile } from '../relevance/read-data.ts'

const DAY_MS = 86_400_000
const WORDS = 40
const WORD_SHARE_MAX = 0.05
const EVENTS_MIN = 100
const SEED = 20_261_125
/** A year, and the 13 weeks before it that its first week is predicted from. */
const LEVELLED_WEEKS = 65
/** The best-rated posts of each subreddit were taken in mid-August 2013; those of the last days had no votes yet. */
const RATED_UNTIL = '2013-08-12'

/** How many posts of one kind there are on each day, oldest first. */
export interface Stream {
  name: string
  set: 'tuned on' | 'held out' | 'reddit, piling up' | 'monthly thread'
  source: string
  days: number[]
}

interface DatedPost {
  created_at: string
  channel?: string
  title?: string | null
  text?: string | null
}

/**
 * Events with real dates: questions by subreddit, stories by title word, issues by repository, and one person's posts.
 * Half of the streams, by the hash of their name, were kept from tuning.
 */
export function readStreams(folder: string): Stream[] {
  const read = (file: string) => readPostFile(folder, file) as unknown as DatedPost[]
  const questions = read('reddit_posts').filter(
    ({ created_at, title, text }) => created_at < RATED_UNTIL && `${title ?? ''} ${text ?? ''}`.includes('?'),
  )
  return [
    ...streamsOf('reddit', byChannel(levelled(questions))),
    ...streamsOf('hackernews', byWord(read('hackernews_stories'))),
    ...streamsOf('github', byChannel(read('github_issues'))),
    ...streamsOf('mastodon', new Map([['one person', read('mastodon_posts')]])),
    ...shownOnly('reddit, piling up', streamsOf('reddit', byChannel(questions))),
    ...shownOnly('monthly thread', streamsOf('who is hiring', byWord(read('hackernews_comments')))),
  ]
}

function shownOnly(set: 'reddit, piling up' | 'monthly thread', streams: readonly Stream[]): Stream[] {
  return streams.map((stream) => ({ ...stream, set }))
}

/**
 * The best-rated posts of all times pile up towards the end, by a growth that is the file's and not the communities'.
 * Of the last weeks so many are left out, by chance, that the line through the weekly totals' logarithms is level.
 */
function levelled(posts: readonly DatedPost[]): DatedPost[] {
  const end = Math.max(...posts.map(dayOf))
  const weekOf = (post: DatedPost) => LEVELLED_WEEKS - 1 - Math.floor((end - dayOf(post)) / 7)
  const recent = posts.filter((post) => weekOf(post) >= 0)
  const totals = Array.from({ length: LEVELLED_WEEKS }, () => 0)
  for (const post of recent) totals[weekOf(post)] = (totals[weekOf(post)] ?? 0) + 1
  const middle = (LEVELLED_WEEKS - 1) / 2
  const sums = totals.map((total, week) => ({ up: (week - middle) * Math.log(total), down: (week - middle) ** 2 }))
  const growth = sums.reduce((sum, { up }) => sum + up, 0) / sums.reduce((sum, { down }) => sum + down, 0)
  const chance = createChance(SEED)
  return recent.filter((post) => chance.share() < Math.exp(-growth * weekOf(post)))
}

function byChannel(posts: readonly DatedPost[]): Map<string, DatedPost[]> {
  return Map.groupBy(posts, ({ channel }) => channel ?? '')
}

/** The posts of each of the commonest words, leaving out words of more than one post in twenty. */
function byWord(posts: readonly DatedPost[]): Map<string, DatedPost[]> {
  const byWord = new Map<string, DatedPost[]>()
  for (const post of posts) {
    const text = `${post.title ?? ''} ${post.text ?? ''}`.toLowerCase()
    for (const word of new Set(text.match(/[a-z]{5,}/g))) {
      const own = byWord.get(word)
      if (own) own.push(post)
      else byWord.set(word, [post])
    }
  }
  const common = [...byWord]
    .filter(([, own]) => own.length <= posts.length * WORD_SHARE_MAX)
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
  return new Map(common.slice(0, WORDS))
}

/** Whole days between the first and the last event of each; the days of these two are not whole. */
function streamsOf(source: string, groups: ReadonlyMap<string, readonly DatedPost[]>): Stream[] {
  return [...groups].flatMap(([name, posts]) => {
    const days = posts.map(dayOf)
    if (days.length < EVENTS_MIN) return []
    const first = Math.min(...days) + 1
    const counts = Array.from({ length: Math.max(...days) - first }, () => 0)
    for (const day of days) if (day - first in counts) counts[day - first] = (counts[day - first] ?? 0) + 1
    return [{ name, set: setOf(`${source} ${name}`), source, days: counts }]
  })
}

function dayOf({ created_at }: DatedPost): number {
  return Math.floor(Date.parse(created_at) / DAY_MS)
}

function setOf(name: string): 'tuned on' | 'held out' {
  return (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 0 ? 'tuned on' : 'held out'
}
