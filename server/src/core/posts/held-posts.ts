import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A post that exists at its source, with what finding it again needs. */
export interface HeldPost {
  id: string
  platform: string
  title: string | null
  text: string
  postedAt: Date
  /** Made by the model asked for; null where there is none. */
  vector: Uint8Array | null
  /** The projects that alone may see it; null where every project may. */
  seenBy: string[] | null
}

/** Where the last page ended, in the order from the newest post to the oldest. */
export type HeldPosition = Pick<HeldPost, 'id' | 'postedAt'>

/** The next posts, from the newest on, at most `limit`. Of the archive's scope, which sees for whom posts were read. */
export async function selectHeldPage(
  tx: Tx,
  { model, after, limit }: { model: string; after: HeldPosition | null; limit: number },
): Promise<HeldPost[]> {
  const beyond = after === null ? sql`true` : sql`(posted_at, id) < (${after.postedAt}, ${after.id}::uuid)`
  return selectHeld(tx, model, sql`${beyond} order by posted_at desc, id desc limit ${limit}`)
}

/** Those of these posts that exist. */
export function selectHeldByIds(tx: Tx, model: string, ids: readonly string[]): Promise<HeldPost[]> {
  return selectHeld(tx, model, sql`id = any(${ids}::uuid[]) order by id`)
}

async function selectHeld(tx: Tx, model: string, which: RawBuilder<unknown>): Promise<HeldPost[]> {
  const { rows } = await sql<HeldPost>`
    select id, platform, title, body as text, posted_at as "postedAt",
      case when vector_model = ${model} then vector end as vector,
      case when not is_public then
        array(select project_id from post_project where post_id = post.id order by project_id) end as "seenBy"
    from post where gone_at is null and ${which}`.execute(tx)
  return rows
}
