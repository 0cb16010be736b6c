import { JOINED, type Recipe, type Recipes } from './recipe.ts'

const byInviteLink: Recipe = {
  places: { 'query.t': 'inviteLink' },
  send: ({ ids }) => ({ query: { t: ids['query.t'] ?? '' } }),
}

/** Calls about an organization, its people, and the installation. */
export const ORGANIZATION_RECIPES: Recipes = {
  getOrganization: { answers: { outsider: 404 } },
  createOrganization: { caller: 'newcomer', answers: JOINED, send: () => ({ body: { name: 'New firm' } }) },
  getOrganizationById: { places: { 'params.id': 'organization' }, answers: { outsider: 404 }, isForOperators: true },
  updateOrganization: { send: ({ fresh }) => ({ body: { name: `Firm ${fresh}` } }) },
  leaveOrganization: { caller: 'spent' },
  deleteOrganization: { caller: 'founder', send: () => ({ body: { name: 'Site' } }) },
  getSubscription: {},
  getCredits: {},
  listAuditLog: [
    {},
    {
      places: { 'query.actor_id': 'person' },
      missing: { 'query.actor_id': 200 },
      send: ({ ids }) => ({ query: { actor_id: ids['query.actor_id'] ?? '' } }),
    },
  ],

  listMembers: {},
  updateMember: { places: { 'params.userId': 'member' }, send: () => ({ body: { role: 'ADMIN' } }) },
  removeMember: { places: { 'params.userId': 'member' } },
  listInvites: {},
  createInvite: {
    places: { 'body.project_ids': 'project' },
    send: ({ fresh, ids }) => ({
      body: { email: `${fresh}@new.example`, role: 'GUEST', project_ids: [ids['body.project_ids']] },
    }),
  },
  resendInvite: { places: { 'params.id': 'invite' } },
  cancelInvite: { places: { 'params.id': 'invite' } },
  listInvitesAddressedToMe: {},
  acceptInvite: { caller: 'newcomer', answers: JOINED, places: { 'params.id': 'inviteToCaller' } },
  rejectInvite: { places: { 'params.id': 'inviteToCaller' } },
  previewTokenizedInvite: byInviteLink,
  acceptTokenizedInvite: { caller: 'newcomer', answers: JOINED, ...byInviteLink },
  rejectTokenizedInvite: byInviteLink,

  getInstance: {},
  getPage: { send: () => ({ params: { page: 'terms' } }) },
  sendFeedback: { send: () => ({ query: { feedback: 'More ovens' } }) },
}
