import * as contract from '@leadlight/contract/sources'
import { serve, type App } from '../platform/http.ts'
import { addCommunity } from './add-community.ts'
import { addFeed } from './add-feed.ts'
import { listPlatforms } from './list-platforms.ts'
import { listCoverage, listGaps, listSources } from './list-sources.ts'
import { removeCommunity } from './remove-community.ts'
import { removeFeed } from './remove-feed.ts'
import type { SourceDependencies } from './source-dependencies.ts'

export function sourceRoutes(app: App, deps: SourceDependencies): void {
  serve(app, contract.listSources, ({ actor, params }) => listSources(deps, actor, params.projectId))
  serve(app, contract.listCoverage, ({ actor, params }) => listCoverage(deps, actor, params.projectId))
  serve(app, contract.listGaps, ({ actor, params }) => listGaps(deps, actor, params.projectId))
  serve(app, contract.addFeed, ({ actor, params, body, signal }) =>
    addFeed(deps, actor, { projectId: params.projectId, url: body.url, signal }),
  )
  serve(app, contract.removeFeed, async ({ actor, params }) => {
    await removeFeed(deps, actor, params)
    return undefined
  })
  serve(app, contract.listSourcePlatforms, ({ actor, params }) => listPlatforms(deps, actor, params.projectId))
  serve(app, contract.addCommunity, ({ actor, params, body, signal }) =>
    addCommunity(deps, actor, { projectId: params.projectId, ...body, signal }),
  )
  serve(app, contract.removeCommunity, async ({ actor, params }) => {
    await removeCommunity(deps, actor, params)
    return undefined
  })
}
