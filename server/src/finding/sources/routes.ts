import * as contract from '@leadlight/contract/sources'
import { serve, type App } from '../../platform/http.ts'
import { addCommunity } from './add-community.ts'
import { addFeed } from './add-feed.ts'
import { listChannels } from './list-channels.ts'
import { listPlatforms } from './list-platforms.ts'
import { listCoverage, listGaps, listSources } from './list-sources.ts'
import { removeCommunity } from './remove-community.ts'
import { removeFeed } from './remove-feed.ts'
import { removeKey } from './remove-key.ts'
import { setChannel } from './set-channel.ts'
import { setKey } from './set-key.ts'
import type { SourceDependencies } from './source-dependencies.ts'
import type { SourceHooks } from './source-hooks.ts'

export function sourceRoutes(app: App, deps: SourceDependencies & SourceHooks): void {
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
  serve(app, contract.listSourceChannels, ({ actor, params }) => listChannels(deps, actor, params.projectId))
  serve(app, contract.setSourceChannel, ({ actor, params, body }) => setChannel(deps, actor, { ...params, ...body }))
  serve(app, contract.setChannelKey, ({ actor, params, body, signal }) =>
    setKey(deps, actor, { ...params, fields: body.fields, signal }),
  )
  serve(app, contract.removeChannelKey, async ({ actor, params }) => {
    await removeKey(deps, actor, params)
    return undefined
  })
}
