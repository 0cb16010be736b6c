import * as contract from '@leadlight/contract/sources'
import { serve, type App } from '../platform/http.ts'
import { addFeed, type SourceDependencies } from './add-feed.ts'
import { listCoverage, listSources } from './list-sources.ts'
import { removeFeed } from './remove-feed.ts'

export function sourceRoutes(app: App, deps: SourceDependencies): void {
  serve(app, contract.listSources, ({ actor, params }) => listSources(deps, actor, params.projectId))
  serve(app, contract.listCoverage, ({ actor, params }) => listCoverage(deps, actor, params.projectId))
  serve(app, contract.addFeed, ({ actor, params, body, signal }) =>
    addFeed(deps, actor, { projectId: params.projectId, url: body.url, signal }),
  )
  serve(app, contract.removeFeed, async ({ actor, params }) => {
    await removeFeed(deps, actor, params)
    return undefined
  })
}
