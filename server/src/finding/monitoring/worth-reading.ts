import type { ChannelPost } from '../../channels/channel.ts'
import { postText } from '@leadlight/engine/language/post-text'
import type { IndexView } from './live-index.ts'

/** Fewer words than this state no need that meaning alone could reveal. */
const WORDS_MIN = 4
const WORD = /\p{L}{2,}/gu

/**
 * Which posts of a stream the model reads: always those with a word of a monitored signal; others when they have enough
 * words, unless more comes in than the model can read.
 */
export async function worthReading(
  view: IndexView,
  posts: readonly ChannelPost[],
  { isFlooded }: { isFlooded: boolean },
): Promise<ChannelPost[]> {
  const wordless = posts.filter((post) => isFlooded || !saysSomething(post))
  const shares = await view.sharesWords(wordless.map(postText))
  const unread = new Set(wordless.filter((_, at) => shares[at] !== true))
  return posts.filter((post) => !unread.has(post))
}

function saysSomething(post: ChannelPost): boolean {
  return (postText(post).match(WORD)?.length ?? 0) >= WORDS_MIN
}
