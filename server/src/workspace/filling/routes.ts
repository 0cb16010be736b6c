import * as contract from '@leadlight/contract/columns'
import { serve, type App } from '../../platform/http.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { createColumn } from './create-column.ts'
import { deleteColumn } from './delete-column.ts'
import { listColumns } from './list-columns.ts'
import { quoteColumn } from './quote-column.ts'
import { stopColumn } from './stop-column.ts'
import { changeColumn } from './change-column.ts'

export function columnRoutes(app: App, deps: ColumnDependencies): void {
  serve(app, contract.listSmartColumns, ({ actor, params }) => listColumns(deps, actor, params.projectId))
  serve(app, contract.createSmartColumn, ({ actor, params, body, idempotencyKey }) =>
    createColumn(deps, actor, { ...params, ...body, idempotencyKey }),
  )
  serve(app, contract.updateSmartColumn, ({ actor, params, body, idempotencyKey }) => {
    const { id, ...change } = body.smart_column
    return changeColumn(deps, actor, { ...params, id }, { ...change, doReanalyze: body.do_reanalyze, idempotencyKey })
  })
  serve(app, contract.deleteSmartColumn, async ({ actor, params }) => {
    await deleteColumn(deps, actor, { projectId: params.projectId, id: params.columnId })
    return undefined
  })
  serve(app, contract.stopSmartColumn, ({ actor, params }) =>
    stopColumn(deps, actor, { projectId: params.projectId, id: params.columnId }),
  )
  serve(app, contract.quoteSmartColumn, ({ actor, params, body }) => quoteColumn(deps, actor, { ...params, ...body }))
}
