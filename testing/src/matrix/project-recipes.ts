import type { Made, Recipes } from './recipe.ts'
import { mintSite, type Site } from './site.ts'

const oneProject = { positions: { 'params.id': 'project' } } as const
const spareProject = { positions: { 'params.id': 'spareProject' } } as const
const inProject = { 'params.projectId': 'project' } as const
const oneLead = { ...inProject, 'params.id': 'lead' } as const
const oneSignal = { ...inProject, 'params.id': 'signal' } as const

/** Calls about projects and what is in them. */
export const PROJECT_RECIPES: Recipes = {
  listProjects: {},
  createProject: { send: () => ({ body: { name: 'Made' } }) },
  getProject: oneProject,
  updateProject: { ...oneProject, send: () => ({ body: { purpose: 'To find bakers' } }) },
  brainstormBusinessInfo: oneProject,
  brainstormIntentSignals: oneProject,
  refineIntentSignal: { ...oneProject, send: () => ({ body: { intent_signal: 'bakers who need ovens' } }) },
  deleteProject: spareProject,

  getGuestsAccess: { positions: inProject },
  capGuestSpending: { positions: inProject, send: () => ({ body: { monthly_credit_cap: 5 } }) },
  grantGuestAccess: { positions: { ...inProject, 'params.userId': 'guest' } },
  withdrawGuestAccess: { positions: { ...inProject, 'params.userId': 'grantedGuest' } },
  transferProject: { ...spareProject, send: async ({ site }) => ({ body: { email: await mintReceiver(site) } }) },
  getTransfer: { positions: { 'params.id': 'offeredProject' } },
  cancelTransfer: { positions: { 'params.id': 'offeredProject' } },
  listTransfersAddressedToMe: {},
  acceptTransfer: { positions: { 'params.id': 'transferFromElsewhere' } },
  rejectTransfer: { positions: { 'params.id': 'transferToCaller' } },

  listIntentSignals: { positions: inProject },
  createIntentSignal: {
    positions: { ...inProject, 'body.answers.post_id': 'ownPost' },
    send: (made) => ({ body: { ...wording(made), answers: answered(made) } }),
  },
  updateIntentSignal: {
    positions: { ...oneSignal, 'body.answers.post_id': 'ownPost' },
    send: (made) => ({ body: { ...wording(made), do_reanalyze: false, answers: answered(made) } }),
  },
  watchNames: { positions: inProject, send: ({ fresh }) => ({ body: { names: `acme OR ${fresh}` } }) },
  updateNames: {
    positions: { ...inProject, 'params.id': 'watchedNames' },
    send: ({ fresh }) => ({ body: { names: `acme OR ${fresh}` } }),
  },
  previewNames: { positions: inProject, send: () => ({ body: { names: 'acme', search_days: 30 } }) },
  importNames: { positions: inProject, send: ({ fresh }) => ({ body: { list: `name ${fresh}` } }) },
  getReanalysisQuote: {
    positions: oneSignal,
    send: ({ fresh }) => ({ body: { intent_signal: `bakers who need ${fresh}` } }),
  },
  backtestIntentSignal: {
    positions: oneSignal,
    send: ({ fresh }) => ({ body: { intent_signal: `bakers who need ${fresh}`, not_interested: 'job ads' } }),
  },
  readSignalPlan: { positions: inProject, send: (made) => ({ body: { intent_signal: wording(made).intent_signal } }) },
  deleteIntentSignal: { positions: oneSignal },
  runSearch: { positions: oneSignal },
  stopSearch: { positions: { ...inProject, 'params.id': 'searchedSignal' } },
  listSearches: { positions: inProject },
  listSignalSearches: { positions: { ...inProject, 'params.id': 'searchedSignal' } },
  getAskedSearches: { positions: { ...inProject, 'params.id': 'searchedSignal' } },
  recommendOneTimeSearchBudget: { positions: inProject, send: (made) => ({ body: wording(made) }) },
  previewIntentSignal: { positions: inProject, send: (made) => ({ body: wording(made) }) },
  forecastIntentSignal: { positions: inProject, send: (made) => ({ body: wording(made) }) },

  getLead: { positions: oneLead },
  readLead: { positions: oneLead },
  starLead: { positions: oneLead, send: () => ({ body: { starred: true } }) },
  getUnreadCount: { positions: inProject },
  undoLeads: {
    positions: { ...inProject, 'body.undo_token': 'undo' },
    send: ({ ids }) => ({ body: { undo_token: ids['body.undo_token'] } }),
  },
  listLeadDataChannels: { positions: inProject },

  listSources: { positions: inProject },
  listCoverage: { positions: inProject },
  addFeed: {
    positions: inProject,
    send: ({ site, fresh }) => ({ body: { url: `${site.stage.doubles.feedUrl}?${fresh}` } }),
  },
  removeFeed: { positions: { ...inProject, 'params.id': 'feed' } },
  streamEvents: { positions: inProject },
}

/** The address of somebody in an organization used by nothing else. */
async function mintReceiver(site: Site): Promise<string> {
  return (await mintSite(site.stage)).admin.email
}

function wording({ fresh }: Made) {
  return { intent_signal: `bakers who need ${fresh}`, search_days: 30 }
}

function answered({ ids }: Made) {
  return [{ post_id: ids['body.answers.post_id'], fits: true }]
}
