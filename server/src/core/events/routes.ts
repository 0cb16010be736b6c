import * as contract from '@leadlight/contract/installation'
import { organizationScope } from '../../platform/scopes.ts'
import { serveEvents, type App } from '../../platform/http.ts'
import { requireProject } from '../projects/require-project.ts'
import { newestEventIds } from './event-store.ts'
import { createListening, type ListeningDependencies } from './listening.ts'
import { createStreamSlots } from './stream-slots.ts'

/** A page may have read data before its stream opened, so it hears changes from this long before. */
const CHANGES_HEARD_FROM_MS = 30_000

export function eventRoutes(app: App, deps: ListeningDependencies): void {
  const slots = createStreamSlots({ onChange: (taken) => app.dependencies.metrics.setStreams(taken) })
  const listening = createListening(deps)
  serveEvents(app, contract.streamEvents, async ({ actor, caller, params: { projectId }, lastEventId: resumeFrom }) => {
    const { organizationId, userId } = actor
    const { sessionId, key } = caller
    const leave = slots.take(userId)
    try {
      const before = new Date(deps.clock.now().getTime() - CHANGES_HEARD_FROM_MS)
      const { newestId, earlierId } = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
        await requireProject(tx, actor, projectId)
        return newestEventIds(tx, organizationId, { projectId, before })
      })
      const afterId = Math.min(readId(resumeFrom) ?? newestId, newestId)
      const changesAfterId = resumeFrom === undefined ? earlierId : afterId
      const listener = { userId, sessionId, key }
      return listening.open({ listener, organizationId, projectId, afterId, changesAfterId }, leave)
    } catch (error) {
      leave()
      throw error
    }
  })
}

function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
