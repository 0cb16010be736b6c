import { updateDraftDm } from '@leadlight/contract/drafts'
import * as contract from '@leadlight/contract/identity'
import { updatePersonDraft } from '@leadlight/contract/people'
import { sql } from 'kysely'
import { findIdentities } from '@leadlight/server/people/identity/find-identities'
import { buildPerson } from './identity-builder.ts'
import { keepPosts, newPost, seePosts } from './kept-posts.ts'
import { inOrganization, type LeadSite } from './lead-builder.ts'
import { buildColumn, setValues } from './lead-workspace.ts'
import type { TestApp } from './test-app.ts'
import { buildWebhook } from './webhook-builder.ts'

interface Everywhere {
  name: string
  handle: string
  /** What they post. */
  text: string
}

/** Builds a person who appears in every table that can name one. */
export async function buildEverywhere(app: TestApp, site: LeadSite, { name, handle, text }: Everywhere) {
  const said = { name, bio: `${name} flies. github.com/${handle}`, location: 'Ghent', company_name: 'Oxbow' }
  const one = await buildPerson(app, site, { platform: 'github', handle, posts: 2, said, text })
  const other = await buildPerson(app, site, { platform: 'bluesky', handle: `${handle}.bsky.social`, said, text })
  await findIdentities(app.dependencies, site)
  const params = { projectId: site.projectId }
  await site.organization.call(updatePersonDraft, {
    params: { ...params, id: other.personId },
    body: { draft: `Dear ${name}` },
  })
  await site.organization.call(updatePersonDraft, {
    params: { ...params, id: one.personId },
    body: { draft: `Hello ${name}` },
  })
  await site.organization.call(contract.mergePeople, {
    params: { ...params, id: one.personId },
    body: { other_id: other.personId },
  })
  const [leadId = ''] = one.leadIds
  await site.organization.call(updateDraftDm, { params: { ...params, id: leadId }, body: { draft: `Hi ${handle}` } })
  const column = await buildColumn(app, site, 'Who', 'text')
  await setValues(app, site, column, [{ leadId, value: name, why: `It says ${handle}.` }])
  await buildWebhook(app, site, { word: 'plain', createdBy: site.organization.userId })
  await inOrganization(app, site, async (tx) => {
    await sql`
      update webhook_message set lead_id = ${leadId}, body = ${`{"author":"${handle}","text":"${text}"}`}
      where project_id = ${site.projectId}`.execute(tx)
    await sql`
      insert into idempotent_call (organization_id, project_id, account_id, key, fingerprint, outcome, started_at, expires_at)
      values (${site.organizationId}, ${site.projectId}, ${site.organization.userId}, 'once', '\\x00',
        ${JSON.stringify({ draft: `Dear ${name}` })}, now(), now() + interval '1 day')`.execute(tx)
  })
  const [unjudged = ''] = await keepPosts(app, site, [
    newPost(app, { externalId: `unjudged-${app.dependencies.newId()}`, platform: 'github', author: handle, text }),
  ])
  await seePosts(app, site, { postIds: [unjudged], state: 'done' })
  return { one, params }
}
