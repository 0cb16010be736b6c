import type { Jobs } from '../../platform/jobs.ts'
import { sendInviteMailJob } from './mail-invite.ts'
import { sendInviteMail, type InviteMailDependencies } from './send-invite-mail.ts'

/** As many as there are connections to the mail server; one organization's mails do not wait for all of another's. */
const MAILS_AT_ONCE = 2

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerOrganizationJobs(deps: InviteMailDependencies & { jobs: Jobs }): void {
  deps.jobs.work(sendInviteMailJob, (payload) => sendInviteMail(deps, payload), { concurrency: MAILS_AT_ONCE })
}
