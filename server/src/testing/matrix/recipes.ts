import type { Endpoint } from '@leadlight/contract/endpoint'
import { TEST_PASSWORD, type TestUser } from '../test-organization.ts'
import type { CallerName } from './callers.ts'
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
  /** The status where it is not the contract's, by who calls, all being their own. */
  answers?: Partial<Record<CallerName, number>>
  /** The status where what lies at a place is not the caller's to find; 404 unless said otherwise. */
  missing?: Record<Place, number>
  /** Whoever makes the call uses themselves up by it, or has to be somebody new to make it. */
  caller?: 'spent' | 'newcomer'
}

const inProject = { 'params.projectId': 'project' } as const
const oneLead = { ...inProject, 'params.id': 'lead' } as const
const oneSignal = { ...inProject, 'params.id': 'signal' } as const
/** By name, and by filter; what a filter or a list of names does not find is passed over. */
const namedLeads = (lead: ObjectName): Recipe[] => [
  {
    places: { ...inProject, 'body.lead_ids': lead },
    missing: { 'body.lead_ids': 200 },
    body: ({ ids }) => ({ lead_ids: [ids['body.lead_ids']] }),
  },
  {
    places: { ...inProject, 'body.filter.lead_ids': lead },
    missing: { 'body.filter.lead_ids': 200 },
    body: ({ ids }) => ({ filter: { lead_ids: [ids['body.filter.lead_ids']] } }),
  },
  {
    places: { ...inProject, 'body.filter.intent_signals': 'signal' },
    missing: { 'body.filter.intent_signals': 200 },
    body: ({ ids }) => ({ filter: { intent_signals: [ids['body.filter.intent_signals']] } }),
  },
]
/** Of somebody who is in an organization already. */
const JOINED = { guest: 409, grantedGuest: 409, member: 409, admin: 409, superAdmin: 409 }
const wording = ({ fresh }: Made) => ({ intent_signal: `bakers who need ${fresh}`, search_days: 30 })

/** Every endpoint of the app, by name. One that is bound and not here fails the tests that go through them all. */
export const RECIPES: Record<string, Recipe | readonly Recipe[]> = {
  register: { body: ({ fresh }) => ({ email: `${fresh}@new.example`, password: TEST_PASSWORD }) },
  login: { body: ({ caller }) => ({ username: caller.email, password: TEST_PASSWORD }) },
  logout: { caller: 'spent' },
  getMe: {},
  updateName: { query: () => ({ first_name: 'Ada', last_name: 'Person' }) },

  getOrganization: { answers: { outsider: 404 } },
  createOrganization: { caller: 'newcomer', answers: JOINED, body: () => ({ name: 'New firm' }) },
  getSubscription: {},
  getCredits: {},
  listAuditLog: [
    {},
    {
      places: { 'query.actor_id': 'person' },
      missing: { 'query.actor_id': 200 },
      query: ({ ids }) => ({ actor_id: ids['query.actor_id'] }),
    },
  ],

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

  listLeads: [
    { places: inProject },
    { places: inProject, query: () => ({ search_text: 'bookkeeper', starred: 'false' }) },
    {
      places: { ...inProject, 'query.lead_ids': 'lead' },
      missing: { 'query.lead_ids': 200 },
      query: ({ ids }) => ({ lead_ids: ids['query.lead_ids'] }),
    },
    {
      places: { ...inProject, 'query.intent_signals': 'signal' },
      missing: { 'query.intent_signals': 200 },
      query: ({ ids }) => ({ intent_signals: ids['query.intent_signals'] }),
    },
  ],
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

/** Every way to call the endpoint that differs in what it names; the first is the plain one. */
export function recipesOf(endpoint: Endpoint): readonly Recipe[] {
  const recipes = RECIPES[endpoint.name]
  if (!recipes) throw new Error(`${endpoint.name} has no recipe: say in recipes.ts how it is called.`)
  return Array.isArray(recipes) ? (recipes as readonly Recipe[]) : [recipes as Recipe]
}

export function recipeOf(endpoint: Endpoint): Recipe {
  return recipesOf(endpoint)[0]!
}
