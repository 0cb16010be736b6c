import type { Pool } from 'pg'
import { seed, type SeededOrganization } from '../list/seed.ts'
import { subjectOf } from './made-up.ts'

/** A project with its own signals, each with its subject. */
export interface MonitoredProject extends SeededOrganization {
  subjects: string[]
}

const SIGNALS_PER_PROJECT = 8

/**
 * Seeds this many monitored signals in projects of eight, all listening to one stream. `pool` must be a superuser's.
 */
export async function seedMonitors(pool: Pool, signals: number): Promise<MonitoredProject[]> {
  const count = Math.ceil(signals / SIGNALS_PER_PROJECT)
  const organizations = await seed(pool, { organizations: count, leads: count, largest: 1 })
  const projects = organizations.map((organization, at) => ({
    ...organization,
    subjects: organization.signalIds.map((_, position) => subjectOf(at * SIGNALS_PER_PROJECT + position)),
  }))
  const ids = projects.flatMap(({ signalIds }) => signalIds)
  const texts = projects.flatMap(({ subjects }) => subjects.map((subject) => `People asking for ${subject}`))
  await pool.query(
    `update intent_signal set intent_signal = said.text
      from unnest($1::uuid[], $2::text[]) as said (id, text) where intent_signal.id = said.id`,
    [ids, texts],
  )
  await pool.query(`insert into signal_monitor
      (organization_id, project_id, intent_signal_id, enabled, monthly_budget, month, enabled_at)
    select organization_id, project_id, id, true, 1000000, '', now() - interval '1 day' from intent_signal`)
  // The stream, and every project's polls, which are due after the measurement.
  await pool.query(`insert into watch (id, platform, source, query, way, read_to, next_poll_at, created_at)
    values (gen_random_uuid(), 'bluesky', '', '', 'stream', now(), now(), now()),
      (gen_random_uuid(), 'hacker_news', '', '', 'poll', now(), now() + interval '1 day', now())`)
  await pool.query(`insert into watch_project (watch_id, organization_id, project_id, since)
    select watch.id, project.organization_id, project.id, now() - interval '1 day' from watch, project`)
  await pool.query('vacuum analyze')
  return projects
}
