import type { ProjectIds } from '@leadlight/server/platform/actor'
import { findCompanies } from '@leadlight/server/people/identity/find-companies'
import { noteCompanyFacts } from '@leadlight/server/people/prospects/note-company-facts'
import { noteFacts } from '@leadlight/server/people/prospects/note-facts'
import { createIds } from '@leadlight/server/platform/ids'
import { systemClock } from '@leadlight/server/platform/clock'
import { systemRandom } from '@leadlight/server/platform/random'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { HOSTILE_WORDS } from '@leadlight/testing/hostile-words'
import type { LeadBuilding } from '@leadlight/testing/lead-builder'
import type { Tx } from '@leadlight/server/platform/db'
import { sql } from 'kysely'

/** What public profiles say about some authors, by `platform handle`. */
const PROFILES = {
  'hacker_news ada': { location: 'Berlin', person_title: 'Bookkeeper', company_name: 'Tideline', website: null },
  'github ada': { location: 'Berlin, Germany', person_title: 'Maintainer', company_name: 'Tideline', website: null },
  'github grace': {
    location: 'Lisbon',
    person_title: 'Founder',
    company_name: 'Quillworks',
    website: 'https://quillworks.example',
  },
  'stack_exchange edsger': { location: 'Rotterdam', person_title: null, company_name: 'Tideline', website: null },
  'stack_exchange grace': { email: 'orders@quillworks.example' },
} as const

/**
 * As if the project's people had just been read: the doubles know none of them, and what an hour allows is left to the
 * tests that read profiles.
 */
export async function markProfilesRead(builder: LeadBuilding, place: ProjectIds): Promise<void> {
  await inOrganization(builder, place, async (tx) => {
    await sql`update profile_look set state = 'done', looked_at = now(), next_at = null
      where project_id = ${place.projectId}`.execute(tx)
  })
}

type Fields = Parameters<typeof noteFacts>[2]['fields']

/** What `PROFILES` says, or nothing. */
function toldFields(platform: string, handle: string): Fields | undefined {
  return Object.entries(PROFILES).find(([name]) => name === `${platform} ${handle}`)?.[1]
}

/** Every word of a profile is hostile, its address too. */
export function hostileFields(_: string, handle: string): Fields {
  const [bio = '', location = '', title = '', company = ''] = HOSTILE_WORDS.slice(HOSTILE_WORDS.indexOf(handle) % 40)
  return { bio, location, person_title: title, company_name: company, website: `javascript:window.hit='website'` }
}

/** Stores the profiles through the product's own function. */
export async function seedProfiles(
  builder: LeadBuilding,
  place: ProjectIds,
  fieldsOf: (platform: string, handle: string) => Fields | undefined = toldFields,
): Promise<void> {
  const newId = createIds(systemClock, systemRandom)
  await inOrganization(builder, place, async (tx) => {
    const { rows: profiles } = await sql<{ id: string; platform: string; handle: string }>`
      select id, platform, handle from person_profile where project_id = ${place.projectId}`.execute(tx)
    for (const { id, platform, handle } of profiles) {
      const fields = fieldsOf(platform, handle)
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
    await seedWebsites(tx, place)
  })
  await findCompanies({ db: builder.db, clock: systemClock, newId }, place)
}

/** Stores the content of the only company website, as if just read: no double serves it. */
async function seedWebsites(tx: Tx, place: ProjectIds): Promise<void> {
  const from = { sourceUrl: 'https://quillworks.example/' }
  const { rows } = await sql<{ id: string }>`
    update company_site set state = 'done', looked_at = now(), next_at = null
    where project_id = ${place.projectId} returning company_id as id`.execute(tx)
  for (const { id: companyId } of rows) {
    const said = { companyId, seenAt: new Date('2026-11-14T09:00:00Z') }
    const fields = {
      description: { value: 'Quillworks designs and prints wedding invitations, by hand and on old presses.', ...from },
      location: { value: 'Lisbon, Portugal', ...from },
      employees: { value: '11–50', ...from },
    }
    await noteCompanyFacts(tx, place, { ...said, source: 'website', fields })
    const industry = { value: 'Design', why: 'design studio, packaging, illustration', ...from }
    await noteCompanyFacts(tx, place, { ...said, source: 'model', fields: { industry } })
  }
}
