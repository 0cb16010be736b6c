import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql } from 'kysely'
import type { PersonField } from '@leadlight/domain/prospects'
import { noteFacts } from '@leadlight/server/people/prospects/note-facts'
import { inOrganization, type LeadSite } from './lead-builder.ts'
import { keepLead, newPost } from './kept-posts.ts'
import type { TestApp } from './test-app.ts'

export interface PersonWish {
  platform: string
  handle: string
  posts?: number
  said?: Partial<Record<PersonField, string>>
  sourceUrl?: string
  text?: string
}

export interface BuiltPerson {
  personId: string
  profileId: string
  leadIds: string[]
}

let built = 0

/** Somebody with posts that are leads, and their public profile. */
export async function buildPerson(app: TestApp, site: LeadSite, wish: PersonWish): Promise<BuiltPerson> {
  const leadIds: string[] = []
  for (let n = 0; n < (wish.posts ?? 1); n += 1) {
    const externalId = `person-${++built}`
    const text = wish.text ?? `Who knows a bookkeeper for ${built} months?`
    const post = newPost(app, { externalId, platform: wish.platform, author: wish.handle, text })
    leadIds.push(...(await keepLead(app, [site], post)).leadIds)
  }
  const { personId, profileId } = await findProfile(app, site, wish)
  const now = app.clock.now()
  await inOrganization(app, site, (tx) =>
    noteFacts(
      tx,
      { ...site, now, newId: app.dependencies.newId },
      { profileId, source: 'profile', sourceUrl: wish.sourceUrl ?? null, seenAt: now, fields: wish.said ?? {} },
    ),
  )
  return { personId, profileId, leadIds }
}

async function findProfile(
  app: TestApp,
  site: ProjectIds,
  { platform, handle }: PersonWish,
): Promise<{ personId: string; profileId: string }> {
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ personId: string; profileId: string }>`
      select id as "profileId", person_id as "personId" from person_profile
      where project_id = ${site.projectId} and platform = ${platform} and handle = ${handle}`.execute(tx),
  )
  return rows[0]!
}
