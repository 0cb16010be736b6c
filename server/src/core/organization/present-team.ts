import type * as contract from '@leadlight/contract/team'
import type { DescribedInvite } from './describe-invites.ts'
import type { Member } from './list-members.ts'

export function presentMember({ person, role, projectIds, joinedAt }: Member): contract.Member {
  return {
    user_id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    avatar_url: person.avatarUrl,
    role,
    project_ids: projectIds,
    joined_at: joinedAt.toISOString(),
  }
}

export function presentInvite(invite: DescribedInvite, now: Date): contract.Invite {
  return {
    id: invite.id,
    organization_id: invite.organizationId,
    project_ids: invite.projectIds,
    created_at: invite.createdAt.toISOString(),
    is_expired: invite.expiresAt <= now,
    ...previewInvite(invite),
  }
}

/** What the holder of a link may know before they sign in. */
export function previewInvite(invite: DescribedInvite): contract.InvitePreview {
  return {
    organization_name: invite.organizationName,
    email: invite.email,
    role: invite.role,
    invited_by: invite.inviterName,
    expires_at: invite.expiresAt.toISOString(),
  }
}
