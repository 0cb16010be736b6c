import type { Mail } from '../../senders/mail.ts'
import { plainName, unlinkedName } from '../../senders/plain-name.ts'
import type { DescribedTransfer } from './describe-transfers.ts'
import type { Transfer } from './transfer-store.ts'

const END = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The mail to the addressee. The names of people, organizations and projects are untrusted text. */
export function composeOfferMail(transfer: DescribedTransfer, projectsUrl: string): Mail {
  const requester = transfer.requesterName ?? 'Somebody'
  const offer =
    `${unlinkedName(requester)} of ${unlinkedName(transfer.organizationName)} offers you the project ` +
    `${unlinkedName(transfer.projectName)} on Leadlight, with its signals, its searches and its leads.`
  return {
    key: `transfer:${transfer.id}:offer`,
    to: transfer.email,
    subject: `${plainName(requester, 40)} offers you the project ${plainName(transfer.projectName)}`,
    paragraphs: [offer, 'If you accept, it leaves their organization and comes to yours.'],
    action: { label: 'See the offer', url: projectsUrl },
    footnotes: [
      `The offer is for ${transfer.email} and ends on ${END.format(transfer.expiresAt)} UTC.`,
      'If you do not know who sent it, you can ignore this mail: nothing moves unless you accept.',
    ],
  }
}

/** The mail to whoever offered the project, once it was accepted or turned down. */
export function composeAnswerMail(transfer: Transfer, to: string, projectsUrl: string): Mail {
  const isAccepted = transfer.state === 'accepted'
  const project = unlinkedName(transfer.projectName)
  const accepted =
    `${transfer.email} accepted the project ${project}. It has moved to their organization with everything in it. ` +
    'What it has cost stays in your credits; your team and your guests no longer see it.'
  const rejected = `${transfer.email} turned down the project ${project}. It stays in your organization.`
  return {
    key: `transfer:${transfer.id}:answer`,
    to,
    subject: `The project ${plainName(transfer.projectName)} was ${isAccepted ? 'accepted' : 'turned down'}`,
    paragraphs: [isAccepted ? accepted : rejected],
    action: { label: 'See your projects', url: projectsUrl },
  }
}
