import type { ProjectIds } from '@leadlight/server/platform/actor'
import type { Condition, Evidence } from '@leadlight/contract/evidence'
import { sql } from 'kysely'
import { recordLeads } from '@leadlight/server/people/prospects/record-leads'
import type { FoundLead, PostForLead } from '@leadlight/server/workspace/leads/keep-leads'
import type { Stance } from '@leadlight/domain/watched-names/stances'
import type { Clock } from '@leadlight/server/platform/clock'
import type { Db, Tx } from '@leadlight/server/platform/db'
import { createSuppression, type Suppression } from '@leadlight/server/core/suppression/suppression'
import type { NewId } from '@leadlight/server/platform/ids'
import { organizationScope } from '@leadlight/server/platform/scopes'
import type { TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'

/** What building leads needs; a test's app has it. */
export interface LeadBuilding {
  db: Db
  clock: Clock
  dependencies: { newId: NewId; matching?: { suppression: Suppression } }
}

/** What a test cares about in a lead; everything else is made up. */
export interface LeadWish {
  title?: string | null
  body?: string
  author?: string
  platform?: string
  community?: { externalId: string; name: string } | null
  postedAt?: string
  score?: number
  reason?: string
  evidence?: Evidence[]
  conditions?: Condition[]
  stance?: Stance
  githubIssueState?: 'OPEN' | 'CLOSED'
}

/** A project with one signal, seen through an admin of its organization. */
export interface LeadSite extends ProjectIds {
  organization: TestOrganization
  signalId: string
}

export async function mintLeadSite(app: TestApp): Promise<LeadSite> {
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  const ids = { organizationId: organization.organizationId, projectId }
  return { organization, ...ids, signalId: await buildSignal(app, ids, 'people who need a bookkeeper') }
}

/** Adds a signal to a project, bypassing its slice: leads need only its wording. */
export async function buildSignal(app: LeadBuilding, ids: ProjectIds, intentSignal: string): Promise<string> {
  const id = app.dependencies.newId()
  await inOrganization(app, ids, (tx) =>
    sql`
      insert into intent_signal (id, organization_id, project_id, intent_signal, search_days, created_at)
      values (${id}, ${ids.organizationId}, ${ids.projectId}, ${intentSignal}, 30, ${app.clock.now()})`.execute(tx),
  )
  return id
}

/** Stores posts as a search would, and resolves with them in the form that `recordLeads` takes. */
export async function buildFound(
  app: LeadBuilding,
  ids: ProjectIds,
  wishes: readonly LeadWish[],
): Promise<FoundLead[]> {
  const found = wishes.map((wish) => toFound(app.dependencies.newId(), wish, app.clock.now()))
  await inOrganization(app, ids, async (tx) => {
    for (const { post } of found) await insertPost(tx, post, app.clock.now())
  })
  return found
}

/** Records a signal's findings, in a transaction of their own; counts the known leads that it matches now. */
export function recordFound(
  app: LeadBuilding,
  ids: ProjectIds & { signalId: string },
  found: readonly FoundLead[],
): Promise<{ recorded: string[]; matched: number }> {
  // A seed without an installation keeps nobody out.
  const { newId, matching = { suppression: createSuppression(new Uint8Array(32)) } } = app.dependencies
  const { suppression } = matching
  return inOrganization(app, ids, async (tx) => {
    const { recorded, matched } = await recordLeads(tx, { ...ids, now: app.clock.now(), newId, suppression }, found)
    return { recorded, matched: matched.length }
  })
}

/** Leads of one signal, in the order of the wishes. */
export async function buildLeads(
  app: LeadBuilding,
  place: ProjectIds & { signalId: string },
  wishes: readonly LeadWish[],
): Promise<string[]> {
  const found = await buildFound(app, place, wishes)
  await recordFound(app, place, found)
  const postIds = found.map(({ post }) => post.id)
  const { rows } = await inOrganization(app, place, (tx) =>
    sql<{ id: string; post_id: string }>`
      select id, post_id from lead where project_id = ${place.projectId} and post_id = any(${postIds}::uuid[])`.execute(
      tx,
    ),
  )
  const ids = new Map(rows.map((row) => [row.post_id, row.id]))
  return postIds.map((postId) => ids.get(postId)!)
}

export function inOrganization<T>(
  app: Pick<LeadBuilding, 'db'>,
  ids: ProjectIds,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return app.db.transaction(organizationScope(ids.organizationId), work)
}

function toFound(id: string, wish: LeadWish, now: Date): FoundLead {
  const post: PostForLead = {
    id,
    platform: wish.platform ?? 'hackernews',
    community: wish.community ?? null,
    url: `https://posts.example/${id}`,
    author: { name: wish.author ?? 'ada' },
    title: wish.title === undefined ? 'Looking for a bookkeeper' : wish.title,
    text: wish.body ?? 'We outgrew our spreadsheet. Who can recommend a bookkeeper?',
    githubIssueState: wish.githubIssueState ?? null,
    postedAt: wish.postedAt ? new Date(wish.postedAt) : now,
  }
  return {
    post,
    score: wish.score ?? 70,
    base: null,
    reason: wish.reason ?? 'Asks for a recommendation.',
    evidence: wish.evidence ?? [],
    conditions: wish.conditions ?? [],
    model: 'test-1',
    stance: wish.stance,
  }
}

async function insertPost(tx: Tx, post: PostForLead, now: Date): Promise<void> {
  await sql`
    insert into post (id, platform, external_id, kind, url, author_name, title, body, community_external_id,
      community_name, posted_at, collected_at)
    values (${post.id}, ${post.platform}, ${post.id}, 'post', ${post.url}, ${post.author?.name ?? null}, ${post.title},
      ${post.text}, ${post.community?.externalId ?? ''}, ${post.community?.name ?? null}, ${post.postedAt}, ${now})
  `.execute(tx)
}
