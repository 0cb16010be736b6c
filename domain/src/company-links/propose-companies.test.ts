import { describe, expect, test } from 'vitest'
import { describeCompanyEvidence } from './describe-company-evidence.ts'
import { plantCompanies } from './planted-companies.ts'
import { proposeCompanies, type LinkableCompany, type LinkableProfile } from './propose-companies.ts'

function measure(seed: number) {
  const { profiles, companies, truth } = plantCompanies(seed)
  const proposed = proposeCompanies(profiles, companies)
  const right = proposed.filter(({ profileId, companyId }) => truth.has(`${profileId} ${companyId}`))
  const wrong = proposed.filter(({ profileId, companyId }) => !truth.has(`${profileId} ${companyId}`))
  const bioOf = (id: string) => profiles.find((profile) => profile.id === id)
  return {
    proposed: proposed.length,
    precision: right.length / proposed.length,
    recall: right.length / truth.size,
    wrong: wrong.map(({ profileId, companyId, evidence }) => ({
      ...bioOf(profileId),
      to: companies.find(({ id }) => id === companyId)?.name,
      evidence,
    })),
  }
}

test.each([1, 2, 3])('of planted people of seed %i those who belong to a company are proposed, and hardly anybody else', (seed) => {
  const { precision, recall, proposed, wrong } = measure(seed)
  expect({ seed, proposed, precision, recall, wrong }).toEqual(0)
})
