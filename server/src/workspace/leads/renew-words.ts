import { postText } from '@leadlight/domain/posts'
import { saveWords } from '../../core/posts/post-words.ts'
import type { Tx } from '../../platform/db.ts'

/** Updates the search index of leads to what their posts say now. */
export function renewWords(
  tx: Tx,
  posts: readonly { id: string; title: string | null; text: string }[],
): Promise<void> {
  return saveWords(
    tx,
    posts.map(({ id, title, text }) => ({ id, text: postText(title, text) })),
  )
}
