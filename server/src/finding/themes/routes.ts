import * as contract from '@leadlight/contract/themes'
import { serve, type App } from '../../platform/http.ts'
import { getThemes } from './get-themes.ts'
import { refreshThemes } from './refresh-themes.ts'
import type { ThemeDependencies } from './theme-dependencies.ts'

/** Routes for what several posts of a project's channels are about. */
export function themeRoutes(app: App, deps: ThemeDependencies): void {
  serve(app, contract.getThemes, ({ actor, params, query }) => getThemes(deps, actor, { ...params, ...query }))
  serve(app, contract.refreshThemes, async ({ actor, params }) => {
    await refreshThemes(deps, actor, params.projectId)
  })
}
