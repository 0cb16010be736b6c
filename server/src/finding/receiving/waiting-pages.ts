import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope, schedulerScope } from '../../platform/scopes.ts'
import { selectProjectsWaiting, selectWaitingOf, type WaitingPost } from './waiting-store.ts'

/** Of so many it is read in a few milliseconds who wrote them. */
export const POSTS_AT_ONCE = 200
/** Before all ids. */
export const FIRST = '00000000-0000-0000-0000-000000000000'

/** Does something with what waits in every organization, a page and a transaction after another. */
export async function eachWaitingPage(
  db: Db,
  work: (tx: Tx, organizationId: string, page: readonly WaitingPost[]) => Promise<void> | void,
): Promise<void> {
  const projects = await db.transaction(schedulerScope(), selectProjectsWaiting)
  for (const organizationId of new Set(projects.map((ids) => ids.organizationId))) {
    let after: string | undefined = FIRST
    while (after !== undefined) {
      const last: string = after
      after = await db.transaction(organizationScope(organizationId), async (tx) => {
        const page = await selectWaitingOf(tx, organizationId, { after: last, limit: POSTS_AT_ONCE })
        await work(tx, organizationId, page)
        return page.length < POSTS_AT_ONCE ? undefined : page.at(-1)?.id
      })
    }
  }
}
