import { sql } from 'kysely'
import type { Db } from './db.ts'
import { readBriefly, type Figure, type Figures } from './figures.ts'
import { platformScope } from './scopes.ts'

/** Far more than there are jobs: their names stand in the code. */
const NAMES_MAX = 200

interface Counted {
  /** Null for the workers. */
  name: string | null
  figure: 'waiting' | 'running' | 'oldest' | 'new_dead' | 'old_dead' | 'workers'
  value: number
}

/** The queue of jobs, its dead letters and who takes jobs, over all processes. */
export function jobFigures(db: Db): Figures {
  return {
    of: 'jobs',
    gauges: {
      leadlight_jobs_waiting: { help: 'Jobs that could run now, by name.', labels: ['name'] },
      leadlight_jobs_running: { help: 'Jobs that a worker has taken, by name.', labels: ['name'] },
      leadlight_job_oldest_seconds: {
        help: 'How long ago the first of those that wait could have run, by name; a wait before a retry does not count.',
        labels: ['name'],
      },
      leadlight_dead_letters: {
        help: 'Jobs among the dead letters, by name and by whether they died within the last hour or earlier.',
        labels: ['name', 'died'],
      },
      leadlight_workers: { help: 'Processes that take jobs.' },
    },
    read: async () => (await readBriefly(db, platformScope(), counted)).map(toFigure),
  }
}

/** By the partial indexes of each state; the index of what waits holds all that is asked of it. */
const counted = sql<Counted>`
  with waiting as (
    select name, count(*) as jobs, extract(epoch from now() - min(start_after)) as oldest from job
    where state = 'waiting' and start_after <= now() group by name order by name limit ${NAMES_MAX}
  ), dead as (
    select name, died_at > now() - interval '1 hour' as is_new, count(*) as jobs from job
    where state = 'dead' group by 1, 2 order by 1, 2 limit ${NAMES_MAX}
  ), running as (
    select name, count(*) as jobs from job where worker_id is not null group by name order by name limit ${NAMES_MAX}
  )
  select name, 'waiting' as figure, jobs::double precision as value from waiting
  union all select name, 'oldest', oldest::double precision from waiting
  union all select name, 'running', jobs from running
  union all select name, case when is_new then 'new_dead' else 'old_dead' end, jobs from dead
  union all select null, 'workers', count(*) from worker_lease where expires_at > now()`

const FIGURES: Record<Counted['figure'], Pick<Figure, 'name' | 'labels'>> = {
  waiting: { name: 'leadlight_jobs_waiting' },
  running: { name: 'leadlight_jobs_running' },
  oldest: { name: 'leadlight_job_oldest_seconds' },
  new_dead: { name: 'leadlight_dead_letters', labels: { died: 'within_hour' } },
  old_dead: { name: 'leadlight_dead_letters', labels: { died: 'earlier' } },
  workers: { name: 'leadlight_workers' },
}

function toFigure({ name, figure, value }: Counted): Figure {
  const { labels, ...named } = FIGURES[figure]
  return { ...named, labels: { ...(name !== null && { name }), ...labels }, value }
}
