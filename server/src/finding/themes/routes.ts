import * as contract from '@leadlight/contract/themes'
import { serve, type App } from '../../platform/http.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { getThemes } from './get-themes.ts'
import { refreshThemes } from './refresh-themes.ts'

/** Routes for what several posts of a project's channels are about. */
export function themeRoutes(app: App, deps: MatchingDependencies): void {
  serve(app, contract.getThemes, ({ actor, params, query }) => getThemes(deps, actor, { ...params, ...query }))
  serve(app, contract.refreshThemes, async ({ actor, params }) => {
    await refreshThemes(deps, actor, params.projectId)
  })
}
