import { z } from 'zod'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import { drawAuditJob } from '../matching/draw-audit-job.ts'
import { drawAudit, drawAudits } from './draw-audits.ts'

const HOUR_MS = 3_600_000

const drawAuditsJob = defineJob({
  name: 'learning.draw-audits',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: HOUR_MS,
})

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerAuditJobs(deps: Parameters<typeof drawAudits>[0] & { jobs: Jobs }): void {
  deps.jobs.work(drawAuditJob, (signal) => drawAudit(deps, signal))
  deps.jobs.every(drawAuditsJob, HOUR_MS)
  deps.jobs.work(drawAuditsJob, (_payload, { signal }) => drawAudits(deps, signal))
}
