import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { foldWords, wordVector } from './search-words.ts'

/**
 * Indexes posts by their words. In the order of the posts, so that two organizations that found the same wait for each
 * other instead of deadlocking.
 */
export async function saveWords(tx: Tx, posts: readonly { id: string; text: string }[]): Promise<void> {
  if (posts.length === 0) return
  const ids = posts.map(({ id }) => id)
  const texts = posts.map(({ text }) => foldWords(text))
  await sql`
    insert into post_words (post_id, words)
    select id, ${wordVector(sql`folded`)}
    from unnest(${ids}::uuid[], ${texts}::text[]) as fresh (id, folded) order by id
    on conflict (post_id) do update set words = excluded.words where post_words.words <> excluded.words`.execute(tx)
}
