import type { Endpoint } from '@leadlight/contract/endpoint'
import { TEST_PASSWORD, type TestUser } from '../test-organization.ts'
import type { ObjectName } from './objects.ts'
import type { Site } from './site.ts'

/** Where a call carries an id, such as `params.projectId`. */
export type Place = `${'params' | 'query' | 'body'}.${string}`

export interface Made {
  site: Site
  caller: TestUser
  /** What was made for each place. */
  ids: Record<Place, string>
  /** A word that no other call uses. */
  fresh: string
}

/** How to make a call that succeeds, on objects of its own. What the path asks for is filled in from `places`. */
export interface Recipe {
  /** What lies at each place; a project comes before what lies in it. */
  places?: Record<Place, ObjectName>
  query?: (made: Made) => Record<string, unknown>
  body?: (made: Made) => Record<string, unknown>
  /** Whoever makes the call uses themselves up by it, or has to be somebody new to make it. */
  caller?: 'spent' | 'newcomer'
}

const inProject = { 'params.projectId': 'project' } as const
const oneLead = { ...inProject, 'params.id': 'lead' } as const
const oneSignal = { ...inProject, 'params.id': 'signal' } as const
const namedLeads = (lead: ObjectName): Recipe => ({
  places: { ...inProject, 'body.lead_ids': lead },
  body: ({ ids }) => ({ lead_ids: [ids['body.lead_ids']] }),
})
const NEW_PASSWORD = 'eight bells of harbour night'
const byLink: Recipe = { places: { 'query.t': 'inviteLink' }, query: ({ ids }) => ({ t: ids['query.t'] }) }
const wording = ({ fresh }: Made) => ({ intent_signal: `bakers who need ${fresh}`, search_days: 30 })

/** Every endpoint of the app, by name. One that is bound and not here fails the tests that go through them all. */
export const RECIPES: Record<string, Recipe> = {
  register: { body: ({ fresh }) => ({ email: `${fresh}@new.example`, password: TEST_PASSWORD }) },
  login: { body: ({ caller }) => ({ username: caller.email, password: TEST_PASSWORD }) },
  logout: { caller: 'spent' },
  requestVerifyToken: { body: ({ caller }) => ({ email: caller.email }) },
  verify: {
    caller: 'spent',
    places: { 'body.token': 'verificationLink' },
    body: ({ ids }) => ({ token: ids['body.token'] }),
  },
  forgotPassword: { body: ({ caller }) => ({ email: caller.email }) },
  resetPassword: {
    caller: 'spent',
    places: { 'body.token': 'resetLink' },
    body: ({ ids }) => ({ token: ids['body.token'], password: NEW_PASSWORD }),
  },
  confirmEmailChange: {
    caller: 'spent',
    places: { 'body.token': 'emailChangeLink' },
    body: ({ ids }) => ({ token: ids['body.token'] }),
  },
  getAccountSecurity: {},
  changePassword: {
    caller: 'spent',
    body: () => ({ current_password: TEST_PASSWORD, password: NEW_PASSWORD }),
  },
  changeEmail: { caller: 'spent', body: ({ fresh }) => ({ email: `${fresh}@new.example`, password: TEST_PASSWORD }) },
  signOutEverywhere: { caller: 'spent' },
  deleteAccount: { caller: 'spent', body: ({ caller }) => ({ email: caller.email, password: TEST_PASSWORD }) },
  getMe: {},
  updateName: { query: () => ({ first_name: 'Ada', last_name: 'Person' }) },

  getOrganization: {},
  createOrganization: { caller: 'newcomer', body: () => ({ name: 'New firm' }) },
  getOrganizationById: { places: { 'params.id': 'organization' } },
  updateOrganization: { body: ({ fresh }) => ({ name: `Firm ${fresh}` }) },
  leaveOrganization: { caller: 'spent' },
  getSubscription: {},
  getCredits: {},
  listAuditLog: {},

  listMembers: {},
  updateMember: { places: { 'params.userId': 'member' }, body: () => ({ role: 'ADMIN' }) },
  removeMember: { places: { 'params.userId': 'member' } },
  listInvites: {},
  createInvite: {
    places: { 'body.project_ids': 'project' },
    body: ({ fresh, ids }) => ({
      email: `${fresh}@new.example`,
      role: 'GUEST',
      project_ids: [ids['body.project_ids']],
    }),
  },
  resendInvite: { places: { 'params.id': 'invite' } },
  cancelInvite: { places: { 'params.id': 'invite' } },
  listInvitesAddressedToMe: {},
  acceptInvite: { caller: 'newcomer', places: { 'params.id': 'inviteToCaller' } },
  rejectInvite: { places: { 'params.id': 'inviteToCaller' } },
  previewTokenizedInvite: byLink,
  acceptTokenizedInvite: { caller: 'newcomer', ...byLink },
  rejectTokenizedInvite: byLink,

  listProjects: {},
  createProject: { body: () => ({ name: 'Made' }) },
  getProject: { places: { 'params.id': 'project' } },
  updateProject: { places: { 'params.id': 'project' }, body: () => ({ purpose: 'To find bakers' }) },
  brainstormBusinessInfo: { places: { 'params.id': 'project' } },
  brainstormIntentSignals: { places: { 'params.id': 'project' } },
  refineIntentSignal: { places: { 'params.id': 'project' }, body: () => ({ intent_signal: 'bakers who need ovens' }) },

  listIntentSignals: { places: inProject },
  createIntentSignal: { places: inProject, body: wording },
  updateIntentSignal: { places: oneSignal, body: (made) => ({ ...wording(made), do_reanalyze: false }) },
  deleteIntentSignal: { places: oneSignal },
  runSearch: { places: oneSignal },
  stopSearch: { places: { ...inProject, 'params.id': 'searchedSignal' } },
  listSearches: { places: inProject },
  recommendOneTimeSearchBudget: { places: inProject, body: wording },
  previewIntentSignal: { places: inProject, body: wording },

  listLeads: { places: inProject },
  getLead: { places: oneLead },
  readLead: { places: oneLead },
  starLead: { places: oneLead, body: () => ({ starred: true }) },
  getUnreadCount: { places: inProject },
  markLeadsAsRead: namedLeads('lead'),
  markLeadsAsUnread: namedLeads('readLead'),
  markLeadsAsDeleted: namedLeads('lead'),
  markLeadsAsUndeleted: namedLeads('deletedLead'),
  undoLeads: {
    places: { ...inProject, 'body.undo_token': 'undo' },
    body: ({ ids }) => ({ undo_token: ids['body.undo_token'] }),
  },
  listLeadDataChannels: { places: inProject },

  listSources: { places: inProject },
  listCoverage: { places: inProject },
  addFeed: { places: inProject, body: ({ site, fresh }) => ({ url: `${site.stage.doubles.feedUrl}?${fresh}` }) },
  removeFeed: { places: { ...inProject, 'params.id': 'feed' } },
  streamEvents: { places: inProject },

  getInstance: {},
  sendFeedback: { query: () => ({ feedback: 'More ovens' }) },
}

export function recipeOf(endpoint: Endpoint): Recipe {
  const recipe = RECIPES[endpoint.name]
  if (!recipe) throw new Error(`${endpoint.name} has no recipe: say in recipes.ts how it is called.`)
  return recipe
}
