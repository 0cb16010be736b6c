import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { readAuthor } from '../by-hand/read-post.ts'
import { welcomePosts } from '../by-hand/welcome-posts.ts'
import { deleteWaiting, selectWaitingOf } from './waiting-store.ts'
import { FIRST, POSTS_AT_ONCE } from './waiting-pages.ts'

/** Deletes what waits to be judged and is of somebody who may not be kept, a page after another. */
export async function dropUnwelcome(
  { db, suppression }: { db: Db; suppression: Suppression },
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  let after: string | undefined = FIRST
  while (after !== undefined) {
    signal.throwIfAborted()
    const page: string = after
    after = await db.transaction(organizationScope(organizationId), async (tx) => {
      const waiting = await selectWaitingOf(tx, organizationId, { after: page, limit: POSTS_AT_ONCE })
      const posts = waiting.map(({ id, item }) => ({ id, ...readAuthor(item) }))
      const welcome = new Set((await welcomePosts(tx, suppression, { organizationId }, posts)).map(({ id }) => id))
      const unwelcome = waiting.filter(({ id }) => !welcome.has(id)).map(({ id }) => id)
      if (unwelcome.length > 0) await deleteWaiting(tx, organizationId, unwelcome)
      return waiting.length < POSTS_AT_ONCE ? undefined : waiting.at(-1)?.id
    })
  }
}
