import { textOf } from './blocks.ts'
import type { Format, FoundPost } from './message.ts'
import { isFields, listOf, wordOf, type Fields } from './values.ts'

const LISTS = ['items', 'posts', 'mentions', 'results', 'data']
const URLS = ['url', 'link', 'permalink']
const TEXTS = ['text', 'body', 'content', 'description', 'snippet', 'summary']

/** Any program’s own: `{"url", "text", "title", "author", "author_url", "posted_at"}`, or a list of such. */
export const GENERIC: Format = {
  name: 'JSON',
  read(message) {
    if (message.kind !== 'data') return undefined
    const posts = listOf(unwrapped(message.value))
    // One that has no address, among others, is told to whoever sent it.
    if (!posts?.some((post) => URLS.some((name) => name in post))) return undefined
    return posts.map(postOf)
  },
}

function unwrapped(value: unknown): unknown {
  if (!isFields(value) || URLS.some((name) => name in value)) return value
  const name = LISTS.find((one) => one in value)
  return name === undefined ? value : value[name]
}

function postOf(post: Fields): FoundPost {
  const { author } = post
  const written = isFields(author) ? author : {}
  return {
    url: wordOf(post, ...URLS) ?? '',
    text: textOf(wordOf(post, ...TEXTS) ?? ''),
    title: wordOf(post, 'title'),
    author: wordOf(post, 'author', 'author_name') ?? wordOf(written, 'name', 'username', 'handle'),
    authorUrl: wordOf(post, 'author_url') ?? wordOf(written, 'url', 'profile_url'),
    postedAt: wordOf(post, 'posted_at', 'published_at', 'created_at', 'timestamp', 'date'),
  }
}
