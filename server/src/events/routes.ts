import * as contract from '@leadlight/contract/installation'
import { organizationScope } from '../platform/scopes.ts'
import { serveEvents, type App } from '../platform/http.ts'
import { requireProject } from '../projects/require-project.ts'
import { lastEventId } from './event-store.ts'
import { createListening, type ListeningDependencies } from './listening.ts'
import { createStreamPlaces } from './stream-places.ts'

export function eventRoutes(app: App, deps: ListeningDependencies): void {
  const places = createStreamPlaces({ onChange: (taken) => app.dependencies.metrics.setStreams(taken) })
  const listening = createListening(deps)
  serveEvents(app, contract.streamEvents, async ({ actor, caller, params: { projectId }, lastEventId: resumeFrom }) => {
    const { organizationId, userId } = actor
    const { sessionId, key } = caller
    const leave = places.take(userId)
    try {
      const newestId = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
        await requireProject(tx, actor, projectId)
        return lastEventId(tx, organizationId, projectId)
      })
      const afterId = Math.min(readId(resumeFrom) ?? newestId, newestId)
      return listening.open({ listener: { userId, sessionId, key }, organizationId, projectId, afterId }, leave)
    } catch (error) {
      leave()
      throw error
    }
  })
}

function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
