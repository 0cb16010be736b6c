import { JOINED, type Recipe, type Recipes } from './recipe.ts'

const byInviteLink: Recipe = {
  positions: { 'query.t': 'inviteLink' },
  send: ({ ids }) => ({ query: { t: ids['query.t'] ?? '' } }),
}

/** Calls about an organization, its people, and the installation. */
export const ORGANIZATION_RECIPES: Recipes = {
  getOrganization: { answers: { outsider: 404 } },
  createOrganization: { caller: 'newcomer', answers: JOINED, send: () => ({ body: { name: 'New firm' } }) },
  getOrganizationById: { positions: { 'params.id': 'organization' }, answers: { outsider: 404 }, isForOperators: true },
  updateOrganization: { send: ({ fresh }) => ({ body: { name: `Firm ${fresh}` } }) },
  leaveOrganization: { caller: 'spent' },
  deleteOrganization: { caller: 'founder', send: () => ({ body: { name: 'Site' } }) },
  getSubscription: {},
  getCredits: {},
  listAuditLog: [
    {},
    {
      positions: { 'query.actor_id': 'person' },
      missing: { 'query.actor_id': 200 },
      send: ({ ids }) => ({ query: { actor_id: ids['query.actor_id'] ?? '' } }),
    },
  ],

  listMembers: {},
  updateMember: { positions: { 'params.userId': 'member' }, send: () => ({ body: { role: 'ADMIN' } }) },
  removeMember: { positions: { 'params.userId': 'member' } },
  listInvites: {},
  createInvite: {
    positions: { 'body.project_ids': 'project' },
    send: ({ fresh, ids }) => ({
      body: { email: `${fresh}@new.example`, role: 'GUEST', project_ids: [ids['body.project_ids']] },
    }),
  },
  resendInvite: { positions: { 'params.id': 'invite' } },
  cancelInvite: { positions: { 'params.id': 'invite' } },
  listInvitesAddressedToMe: {},
  acceptInvite: { caller: 'newcomer', answers: JOINED, positions: { 'params.id': 'inviteToCaller' } },
  rejectInvite: { positions: { 'params.id': 'inviteToCaller' } },
  previewTokenizedInvite: byInviteLink,
  acceptTokenizedInvite: { caller: 'newcomer', answers: JOINED, ...byInviteLink },
  rejectTokenizedInvite: byInviteLink,

  getInstance: {},
  getPage: { send: () => ({ params: { page: 'terms' } }) },
  sendFeedback: { send: () => ({ query: { feedback: 'More ovens' } }) },
}
