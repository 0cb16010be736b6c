import type { InvitePreview } from '@leadlight/contract/team'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import { ROLE_WORDS } from '../../lib/members.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ScreenCard } from '../../ui/screen-card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** What each role will be able to do, addressed to the invitee. */
const YOUR_ROLE: Record<InvitePreview['role'], string> = {
  ADMIN: 'You work in all projects, and run the team and the billing.',
  MEMBER: 'You work in all projects: leads, signals and settings.',
  GUEST: 'You read and sort the leads of the projects shared with you.',
}

interface InviteFrameProps {
  title: string
  invite?: InvitePreview
  children: ReactNode
}

/** The card of an invite: inviter, organization and role, and below it the answer. */
export function InviteFrame({ title, invite, children }: InviteFrameProps) {
  usePageTitle(title)
  if (!invite) return <ScreenCard title={title}>{children}</ScreenCard>
  return (
    <ScreenCard
      title={title}
      subtitle={`${invite.invited_by ?? 'Somebody there'} invites you to work with them on Leadlight.`}
    >
      <div className="flex items-start gap-3.5 rounded-card bg-sunken p-3.5">
        <Avatar name={invite.organization_name} shape="square" className="size-9" />
        <div className="min-w-0">
          <p className="font-medium">
            {invite.role === 'ADMIN' ? 'As an ' : 'As a '}
            {ROLE_WORDS[invite.role].toLowerCase()}
          </p>
          <p className="text-ink-2">{YOUR_ROLE[invite.role]}</p>
          <p className="mt-1.5 text-s wrap-anywhere text-ink-3">
            For {invite.email}, until {formatDate(invite.expires_at)}
          </p>
        </div>
      </div>
      {children}
    </ScreenCard>
  )
}

/** The card's skeleton. */
export function InviteSkeleton() {
  usePageTitle('Your invite')
  return (
    <ScreenCard title="Your invite">
      <SkeletonGroup label="Loading your invite" className="grid gap-4">
        <Skeleton className="h-22 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </SkeletonGroup>
    </ScreenCard>
  )
}
