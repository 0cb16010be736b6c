import type { ChannelPost } from '../channels/channel.ts'
import { postText } from '../matching/post-text.ts'
import type { IndexView } from './live-index.ts'

/** Fewer words than this say no need that could be told by its meaning alone. */
const WORDS_MIN = 4
const WORD = /\p{L}{2,}/gu

/**
 * Whether the model is to read a post of a stream: one that holds a word of what somebody listens for always; others where
 * they say something at all, unless more comes in than the model can read.
 */
export function isWorthReading(view: IndexView, post: ChannelPost, { isFlooded }: { isFlooded: boolean }): boolean {
  const text = postText(post)
  return view.sharesWords(text) || (!isFlooded && (text.match(WORD)?.length ?? 0) >= WORDS_MIN)
}
