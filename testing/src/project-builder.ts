import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql } from 'kysely'
import type { Tx } from '@leadlight/server/platform/db'
import { grantProjects } from '@leadlight/server/core/projects/grants'
import { noteFacts } from '@leadlight/server/people/prospects/note-facts'
import { buildLeads, buildSignal, inOrganization } from './lead-builder.ts'
import { buildMonitoring } from './monitoring-builder.ts'
import { buildNotifications } from './notification-builder.ts'
import type { TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'
import { buildSlack } from './slack-builder.ts'
import { buildWebhook } from './webhook-builder.ts'

/** How much of everything a project has. */
export interface Amounts {
  signals: number
  leadsPerSignal: number
  /** Of searches, candidates, polls, feeds, events and all other rows. */
  others: number
}

export interface BuiltProject extends ProjectIds {
  signalIds: string[]
  leadIds: string[]
  guestId: string
}

/** A project with rows in every table that has rows of projects; `word` is in every text that somebody wrote. */
export async function buildProject(
  app: TestApp,
  organization: TestOrganization,
  amounts: Amounts,
  word = 'canary',
): Promise<BuiltProject> {
  const { id: projectId } = await organization.project({ name: `Project ${word}` })
  const place = { organizationId: organization.organizationId, projectId }
  const guest = await organization.member('GUEST')
  const signalIds: string[] = []
  const leadIds: string[] = []
  for (let n = 0; n < amounts.signals; n += 1) {
    const signalId = await buildSignal(app, place, `People asking for a ${word}, no. ${n}`)
    const wish = { title: `A ${word}`, reason: `Asks for a ${word}.` }
    const wishes = Array.from({ length: amounts.leadsPerSignal }, () => wish)
    const ids = await buildLeads(app, { ...place, signalId }, wishes)
    await inOrganization(app, place, (tx) => insertSearch(tx, app, { ...place, signalId, word }, amounts.others))
    signalIds.push(signalId)
    leadIds.push(...ids)
  }
  await inOrganization(app, place, async (tx) => {
    const grant = { projectIds: [projectId], accountId: guest.userId, grantedAt: app.clock.now() }
    await grantProjects(tx, place.organizationId, grant)
    const others = { ...place, guestId: guest.userId, leadIds, word }
    await insertOthers(tx, app, others, amounts.others)
    await insertWork(tx, app, { ...others, signalIds }, amounts.others)
  })
  const postIds = [await inOrganization(app, place, (tx) => insertPost(tx, app))]
  await buildMonitoring(app, place, { signalIds, postIds, enabledBy: organization.userId })
  for (let n = 0; n < Math.min(amounts.others, 3); n += 1) {
    await buildWebhook(app, place, { word, createdBy: organization.userId })
    const leadId = leadIds[n]
    await buildSlack(app, place, { word, connectedBy: organization.userId, ...(leadId !== undefined && { leadId }) })
  }
  await buildNotifications(app, place, { accountId: guest.userId, leadIds, word })
  return { ...place, signalIds, leadIds, guestId: guest.userId }
}

interface SearchIds extends ProjectIds {
  signalId: string
  word: string
}

async function insertSearch(tx: Tx, app: TestApp, ids: SearchIds, candidates: number): Promise<void> {
  const { organizationId, projectId, signalId, word } = ids
  const searchId = app.dependencies.newId()
  const now = app.clock.now()
  await sql`
    insert into search (id, organization_id, project_id, intent_signal_id, intent_signal, revision, state, search_days,
      price, until_at, created_at)
    values (${searchId}, ${organizationId}, ${projectId}, ${signalId}, ${word}, 1, 'done', 30, 0, ${now}, ${now})`.execute(
    tx,
  )
  await sql`
    insert into search_leg (organization_id, search_id, position, platform, query, state)
    select ${organizationId}, ${searchId}, n, 'hackernews', jsonb_build_object('words', ${word}::text), 'done'
    from generate_series(1, ${candidates}::int) n`.execute(tx)
  for (const table of ['search_candidate', 'judgement']) {
    const isCandidate = table === 'search_candidate'
    const postId = await insertPost(tx, app)
    await (
      isCandidate
        ? sql`insert into search_candidate (organization_id, search_id, position, post_id, state)
          values (${organizationId}, ${searchId}, 1, ${postId}, 'judged')`
        : sql`insert into judgement (organization_id, intent_signal_id, post_id, revision, score, kept, model, judged_at)
          values (${organizationId}, ${signalId}, ${postId}, 1, 10, false, 'test-1', ${now})`
    ).execute(tx)
  }
}

/** A post as the installation stores it for everybody: nothing in it is anybody's. */
async function insertPost(tx: Tx, app: TestApp): Promise<string> {
  const id = app.dependencies.newId()
  const now = app.clock.now()
  await sql`
    insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
    values (${id}, 'hackernews', ${id}, 'story', 'https://posts.example', 'A post', ${now}, ${now})`.execute(tx)
  return id
}

interface GuestIds extends ProjectIds {
  guestId: string
  leadIds: string[]
  word: string
}

async function insertOthers(tx: Tx, app: TestApp, ids: GuestIds, count: number): Promise<void> {
  const { organizationId, projectId, guestId, leadIds, word } = ids
  const now = app.clock.now()
  for (let n = 0; n < count; n += 1) {
    const id = () => app.dependencies.newId()
    await sql`
      insert into coverage (id, organization_id, project_id, platform, source, query, window_from, window_to, seen, kept,
        gap, polled_at)
      values (${id()}, ${organizationId}, ${projectId}, 'hackernews', ${`source ${n}`}, ${word}, ${now}, ${now}, 1, 1,
        false, ${now})`.execute(tx)
    await sql`
      insert into feed (id, organization_id, project_id, url, title, created_at)
      values (${id()}, ${organizationId}, ${projectId}, ${`https://${word}.example/${n}`}, ${word}, ${now})`.execute(tx)
    const addressId = id()
    await sql`
      insert into receiving_address (id, organization_id, project_id, name, hash, hint, created_by, created_at, window_began_at)
      values (${addressId}, ${organizationId}, ${projectId}, ${word}, ${Buffer.from(addressId)}, 'hint', ${guestId}, ${now}, ${now})`.execute(
      tx,
    )
    const item = JSON.stringify({ url: `https://${word}.example/${n}`, text: word })
    await sql`
      insert into received_post (id, organization_id, project_id, address_id, address_name, external_id, item, received_at)
      values (${id()}, ${organizationId}, ${projectId}, ${addressId}, ${word}, ${`${n}`}, ${item}, ${now})`.execute(tx)
    const payload = JSON.stringify({ type: 'source', platform: 'feed', source: word, error: null })
    await sql`
      insert into event (organization_id, project_id, payload, created_at)
      values (${organizationId}, ${projectId}, ${payload}, ${now})`.execute(tx)
    await sql`
      insert into undo (token, organization_id, project_id, field, former, lead_ids, expires_at)
      values (${id()}, ${organizationId}, ${projectId}, 'read', false, ${leadIds}::uuid[],
        ${now}::timestamptz + interval '10 minutes')`.execute(tx)
    await sql`
      insert into prospect_undo (token, organization_id, project_id, kind, field, ids, formers, expires_at)
      select ${id()}::uuid, ${organizationId}::uuid, ${projectId}::uuid, 'person', 'deleted', array_agg(id), array_agg('false'::text),
        ${now}::timestamptz + interval '10 minutes' from person where project_id = ${projectId}`.execute(tx)
    await sql`
      insert into project_transfer (id, organization_id, project_id, project_name, organization_name, email, state,
        created_at, expires_at)
      values (${id()}, ${organizationId}, ${projectId}, ${word}, ${word}, ${`${word}@example.com`}, 'rejected', ${now},
        ${now})`.execute(tx)
    await sql`
      insert into credit_entry (id, organization_id, kind, amount, balance_after, key, what, project_id, account_id, role,
        created_at)
      values (${id()}, ${organizationId}, 'charge', 0, 0, ${`${word}:${id()}`}, ${word}, ${projectId}, ${guestId}, 'GUEST',
        ${now})`.execute(tx)
  }
  await sql`
    insert into channel_choice (organization_id, project_id, platform, is_on, changed_at)
    values (${organizationId}, ${projectId}, 'hacker_news', false, ${now})`.execute(tx)
  await sql`
    insert into project_key (organization_id, project_id, platform, sealed, hint, set_by, set_at)
    values (${organizationId}, ${projectId}, 'x', '\\x00', ${word}, ${guestId}, ${now})`.execute(tx)
  await sql`
    insert into guest_cap (project_id, organization_id, monthly_cap) values (${projectId}, ${organizationId}, 5000)`.execute(
    tx,
  )
}

/** A team's work on a project's leads. */
async function insertWork(
  tx: Tx,
  app: TestApp,
  { organizationId, projectId, guestId, leadIds, signalIds, word }: GuestIds & { signalIds: string[] },
  count: number,
): Promise<void> {
  const now = app.clock.now()
  await sql`
    insert into lead_correction (organization_id, lead_id, intent_signal_id, is_match, account_id, corrected_at)
    select ${organizationId}, lead_id, ${signalIds[0]}, false, ${guestId}, ${now}
    from unnest(${leadIds}::uuid[]) lead_id`.execute(tx)
  await insertKnown(tx, app, { organizationId, projectId, guestId, leadIds, word })
  for (let n = 0; n < count; n += 1) {
    const id = () => app.dependencies.newId()
    await sql`
      insert into lead_note (id, organization_id, lead_id, account_id, text, created_at)
      values (${id()}, ${organizationId}, ${leadIds[0]}, ${guestId}, ${word}, ${now})`.execute(tx)
    await sql`
      insert into lead_history (id, organization_id, lead_id, account_id, kind, summary, at)
      values (${id()}, ${organizationId}, ${leadIds[0]}, ${guestId}, 'note', ${word}, ${now})`.execute(tx)
    await sql`
      insert into saved_view (id, organization_id, project_id, account_id, name, query, is_shared, created_at)
      values (${id()}, ${organizationId}, ${projectId}, ${guestId}, ${`${word} ${n}`}, ${word}, true, ${now})`.execute(
      tx,
    )
  }
}

/** The data about the people behind the leads, and a draft to one of them. */
async function insertKnown(
  tx: Tx,
  app: TestApp,
  { organizationId, projectId, guestId, leadIds, word }: GuestIds,
): Promise<void> {
  const now = app.clock.now()
  const { rows } = await sql<{ profileId: string; personId: string }>`
    select id as "profileId", person_id as "personId" from person_profile where project_id = ${projectId}`.execute(tx)
  const noting = { organizationId, projectId, now, newId: app.dependencies.newId }
  for (const { profileId, personId } of rows) {
    const fields = { company_name: word, location: word }
    await noteFacts(tx, noting, { profileId, source: 'profile', sourceUrl: null, seenAt: now, fields })
    await sql`
      insert into person_draft (organization_id, person_id, draft, written_by, lead_id, updated_by, updated_at)
      values (${organizationId}, ${personId}, ${word}, 'A person', ${leadIds[0]}, ${guestId}, ${now})`.execute(tx)
  }
  await sql`
    insert into people_to_find (organization_id, project_id) values (${organizationId}, ${projectId})
    on conflict (project_id) do nothing`.execute(tx)
}
