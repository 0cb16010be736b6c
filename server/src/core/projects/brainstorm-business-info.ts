import type { BusinessInfo } from '@leadlight/contract/projects'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { invalidPart } from '../../platform/errors.ts'
import type { OutboundFetch } from '../../platform/outbound.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { describeBusiness } from './describe-business.ts'
import { readWebsite } from './read-website.ts'
import { requireProject } from './require-project.ts'

/** Reads the project's website and proposes a profile from its own words. Saves nothing. */
export async function brainstormBusinessInfo(
  { db, fetch }: { db: Db; fetch: OutboundFetch },
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<BusinessInfo> {
  requirePermission(actor, 'project.update')
  const { website } = await db.transaction(organizationScope(actor.organizationId), (tx) =>
    requireProject(tx, actor, id),
  )
  if (website === null) {
    const detail = 'This project has no website yet. Add its address, or fill in the profile by hand.'
    throw invalidPart('project.website', 'website_missing', detail)
  }
  return describeBusiness(await readWebsite(website, { fetch, signal }))
}
