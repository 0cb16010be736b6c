import type { Jobs } from '../../platform/jobs.ts'
import { sendInviteMailJob } from './mail-invite.ts'
import { sendInviteMail, type InviteMailDependencies } from './send-invite-mail.ts'

/** As many as there are connections to the mail server; a second organization's mail need not wait for all of a first's. */
const MAILS_AT_ONCE = 2

/** Says what this slice's jobs do; a process that works on jobs calls it before it starts them. */
export function registerOrganizationJobs(deps: InviteMailDependencies & { jobs: Jobs }): void {
  deps.jobs.work(sendInviteMailJob, (payload) => sendInviteMail(deps, payload), { concurrency: MAILS_AT_ONCE })
}
