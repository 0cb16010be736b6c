import { say, type Part, type Telling } from '../telling.ts'
import type { Sentences } from './sentence.ts'

const ROLES = new Map([
  ['SUPER_ADMIN', 'Super admin'],
  ['ADMIN', 'Admin'],
  ['MEMBER', 'Member'],
  ['GUEST', 'Guest'],
])

export const TEAM_SENTENCES: Sentences = {
  createOrganization: 'made this organization',
  updateOrganization: 'renamed the organization',
  updatePrivacy: 'changed whom people may write to about what is held of them',
  leaveOrganization: 'left the organization',
  deleteOrganization: 'deleted the organization',
  updateMember: (telling) => say`made ${telling.just('account', 'user_id')} ${roleIn(telling)}`,
  removeMember: ({ just }) => say`took ${just('account', 'user_id')} out of the organization`,
  createInvite: (telling) => say`invited ${telling.just('invite')} as ${roleIn(telling)}${projectsIn(telling)}`,
  resendInvite: ({ just }) => say`mailed the invite of ${just('invite')} again`,
  // Whom it invited went with it.
  cancelInvite: (telling) =>
    telling.value('role') === undefined
      ? say`took back an invite`
      : say`took back an invite as ${roleIn(telling)}${projectsIn(telling)}`,
  acceptInvite: 'accepted an invite and joined',
  acceptTokenizedInvite: 'accepted an invite and joined',
  rejectInvite: 'turned an invite down',
  rejectTokenizedInvite: 'turned an invite down',
  grantGuestAccess: ({ the, just }) => say`let ${just('account', 'user_id')} see ${the('project', 'project_id')}`,
  withdrawGuestAccess: ({ the, just }) =>
    say`withdrew the access of ${just('account', 'user_id')} to ${the('project', 'project_id')}`,
  capGuestSpending: ({ the, value }) => {
    const cap = value('monthly_credit_cap')
    return cap === undefined || cap === 'none'
      ? say`took away the limit on what guests spend in ${the('project', 'project_id')}`
      : say`limited what guests spend in ${the('project', 'project_id')} to ${cap} credits a month`
  },
  updateSubscription: ({ value }) => {
    const price = value('price')
    return say`chose a plan${price ? ` of $${price} a month` : ''}`
  },
  cancelSubscription: 'cancelled the plan for the end of its period',
  resumeSubscription: 'let the plan go on',
  createCustomSubscription: ({ value }) =>
    say`put the organization on a plan of its own: $${value('price') ?? 'some'} for ${value('monthly_credits') ?? 'some'} credits a month`,
}

/** What a guest is invited to. */
function projectsIn({ count, the }: Telling): Part[] {
  const projects = count('project_ids')
  if (projects === 0) return []
  return projects === 1 ? say` to ${the('project', 'project_ids')}` : say` to ${String(projects)} projects`
}

function roleIn({ value }: Telling): string {
  const role = value('role') ?? ''
  return ROLES.get(role) ?? role
}
