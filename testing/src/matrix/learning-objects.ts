import { sql } from 'kysely'
import { newPost } from '../kept-posts.ts'
import { buildSignal, inOrganization } from '../lead-builder.ts'
import { savePosts } from '@leadlight/server/core/posts/posts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

const AUDITED = 'people whose posts were passed over'

/** The objects that calls about passed-over posts name. */
export const LEARNING_OBJECTS = {
  /** A project has one, whose posts were sampled. */
  auditedSignal: {
    make: findAuditedSignal,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await buildSignal(
        site.stage.app,
        { ...site, projectId },
        `Gone ${site.stage.app.dependencies.newId()}`,
      )
      await inOrganization(site.stage.app, site, (tx) =>
        sql`update intent_signal set deleted_at = now() where id = ${id}`.execute(tx),
      )
      return id
    },
  },
  /** Sampled for that signal. */
  auditedPost: {
    make: makeAuditedPost,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await makeAuditedPost(site, projectId)
      await inOrganization(site.stage.app, site, (tx) => sql`delete from post where id = ${id}`.execute(tx))
      return id
    },
  },
  /** Read through the project's own source or key, so that no other project sees it. */
  ownPost: {
    make: makeOwnPost,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await makeOwnPost(site, projectId)
      await inOrganization(site.stage.app, site, (tx) => sql`delete from post where id = ${id}`.execute(tx))
      return id
    },
  },
} satisfies Record<string, ObjectKind>

async function findAuditedSignal(site: Site, projectId: string): Promise<string> {
  const { app } = site.stage
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ id: string }>`
      select id from intent_signal where project_id = ${projectId} and intent_signal = ${AUDITED}`.execute(tx),
  )
  const [known] = rows
  if (known) return known.id
  const id = await buildSignal(app, { ...site, projectId }, AUDITED)
  await inOrganization(app, site, (tx) =>
    sql`
      insert into signal_audit (organization_id, project_id, intent_signal_id, week, until_at, found, strata)
      values (${site.organizationId}, ${projectId}, ${id}, '2026-11-02', now(), 3, '{"near": 4}')`.execute(tx),
  )
  return id
}

async function makeAuditedPost(site: Site, projectId: string): Promise<string> {
  const { app } = site.stage
  const signalId = await findAuditedSignal(site, projectId)
  return inOrganization(app, site, async (tx) => {
    const post = newPost(app, { externalId: `audited-${app.dependencies.newId()}` })
    const [id = ''] = await savePosts(tx, [post], { origin: 'everybody', collectedAt: app.clock.now() })
    await sql`
      insert into signal_audit_post (organization_id, intent_signal_id, week, position, post_id, stratum)
      select ${site.organizationId}::uuid, ${signalId}::uuid, '2026-11-02', 1 + coalesce(max(position), 0), ${id}::uuid, 'near'
      from signal_audit_post where intent_signal_id = ${signalId}`.execute(tx)
    return id
  })
}

function makeOwnPost(site: Site, projectId: string): Promise<string> {
  const { app } = site.stage
  return inOrganization(app, site, async (tx) => {
    const post = newPost(app, { externalId: `own-${app.dependencies.newId()}` })
    const origin = [{ organizationId: site.organizationId, projectId }]
    const [id = ''] = await savePosts(tx, [post], { origin, collectedAt: app.clock.now() })
    return id
  })
}
