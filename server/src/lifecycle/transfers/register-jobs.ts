import type { Jobs } from '../../platform/jobs.ts'
import { endAccessJob } from './end-access-job.ts'
import { endAccessToMoved } from './end-access.ts'
import { mailAnswerJob, mailOfferJob } from './mail-jobs.ts'
import { sendAnswerMail, sendOfferMail, type TransferMailDependencies } from './send-transfer-mails.ts'

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerTransferJobs(deps: TransferMailDependencies & { jobs: Jobs }): void {
  deps.jobs.work(mailOfferJob, (payload) => sendOfferMail(deps, payload))
  deps.jobs.work(mailAnswerJob, (payload) => sendAnswerMail(deps, payload))
  deps.jobs.work(endAccessJob, (payload) => endAccessToMoved(deps, payload))
}
