import type { AuthorProfile } from '@leadlight/domain/identity/author-profile'
import { proposeIdentities } from '@leadlight/domain/identity/propose-identities'
import { expect, test } from 'vitest'
import { plantCompanies } from '@leadlight/domain/testing/planted/planted-companies'
import { proposeCompanies } from '@leadlight/domain/company-links/propose-companies'
import { proposeApart, proposeCompaniesApart } from './propose-apart.ts'

/** Pairs of accounts on two platforms that name each other. */
function pairs(count: number): AuthorProfile[] {
  return Array.from({ length: count }, (_, n) => {
    const said = {
      host: null,
      number: null,
      bio: null,
      verifiedLinks: [],
      location: null,
      company: null,
      avatarHash: null,
      emailHash: null,
    }
    const own = { ...said, handle: `potter-${n}`, displayName: `Potter the ${n}th` }
    return [
      { ...own, id: `a-${n}`, platform: 'github', links: [`https://bsky.app/profile/potter-${n}.example`] },
      {
        ...own,
        id: `b-${n}`,
        platform: 'bluesky',
        handle: `potter-${n}.example`,
        links: [`https://github.com/potter-${n}`],
      },
    ]
  }).flat()
}

const alive = () => new AbortController().signal

test('many accounts are compared in their own thread, with the same outcome, while others go on', async () => {
  const many = pairs(2_000)
  let turns = 0
  const turning = setInterval(() => (turns += 1), 5)
  const proposals = await proposeApart([many], alive())
  clearInterval(turning)
  expect(proposals).toEqual(proposeIdentities(many))
  expect(proposals).toHaveLength(2_000)
  expect(turns).toBeGreaterThan(5)
})

test('many people’s companies are found in a thread too, with the same outcome', async () => {
  const { profiles, companies } = plantCompanies(1)
  expect(await proposeCompaniesApart([profiles, companies], alive())).toEqual(proposeCompanies(profiles, companies))
})

test('an aborted job no longer waits for its thread', async () => {
  const leaving = new AbortController()
  const proposing = proposeApart([pairs(2_000)], leaving.signal)
  leaving.abort(new Error('The worker stops.'))
  await expect(proposing).rejects.toThrow('The worker stops.')
})
