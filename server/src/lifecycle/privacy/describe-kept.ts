import type { Privacy } from '@leadlight/contract/privacy'
import { MAILS_KEPT_DAYS } from '@leadlight/domain/notifications'
import { WAITING_DAYS_MAX } from '@leadlight/domain/receiving'
import { DELIVERIES_KEPT_DAYS } from '@leadlight/domain/webhooks'
import { MESSAGES_KEPT_DAYS } from '../../outlets/slack/register-jobs.ts'
import { COVERAGE_DAYS, SEEN_DAYS } from '../retention/drop-leftovers.ts'

/** How long what is kept, from the very figures by which it is deleted. */
export function describeKept(retentionDays: number | null): Privacy['kept'] {
  const unneeded =
    retentionDays === null
      ? 'Until they are deleted at their source, or sooner where the platform’s terms say so.'
      : `${days(retentionDays)} after a platform last showed them, or sooner where its terms say so.`
  return [
    {
      what: 'Leads: posts that fit, and the names, profiles and notes with them',
      until:
        'As long as the post stands at its source, until somebody deletes the project, or until its author objects or is erased.',
    },
    { what: 'Posts that did not become leads', until: unneeded },
    {
      what: 'Posts that other tools sent and that wait to be judged',
      until: `${days(WAITING_DAYS_MAX)} at most, or until their author is erased.`,
    },
    {
      what: 'Posts by which somebody taught a signal',
      until: 'As long as the signal, or until deleted at their source.',
    },
    { what: 'What a search looked at', until: `${days(SEEN_DAYS)} after its end.` },
    { what: 'When which source was asked', until: `${days(COVERAGE_DAYS)}.` },
    { what: 'What was sent to webhooks', until: `${days(DELIVERIES_KEPT_DAYS)}, or until its author is erased.` },
    {
      what: 'What was sent to Slack',
      until: `${days(MESSAGES_KEPT_DAYS)}, or until its author is erased. The message in Slack is emptied too.`,
    },
    { what: 'Which mails of leads were sent', until: `${days(MAILS_KEPT_DAYS)}.` },
    { what: 'Who objected or was erased', until: 'For good, as a number that names nobody, so that they stay away.' },
    {
      what: 'Links that tell somebody what is held',
      until: 'As long as the organization. Whose they are is told by a number that names nobody.',
    },
    { what: 'The audit log', until: 'As long as the organization. It names nobody who was erased.' },
    {
      what: 'Backups',
      until: 'As long as whoever runs this installation keeps them. Who was erased stays so when one is restored.',
    },
  ]
}

function days(count: number): string {
  return count === 1 ? 'One day' : `${count.toLocaleString('en')} days`
}
