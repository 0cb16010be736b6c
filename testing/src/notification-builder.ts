import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql } from 'kysely'
import { inOrganization } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

/**
 * Sets up daily mails to somebody, bypassing their slice: one was sent with one lead, and another lead waits. `word` is
 * in its texts.
 */
export async function buildNotifications(
  app: TestApp,
  ids: ProjectIds,
  { accountId, leadIds, word }: { accountId: string; leadIds: readonly string[]; word: string },
): Promise<void> {
  const { organizationId, projectId } = ids
  const now = app.clock.now()
  const mailId = app.dependencies.newId()
  const [told, waiting] = leadIds
  await buildSetting(app, ids, { accountId, word })
  await inOrganization(app, ids, async (tx) => {
    await sql`
      insert into notification_mail (id, organization_id, project_id, account_id, state, tries, created_at)
      values (${mailId}, ${organizationId}, ${projectId}, ${accountId}, 'sent', 1, ${now})`.execute(tx)
    await sql`
      insert into notification_lead (organization_id, project_id, account_id, lead_id, mail_id)
      select ${organizationId}, ${projectId}, ${accountId}, lead_id, mail_id
      from (values (${told ?? null}::uuid, ${mailId}::uuid), (${waiting ?? null}::uuid, null)) row (lead_id, mail_id)
      where lead_id is not null`.execute(tx)
  })
}

/** Sets up daily mails to somebody, bypassing their slice. */
export async function buildSetting(
  app: TestApp,
  ids: ProjectIds,
  { accountId, word = null }: { accountId: string; word?: string | null },
): Promise<void> {
  const { organizationId, projectId } = ids
  await inOrganization(app, ids, (tx) =>
    sql`
      insert into notification_setting (organization_id, project_id, account_id, frequency, signal_ids, time_zone,
        digest_hour, digest_weekday, is_default, failure)
      values (${organizationId}, ${projectId}, ${accountId}, 'daily', '{}', 'UTC', 8, 1, false, ${word})
      on conflict (project_id, account_id) do update set frequency = 'daily'`.execute(tx),
  )
}
