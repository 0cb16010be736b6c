import { sql } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import type { Made, Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const byToken = {
  positions: { 'query.t': 'noticeToken' },
  send: ({ ids }: Made) => ({ query: { t: ids['query.t'] ?? '' } }),
} as const

/** Notices want to name somebody to ask. */
async function sayContact({ site }: Made) {
  const query = sql`update organization set privacy_contact = 'privacy@firm.example' where id = ${site.organizationId}`
  await inOrganization(site.stage.app, site, (tx) => query.execute(tx))
  return {}
}

/** Calls about what is held of people, and by those people. */
export const PRIVACY_RECIPES: Recipes = {
  getPrivacy: {},
  updatePrivacy: { send: () => ({ body: { contact: 'privacy@firm.example' } }) },
  makeLeadNotice: { positions: { ...inProject, 'params.id': 'lead' }, send: sayContact },
  makePersonNotice: { positions: { ...inProject, 'params.id': 'prospect' }, send: sayContact },
  exportHeld: { positions: { ...inProject, 'params.id': 'prospect' } },
  readNotice: byToken,
  objectToNotice: byToken,
}
