import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { readPost } from '../by-hand/read-post.ts'
import { welcomePosts } from '../by-hand/welcome-posts.ts'
import { deleteWaiting, selectWaitingOf } from './waiting-store.ts'

const POSTS_AT_ONCE = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Deletes what waits to be judged and is of somebody who may not be kept. */
export async function dropUnwelcome(
  { db, clock, suppression }: { db: Db; clock: Clock; suppression: Suppression },
  organizationId: string,
): Promise<void> {
  let after: string | undefined = FIRST
  while (after !== undefined) {
    const page: string = after
    after = await db.transaction(organizationScope(organizationId), async (tx) => {
      const waiting = await selectWaitingOf(tx, organizationId, { after: page, limit: POSTS_AT_ONCE })
      const posts = waiting.map(({ id, item }) => readPost(item, { projectId: '', id, now: clock.now() }).post)
      const welcome = new Set((await welcomePosts(tx, suppression, { organizationId }, posts)).map(({ id }) => id))
      const unwelcome = waiting.filter(({ id }) => !welcome.has(id)).map(({ id }) => id)
      if (unwelcome.length > 0) await deleteWaiting(tx, organizationId, unwelcome)
      return waiting.length < POSTS_AT_ONCE ? undefined : waiting.at(-1)?.id
    })
  }
}
