import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql } from 'kysely'
import { monitoringScope } from '@leadlight/server/platform/scopes'
import type { TestApp } from './test-app.ts'

/** Monitors a project's signals: each with a budget, a watch that was polled and has a gap, and queued posts. */
export async function buildMonitoring(
  app: TestApp,
  { organizationId, projectId }: ProjectIds,
  of: { signalIds: readonly string[]; postIds: readonly string[]; enabledBy: string },
): Promise<void> {
  const now = app.clock.now()
  const { newId } = app.dependencies
  await app.db.transaction(monitoringScope(organizationId), async (tx) => {
    const watchId = newId()
    await sql`
      insert into watch (id, platform, source, query, way, read_to, next_poll_at, created_at)
      values (${watchId}, 'feed', ${`https://${watchId}.example`}, '', 'poll', ${now}, ${now}, ${now})`.execute(tx)
    await sql`
      insert into watch_project (watch_id, organization_id, project_id, since)
      values (${watchId}, ${organizationId}, ${projectId}, ${now})`.execute(tx)
    await sql`
      insert into watch_stretch (watch_id, organization_id, project_id, from_at, until_at)
      values (${watchId}, ${organizationId}, ${projectId}, ${now}, ${now})`.execute(tx)
    await sql`
      insert into watch_look (id, watch_id, polled_at, window_from, window_to, seen, gap)
      values (${newId()}, ${watchId}, ${now}, ${now}, ${now}, 3, false)`.execute(tx)
    await sql`
      insert into watch_gap (id, watch_id, from_at, reason, noticed_at)
      values (${newId()}, ${watchId}, ${now}, 'It does not answer.', ${now})`.execute(tx)
    for (const signalId of of.signalIds) {
      await sql`
        insert into signal_monitor (organization_id, project_id, intent_signal_id, enabled, monthly_budget, month,
          enabled_by, enabled_at)
        values (${organizationId}, ${projectId}, ${signalId}, true, 5000, '', ${of.enabledBy}, ${now})`.execute(tx)
      await sql`
        insert into monitor_candidate (organization_id, project_id, intent_signal_id, post_id, state, rank, arrived_at)
        select ${organizationId}, ${projectId}, ${signalId}, post_id, 'waiting', 1, ${now}
        from unnest(${of.postIds}::uuid[]) as post (post_id)`.execute(tx)
    }
  })
}
