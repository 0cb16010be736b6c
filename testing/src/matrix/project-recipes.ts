import type { Made, Recipes } from './recipe.ts'
import { mintSite, type Site } from './site.ts'

const oneProject = { places: { 'params.id': 'project' } } as const
const spareProject = { places: { 'params.id': 'spareProject' } } as const
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

  getGuestsAccess: { places: inProject },
  capGuestSpending: { places: inProject, send: () => ({ body: { monthly_credit_cap: 5 } }) },
  grantGuestAccess: { places: { ...inProject, 'params.userId': 'guest' } },
  withdrawGuestAccess: { places: { ...inProject, 'params.userId': 'grantedGuest' } },
  transferProject: { ...spareProject, send: async ({ site }) => ({ body: { email: await mintReceiver(site) } }) },
  getTransfer: { places: { 'params.id': 'offeredProject' } },
  cancelTransfer: { places: { 'params.id': 'offeredProject' } },
  listTransfersAddressedToMe: {},
  acceptTransfer: { places: { 'params.id': 'transferFromElsewhere' } },
  rejectTransfer: { places: { 'params.id': 'transferToCaller' } },

  listIntentSignals: { places: inProject },
  createIntentSignal: { places: inProject, send: (made) => ({ body: wording(made) }) },
  updateIntentSignal: { places: oneSignal, send: (made) => ({ body: { ...wording(made), do_reanalyze: false } }) },
  getReanalysisQuote: {
    places: oneSignal,
    send: ({ fresh }) => ({ body: { intent_signal: `bakers who need ${fresh}` } }),
  },
  backtestIntentSignal: {
    places: oneSignal,
    send: ({ fresh }) => ({ body: { intent_signal: `bakers who need ${fresh}`, not_interested: 'job ads' } }),
  },
  readSignalPlan: { places: inProject, send: (made) => ({ body: { intent_signal: wording(made).intent_signal } }) },
  deleteIntentSignal: { places: oneSignal },
  runSearch: { places: oneSignal },
  stopSearch: { places: { ...inProject, 'params.id': 'searchedSignal' } },
  listSearches: { places: inProject },
  recommendOneTimeSearchBudget: { places: inProject, send: (made) => ({ body: wording(made) }) },
  previewIntentSignal: { places: inProject, send: (made) => ({ body: wording(made) }) },

  getLead: { places: oneLead },
  readLead: { places: oneLead },
  starLead: { places: oneLead, send: () => ({ body: { starred: true } }) },
  getUnreadCount: { places: inProject },
  undoLeads: {
    places: { ...inProject, 'body.undo_token': 'undo' },
    send: ({ ids }) => ({ body: { undo_token: ids['body.undo_token'] } }),
  },
  listLeadDataChannels: { places: inProject },

  listSources: { places: inProject },
  listCoverage: { places: inProject },
  addFeed: {
    places: inProject,
    send: ({ site, fresh }) => ({ body: { url: `${site.stage.doubles.feedUrl}?${fresh}` } }),
  },
  removeFeed: { places: { ...inProject, 'params.id': 'feed' } },
  streamEvents: { places: inProject },
}

/** The address of somebody in an organization used by nothing else. */
async function mintReceiver(site: Site): Promise<string> {
  return (await mintSite(site.stage)).admin.email
}

function wording({ fresh }: Made) {
  return { intent_signal: `bakers who need ${fresh}`, search_days: 30 }
}
