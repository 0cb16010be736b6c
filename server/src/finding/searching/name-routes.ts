import * as contract from '@leadlight/contract/watched-names'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { serve, type App } from '../../platform/http.ts'
import { previewNames } from '../matching/preview-signal.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { importNames, updateNames, watchNames } from './watch-names.ts'

export function nameRoutes(app: App, deps: SearchingDependencies): void {
  serve(app, contract.watchNames, ({ actor, params, body }) =>
    watchNames(deps, actor, { ...params, names: body.names, searchDays: body.search_days }),
  )
  serve(app, contract.updateNames, ({ actor, params, body }) =>
    updateNames(deps, actor, { ...params, names: body.names, searchDays: body.search_days }),
  )
  serve(app, contract.previewNames, ({ actor, params, body, signal }) => {
    const brief = { kind: 'name' as const, intentSignal: body.names, notInterested: '', planEdits: NO_PLAN_EDITS }
    return previewNames(deps, actor, { ...params, ...brief, days: body.search_days, signal })
  })
  serve(app, contract.importNames, ({ actor, params, body }) =>
    importNames(deps, actor, { ...params, list: body.list, searchDays: body.search_days }),
  )
}
