import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { readBriefly, type Figure, type Figures } from '../../platform/figures.ts'
import { monitoringScope } from '../../platform/scopes.ts'

interface SourceState {
  platform: string
  working: number
  failing: number
  /** Null where nothing there is polled, or nothing streamed. */
  overdue: number | null
  behind: number | null
}

/**
 * How monitoring stands with each platform, over everything that is watched there and that somebody listens to: others are
 * kept for a month, and nobody reads them. Reads one row a watch.
 */
export function sourceFigures({ db, clock }: { db: Db; clock: Clock }): Figures {
  return {
    of: 'sources',
    gauges: {
      leadlight_source_watches: {
        help: 'What is watched, by platform and by whether it was read the last time. Not what is read with a project’s own key and fails.',
        labels: ['platform', 'state'],
      },
      leadlight_source_overdue_seconds: {
        help: 'How late the most overdue poll is, by platform; 0 where none is.',
        labels: ['platform'],
      },
      leadlight_stream_behind_seconds: {
        help: 'How far the stream furthest behind has fallen behind, by platform.',
        labels: ['platform'],
      },
    },
    async read() {
      const now = sql`${clock.now()}::timestamptz`
      const states = sql<SourceState>`
        select platform, count(*) filter (where failures = 0)::double precision as working,
          count(*) filter (where failures > 0 and key_project_id is null)::double precision as failing,
          extract(epoch from ${now} - min(next_poll_at) filter (where way = 'poll'))::double precision as overdue,
          extract(epoch from ${now} - min(read_to) filter (where way = 'stream'))::double precision as behind
        from watch where exists (select from watch_project where watch_project.watch_id = watch.id)
        group by platform order by platform limit 50`
      return (await readBriefly(db, monitoringScope(), states)).flatMap(toFigures)
    },
  }
}

function toFigures({ platform, working, failing, overdue, behind }: SourceState): Figure[] {
  const watches = (state: string, value: number) => ({
    name: 'leadlight_source_watches',
    labels: { platform, state },
    value,
  })
  const lag = (name: string, value: number | null) =>
    value === null ? [] : [{ name, labels: { platform }, value: Math.max(0, value) }]
  return [
    watches('working', working),
    watches('failing', failing),
    ...lag('leadlight_source_overdue_seconds', overdue),
    ...lag('leadlight_stream_behind_seconds', behind),
  ]
}
