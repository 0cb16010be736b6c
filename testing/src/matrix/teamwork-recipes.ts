import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const oneLead = { places: { ...inProject, 'params.id': 'lead' } } as const
const notedLead = { ...inProject, 'params.id': 'notedLead' } as const
const oneView = { places: { ...inProject, 'params.id': 'view' } } as const

/** Calls by which a team works on leads together. */
export const TEAMWORK_RECIPES: Recipes = {
  listTeammates: { places: inProject },
  assignLead: {
    places: { ...oneLead.places, 'body.user_id': 'teammate' },
    send: ({ ids }) => ({ body: { user_id: ids['body.user_id'] } }),
  },
  listNotes: { places: notedLead },
  addNote: { ...oneLead, send: () => ({ body: { text: 'Called back' } }) },
  removeNote: { places: { ...notedLead, 'params.noteId': 'note' } },
  listHistory: oneLead,
  giveFeedback: { ...oneLead, send: () => ({ body: { feedback: 'negative', reason: 'A student project' } }) },
  correctLead: {
    places: { ...oneLead.places, 'body.intent_signals': 'signal' },
    send: ({ ids }) => ({ body: { intent_signals: [ids['body.intent_signals']] } }),
  },
  listViews: { places: inProject },
  createView: {
    places: inProject,
    send: ({ fresh }) => ({ body: { name: fresh, query: 'read=false', is_shared: false } }),
  },
  updateView: { ...oneView, send: ({ fresh }) => ({ body: { name: fresh } }) },
  deleteView: oneView,
}
