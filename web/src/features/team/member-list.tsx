import type { Member } from '@leadlight/contract/team'
import { useCan, useCurrentUser } from '../../lib/current-user.ts'
import { useMembers } from '../../lib/members.ts'
import { messageOf } from '../../lib/request-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { Table, TableHeader } from '../../ui/table.tsx'
import { MemberRow } from './member-row.tsx'

/** The organization's members in a table, with an admin's actions. */
export function MemberList() {
  const { data: members, error, mutate, isValidating } = useMembers(true)
  const { data: user } = useCurrentUser()
  const canManage = useCan('member.manage')
  if (!members && error) {
    return (
      <ErrorState title="The team could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!members) return <LoadingMembers />
  return (
    <section aria-labelledby="members" className="grid grid-cols-1 gap-2.5">
      <h2 id="members" className="text-l font-semibold">
        Members <span className="num font-normal text-ink-3">{members.length}</span>
      </h2>
      <Table label="Members">
        <thead>
          <tr>
            <TableHeader>Name</TableHeader>
            <TableHeader className="w-44 max-sm:hidden">Role</TableHeader>
            <TableHeader className="w-32 max-sm:hidden">Since</TableHeader>
            {canManage && (
              <TableHeader className="w-12 max-sm:hidden">
                <span className="sr-only">Actions</span>
              </TableHeader>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              isMe={member.user_id === user?.id}
              canManage={canManage}
              isLastAdmin={isAlone(members, member)}
            />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** Whether this is the only admin: the server does not let an organization lose its last one. */
function isAlone(members: readonly Member[], member: Member): boolean {
  const admins = members.filter(({ role }) => role === 'ADMIN' || role === 'SUPER_ADMIN')
  return admins.length === 1 && admins[0]?.user_id === member.user_id
}

function LoadingMembers() {
  return (
    <SkeletonGroup label="Loading the team" className="grid gap-2.5">
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-44 w-full" />
    </SkeletonGroup>
  )
}
