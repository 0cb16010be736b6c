import * as contract from '@leadlight/contract/by-hand'
import { serve, type App } from '../../platform/http.ts'
import type { ByHandDependencies } from './by-hand-dependencies.ts'
import { bringPosts } from './bring-posts.ts'

export function byHandRoutes(app: App, deps: ByHandDependencies): void {
  serve(app, contract.bringPosts, ({ actor, params, body, signal }) =>
    bringPosts(deps, actor, { projectId: params.projectId, items: body.items, signal }),
  )
}
