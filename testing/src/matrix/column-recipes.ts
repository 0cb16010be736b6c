import type { Made, Recipe, Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const oneColumn = { ...inProject, 'params.columnId': 'smartColumn' } as const

/** Calls about smart columns. */
export const COLUMN_RECIPES: Recipes = {
  listSmartColumns: { positions: inProject },
  createSmartColumn: { positions: { 'params.projectId': 'spareProject' }, send: (made) => ({ body: question(made) }) },
  updateSmartColumn: [
    changing(({ ids, fresh }) => ({ smart_column: { ...idOf(ids), name: fresh }, do_reanalyze: true })),
    changing(({ ids }) => ({ smart_column: idOf(ids) })),
  ],
  deleteSmartColumn: { positions: oneColumn },
  stopSmartColumn: { positions: oneColumn },
  quoteSmartColumn: { positions: inProject, send: (made) => ({ body: question(made) }) },
}

function question({ fresh }: Made) {
  return { name: fresh, prompt: 'Does the author leave a tool?', type: 'boolean' }
}

function changing(body: (made: Made) => Record<string, unknown>): Recipe {
  return {
    positions: { ...inProject, 'body.smart_column.id': 'smartColumn' },
    send: (made) => ({ body: body(made) }),
  }
}

function idOf(ids: Made['ids']) {
  return { id: ids['body.smart_column.id'] }
}
