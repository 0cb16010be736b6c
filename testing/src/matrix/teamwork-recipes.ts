import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const oneLead = { positions: { ...inProject, 'params.id': 'lead' } } as const
const notedLead = { ...inProject, 'params.id': 'notedLead' } as const
const oneView = { positions: { ...inProject, 'params.id': 'view' } } as const

/** Calls by which a team works on leads together. */
export const TEAMWORK_RECIPES: Recipes = {
  listTeammates: { positions: inProject },
  assignLead: {
    positions: { ...oneLead.positions, 'body.user_id': 'teammate' },
    send: ({ ids }) => ({ body: { user_id: ids['body.user_id'] } }),
  },
  listNotes: { positions: notedLead },
  addNote: { ...oneLead, send: () => ({ body: { text: 'Called back' } }) },
  removeNote: { positions: { ...notedLead, 'params.noteId': 'note' } },
  listHistory: oneLead,
  giveFeedback: { ...oneLead, send: () => ({ body: { feedback: 'negative', reason: 'A student project' } }) },
  correctLead: {
    positions: { ...oneLead.positions, 'body.intent_signals': 'signal' },
    send: ({ ids }) => ({ body: { intent_signals: [ids['body.intent_signals']] } }),
  },
  listViews: { positions: inProject },
  createView: {
    positions: inProject,
    send: ({ fresh }) => ({ body: { name: fresh, query: 'read=false', is_shared: false } }),
  },
  updateView: { ...oneView, send: ({ fresh }) => ({ body: { name: fresh } }) },
  deleteView: oneView,
}
