import { noteFacts } from '@leadlight/server/prospects/note-facts'
import { createIds } from '@leadlight/server/platform/ids'
import { systemClock } from '@leadlight/server/platform/clock'
import { systemRandom } from '@leadlight/server/platform/random'
import { inOrganization } from '@leadlight/server/testing/lead-builder'
import type { LeadBuilding, LeadPlace } from '@leadlight/server/testing/lead-builder'
import { sql } from 'kysely'

/** What public profiles say of some who write in the project, as `platform handle` names them. */
const SAID = {
  'hacker_news ada': { location: 'Berlin', person_title: 'Bookkeeper', company_name: 'Tideline', website: null },
  'github ada': { location: 'Berlin, Germany', person_title: 'Maintainer', company_name: 'Tideline', website: null },
  'github grace': {
    location: 'Lisbon',
    person_title: 'Founder',
    company_name: 'Quillworks',
    website: 'https://quillworks.example',
  },
  'stack_exchange edsger': { location: 'Rotterdam', person_title: null, company_name: 'Tideline', website: null },
} as const

/** Keeps what the profiles say, by the product's own verb. */
export async function noteProfiles(builder: LeadBuilding, place: LeadPlace): Promise<void> {
  const newId = createIds(systemClock, systemRandom)
  await inOrganization(builder, place, async (tx) => {
    // As if they had just been read: the platforms here know none of these people.
    await sql`update profile_look set state = 'done', looked_at = now(), next_at = null
      where project_id = ${place.projectId}`.execute(tx)
    const { rows: profiles } = await sql<{ id: string; platform: string; handle: string }>`
      select id, platform, handle from person_profile where project_id = ${place.projectId}`.execute(tx)
    for (const { id, platform, handle } of profiles) {
      const fields = Object.entries(SAID).find(([name]) => name === `${platform} ${handle}`)?.[1]
      if (!fields) continue
      await noteFacts(
        tx,
        { ...place, newId, now: systemClock.now() },
        {
          profileId: id,
          source: 'profile',
          sourceUrl: `https://${platform.replace('_', '-')}.example/${handle}`,
          seenAt: new Date('2026-11-12T10:00:00Z'),
          fields,
        },
      )
    }
  })
}
