import type { ObjectName } from './objects.ts'
import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const one = (object: ObjectName) => ({ positions: { ...inProject, 'params.id': object } })

/** Calls about identities, and about reading and erasing a person's data. */
export const IDENTITY_RECIPES: Recipes = {
  listIdentityProposals: {
    positions: { ...inProject, 'query.person_id': 'someone' },
    missing: { 'query.person_id': 200 },
    send: ({ ids }) => ({ query: { person_id: ids['query.person_id'] ?? '' } }),
  },
  findIdentities: { positions: inProject },
  acceptIdentity: one('identityProposal'),
  dismissIdentity: one('identityProposal'),
  reopenIdentity: one('dismissedIdentity'),
  listCompanyProposals: [
    {
      positions: { ...inProject, 'query.person_id': 'someone' },
      missing: { 'query.person_id': 200 },
      send: ({ ids }) => ({ query: { person_id: ids['query.person_id'] ?? '' } }),
    },
    {
      positions: { ...inProject, 'query.company_id': 'company' },
      missing: { 'query.company_id': 200 },
      send: ({ ids }) => ({ query: { company_id: ids['query.company_id'] ?? '' } }),
    },
  ],
  acceptCompany: one('companyProposal'),
  dismissCompany: one('companyProposal'),
  reopenCompany: one('dismissedCompanyProposal'),
  mergePeople: {
    positions: { ...inProject, 'params.id': 'someone', 'body.other_id': 'someone' },
    send: ({ ids }) => ({ body: { other_id: ids['body.other_id'] } }),
  },
  listIdentityMerges: one('someone'),
  unmergePeople: one('identityMerge'),
  erasePerson: one('someone'),
  getEnrichment: one('someone'),
  refreshPerson: one('someone'),
}
