import type { Made, Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const oneColumn = { ...inProject, 'params.columnId': 'smartColumn' } as const

/** Calls about smart columns. */
export const COLUMN_RECIPES: Recipes = {
  listSmartColumns: { places: inProject },
  createSmartColumn: { places: { 'params.projectId': 'spareProject' }, send: (made) => ({ body: question(made) }) },
  updateSmartColumn: {
    places: { ...inProject, 'body.smart_column.id': 'smartColumn' },
    send: ({ ids, fresh }) => ({
      body: { smart_column: { id: ids['body.smart_column.id'], name: fresh }, do_reanalyze: true },
    }),
  },
  deleteSmartColumn: { places: oneColumn },
  stopSmartColumn: { places: oneColumn },
  quoteSmartColumn: { places: inProject, send: (made) => ({ body: question(made) }) },
}

function question({ fresh }: Made) {
  return { name: fresh, prompt: 'Does the author leave a tool?', type: 'boolean' }
}
