import type { CorpusPost } from './corpus.ts'

export interface HackerNewsItem {
  id: number
  type: 'story' | 'comment'
  by: string
  time: number
  title: string | null
  /** HTML, as the site stores it. */
  html: string
  link: string | null
  points: number
  comments: number
  /** The searched text. */
  words: string
}

/** Ids of posts that were never on Hacker News begin here, beyond all real ones of the corpus. */
const INVENTED_IDS_FROM = 90_000_000

const TOLD_ON_HACKER_NEWS = new Set(['hackernews', 'reddit'])

/** Its own stories and comments, and Reddit's texts as stories, which otherwise would have no bodies. */
export function toHackerNewsItems(posts: readonly CorpusPost[]): HackerNewsItem[] {
  let nextId = INVENTED_IDS_FROM
  return posts
    .filter(({ platform }) => TOLD_ON_HACKER_NEWS.has(platform))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map((post) => ({
      id: /^\d+$/.test(post.id) ? Number(post.id) : nextId++,
      type: post.kind === 'comment' ? 'comment' : 'story',
      by: post.author,
      time: Math.floor(post.createdAt.getTime() / 1000),
      title: post.title,
      html: toHackerNewsHtml(post.text),
      link: post.platform === 'hackernews' ? post.link : null,
      points: post.points,
      comments: post.comments,
      words: `${post.title ?? ''}\n${post.text}`,
    }))
}

/** Paragraphs separated by `<p>`, shortened links, and the five characters the site escapes. */
export function toHackerNewsHtml(text: string): string {
  return text
    .trim()
    .split(/\n+/)
    .map((paragraph) => linkAddresses(paragraph.trim()))
    .filter(Boolean)
    .join('<p>')
}

function linkAddresses(paragraph: string): string {
  return paragraph
    .split(/(https?:\/\/[^\s<>"')]+)/)
    .map((piece, index) => {
      if (index % 2 === 0) return escapeHtml(piece)
      const shown = piece.length > 60 ? `${piece.slice(0, 57)}...` : piece
      return `<a href="${escapeHtml(piece)}" rel="nofollow">${escapeHtml(shown)}</a>`
    })
    .join('')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('/', '&#x2F;')
}
