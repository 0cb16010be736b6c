import type { Member } from '@leadlight/contract/team'
import { GIVEN_ROLES } from '@leadlight/domain/roles'
import type { GivenRole } from '@leadlight/domain/roles'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { updateMember } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { displayName } from '../../lib/current-user.ts'
import { formatDate } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { ROLE_HINTS, ROLE_WORDS } from '../../lib/members.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'
import { TableCell, TableRow } from '../../ui/table.tsx'
import { GuestProjects } from './guest-projects.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RemoveMember } from './remove-member.tsx'

interface MemberRowProps {
  member: Member
  isMe: boolean
  canManage: boolean
  isLastAdmin: boolean
}

const ROLE_OPTIONS = GIVEN_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role], hint: ROLE_HINTS[role] }))

/** One member: name, email address, role, and join date. An admin can change the role or remove the member. */
export function MemberRow({ member, isMe, canManage, isLastAdmin }: MemberRowProps) {
  const [removing, setRemoving] = useState(false)
  const name = displayName(member)
  return (
    // On small screens the role is under the name: side by side, an email address would wrap.
    <TableRow className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <TableCell className="max-sm:col-start-1 max-sm:row-start-1">
        <div className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} />
          <div className="min-w-0 leading-tight">
            <span className="block font-medium wrap-anywhere">
              {name} {isMe && <Chip>You</Chip>}
            </span>
            {name !== member.email && <span className="text-s wrap-anywhere text-ink-3">{member.email}</span>}
          </div>
        </div>
      </TableCell>
      <TableCell className="max-sm:col-start-1 max-sm:row-start-2 max-sm:pt-0 max-sm:pl-12">
        {canManage && member.role !== 'SUPER_ADMIN' && !isLastAdmin ? (
          <RoleSelect member={member} role={member.role} />
        ) : (
          ROLE_WORDS[member.role]
        )}
        {member.role === 'GUEST' && <GuestProjects ids={member.project_ids} none="Sees no project yet" />}
      </TableCell>
      <TableCell className="text-ink-3 max-sm:hidden">{formatDate(member.joined_at)}</TableCell>
      {canManage && (
        <TableCell className="max-sm:col-start-2 max-sm:row-start-1">
          {!isMe && member.role !== 'SUPER_ADMIN' && (
            <Menu>
              <MenuTrigger asChild>
                <IconButton label={`More about ${name}`} size="s">
                  <Ellipsis aria-hidden="true" />
                </IconButton>
              </MenuTrigger>
              <MenuContent align="end">
                <MenuItem onSelect={() => setRemoving(true)}>Remove from the organization</MenuItem>
              </MenuContent>
            </Menu>
          )}
          <RemoveMember member={removing ? member : null} onClose={() => setRemoving(false)} />
        </TableCell>
      )}
    </TableRow>
  )
}

function RoleSelect({ member, role }: { member: Member; role: GivenRole }) {
  const { mutate } = useSWRConfig()
  const { busy, run } = useToastedAttempt()
  async function give(next: GivenRole) {
    try {
      await call(updateMember, { params: { userId: member.user_id }, body: { role: next } })
      showToast({ kind: 'success', message: `${displayName(member)} is now ${article(next)}.` })
    } finally {
      // The user's own role may have changed too.
      await Promise.all([mutate(keys.members), mutate(keys.me)])
    }
  }
  return (
    <Select
      label={`Role of ${displayName(member)}`}
      size="s"
      value={role}
      options={ROLE_OPTIONS}
      onChange={(next) => void run(() => give(next), 'The role could not be changed.')}
      disabled={busy}
      className="max-w-36"
    />
  )
}

function article(role: GivenRole): string {
  return role === 'ADMIN' ? 'an admin' : role === 'MEMBER' ? 'a member' : 'a guest'
}
