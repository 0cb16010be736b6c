import { History, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useCan } from '../../lib/current-user.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { PendingInvites } from './pending-invites.tsx'
import { PrivacyCard } from './privacy-card.tsx'

/** The members and their roles; for admins also the pending invites and the organization. */
export function TeamPage() {
  const canRead = useCan('member.read')
  const canInvite = useCan('invite.manage')
  const canAudit = useCan('audit.read')
  const [inviting, setInviting] = useState(false)
  usePageTitle('Team')
  const actions = (
    <>
      {canAudit && (
        <Link to="/org/audit-log" className={buttonClass()}>
          <History aria-hidden="true" />
          Audit log
        </Link>
      )}
      {canInvite && (
        <Button variant="primary" onClick={() => setInviting(true)}>
          <UserRoundPlus aria-hidden="true" />
          Invite people
        </Button>
      )}
    </>
  )
  return (
    <Page title="Team" subtitle="Who works in your organization" actions={actions}>
      {canRead ? (
        <MemberList />
      ) : (
        <Notice>You are a guest here: you see the projects you were given, and not who else works in them.</Notice>
      )}
      {canInvite && <PendingInvites />}
      <PrivacyCard />
      <OrganizationCard />
      {canInvite && <InviteDialog open={inviting} onOpenChange={setInviting} />}
    </Page>
  )
}
