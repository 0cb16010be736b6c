import { findIdentities } from '@leadlight/server/people/identity/find-identities'
import { systemClock } from '@leadlight/server/platform/clock'
import type { Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { systemRandom } from '@leadlight/server/platform/random'
import { noteFacts } from '@leadlight/server/people/prospects/note-facts'
import { buildFound, inOrganization, recordFound } from '@leadlight/testing/lead-builder'
import { sql } from 'kysely'
import type { SeededProject } from './workspace.ts'

const HOUR_MS = 3_600_000
const SEEN_AT = new Date('2026-11-12T10:00:00Z')
const SITE = 'https://wrenfold.example'

/** By `platform handle`: the number of posts, and what the profile says. */
const TWINS = {
  'github ottoline': { posts: 2, said: { location: 'Ghent' } },
  'bluesky berg': {
    posts: 1,
    said: { bio: 'Gardens and code. github.com/ottoline', company_name: 'Oxbow', location: 'Ghent' },
  },
  'hacker_news wrenfold': { posts: 2, said: { website: SITE, location: 'Leeds' } },
  'github wrenfold': { posts: 1, said: { website: SITE, location: 'Porto' } },
  'github zeppo': { posts: 1, said: { location: 'Malmö' } },
} as const

const newId = createIds(systemClock, systemRandom)

/** Adds people who write on two platforms to a project, with their public profiles, and has them compared. */
export async function seedTwins(database: Database, { id: projectId, signalIds }: SeededProject): Promise<void> {
  const { rows } = await database.pool.query<{ organization_id: string }>(
    'select organization_id from project where id = $1',
    [projectId],
  )
  const place = { organizationId: rows[0]?.organization_id ?? '', projectId }
  const builder = { db: database.db, clock: systemClock, dependencies: { newId } }
  const now = systemClock.now()
  const specs = Object.entries(TWINS).flatMap(([account, { posts }], nth) => {
    const [platform = '', author = ''] = account.split(' ')
    return Array.from({ length: posts }, (_, n) => ({
      platform,
      author,
      title: `Who does the books of a small studio? ${author} ${n + 1}`,
      body: 'We write every invoice by hand and look for something better.',
      postedAt: new Date(now.getTime() - (nth * 5 + n) * HOUR_MS).toISOString(),
    }))
  })
  await recordFound(builder, { ...place, signalId: signalIds[0] ?? '' }, await buildFound(builder, place, specs))
  await inOrganization(builder, place, async (tx) => {
    for (const [account, { said }] of Object.entries(TWINS)) {
      const [platform, handle] = account.split(' ')
      const { rows: profiles } = await sql<{ id: string }>`
        select id from person_profile where project_id = ${projectId} and platform = ${platform} and handle = ${handle}`.execute(
        tx,
      )
      const sourceUrl = `https://${platform?.replace('_', '-')}.example/${handle}`
      const of = { profileId: profiles[0]?.id ?? '', source: 'profile', sourceUrl, seenAt: SEEN_AT } as const
      await noteFacts(tx, { ...place, newId, now }, { ...of, fields: said })
    }
    // As if they had been read then; they are read again on request.
    await sql`update profile_look set state = 'done', looked_at = ${SEEN_AT}, next_at = null
      where project_id = ${projectId}`.execute(tx)
  })
  await findIdentities({ db: database.db, clock: systemClock, newId }, place)
}
