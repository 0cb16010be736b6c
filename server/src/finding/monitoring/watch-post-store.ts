import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Which of these posts a watch has read in finished windows, with the hash of their text then. */
export async function selectRead(
  tx: Tx,
  watch: { id: string; readTo: Date },
  externalIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('watch_post')
    .select(['external_id', 'words'])
    .where('watch_id', '=', watch.id)
    .where('external_id', 'in', externalIds)
    .where('read_to', '<=', watch.readTo)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row.words]))
}

/**
 * Records that a watch has met these posts in a window that ends at `to`. Rows renewed since `renewBefore` are not
 * rewritten.
 */
export async function saveRead(
  tx: Tx,
  watch: { id: string; readTo: Date },
  posts: readonly { externalId: string; words: Uint8Array }[],
  { to, renewBefore }: { to: Date; renewBefore: Date },
): Promise<void> {
  if (posts.length === 0) return
  const words = posts.map((post) => Buffer.from(post.words))
  await sql`
    insert into watch_post (watch_id, external_id, words, read_to, listed_to)
    select ${watch.id}::uuid, external_id, words, ${to}, ${to}
    from unnest(${posts.map(({ externalId }) => externalId)}::text[], ${words}::bytea[]) as met (external_id, words)
    on conflict (watch_id, external_id) do update set words = excluded.words, listed_to = excluded.listed_to,
      read_to = case when watch_post.read_to <= ${watch.readTo} then watch_post.read_to else excluded.read_to end
    where watch_post.listed_to < ${renewBefore} or watch_post.words <> excluded.words
      or watch_post.read_to > ${watch.readTo}`.execute(tx)
}

/** Deletes what a watch has not met since `before`. */
export async function deleteReadBefore(tx: Tx, watchId: string, before: Date): Promise<void> {
  await tx.deleteFrom('watch_post').where('watch_id', '=', watchId).where('listed_to', '<', before).execute()
}
