import type * as contract from '@leadlight/contract/team'
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
