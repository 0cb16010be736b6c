import type { Jobs } from '../../platform/jobs.ts'
import { learnJob } from './learn-job.ts'
import { learn, type LearnDependencies } from './learn.ts'

const SIGNALS_AT_ONCE = 2

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerLearningJobs(deps: LearnDependencies & { jobs: Jobs }): void {
  deps.jobs.work(learnJob, (signal) => learn(deps, signal), { concurrency: SIGNALS_AT_ONCE })
}
