import type { GivenRole } from '@leadlight/domain/roles'
import type { Mail } from '../../senders/mail.ts'
import { unlinkedName } from '../../senders/plain-name.ts'
import type { DescribedInvite } from './describe-invites.ts'

const END = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The mail of an invite. The names of the inviter and the organization are untrusted text. */
export function composeInviteMail(invite: DescribedInvite, link: string): Mail {
  const { organizationName, inviterName } = invite
  const who = unlinkedName(inviterName ?? 'Somebody')
  return {
    key: `invite:${invite.id}:${invite.version}`,
    to: invite.email,
    subject: `${unlinkedName(inviterName ?? 'Somebody', 40)} invites you to ${unlinkedName(organizationName)}`,
    paragraphs: [
      `${who} invites you to join ${unlinkedName(organizationName)} on Leadlight as ${roleInWords(invite)}.`,
    ],
    action: { label: 'See the invite', url: link },
    footnotes: [
      `The invite is for ${invite.email} and ends on ${END.format(invite.expiresAt)} UTC.`,
      'If you do not know who sent it, you can ignore this mail: nothing happens unless you accept.',
    ],
  }
}

function roleInWords({ role, projectIds }: { role: GivenRole; projectIds: readonly string[] }): string {
  if (role === 'ADMIN') return 'an admin, who sees every project and manages the team'
  if (role === 'MEMBER') return 'a member, who sees every project'
  return projectIds.length === 1 ? 'a guest, who sees one project' : `a guest, who sees ${projectIds.length} projects`
}
