import type { ObjectName } from './objects.ts'
import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const one = (object: ObjectName) => ({ positions: { ...inProject, 'params.id': object } })

/** Calls about statuses, of leads and of prospects. */
export const STATUS_RECIPES: Recipes = {
  listLeadStatuses: { positions: inProject },
  createLeadStatus: { positions: inProject, send: ({ fresh }) => ({ body: { name: fresh } }) },
  updateLeadStatus: { ...one('leadStatus'), send: ({ fresh }) => ({ body: { name: fresh, color: 'red' } }) },
  deleteLeadStatus: one('leadStatus'),
  listProspectStatuses: { positions: inProject },
  createProspectStatus: { positions: inProject, send: ({ fresh }) => ({ body: { name: fresh } }) },
  updateProspectStatus: { ...one('prospectStatus'), send: ({ fresh }) => ({ body: { name: fresh, color: 'red' } }) },
  deleteProspectStatus: one('prospectStatus'),
  moveStatus: [
    { ...one('leadStatus'), send: () => ({ query: { new_position: '0' } }) },
    { ...one('prospectStatus'), send: () => ({ query: { new_position: '0' } }) },
  ],
}
