import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGoogleFixture, type GoogleFixture } from '@leadlight/testing/google-fixture'
import { BY_CHANGE_OF_ADDRESS, BY_RESET_AND_LINKS } from '@leadlight/testing/takeovers/by-mailed-links'
import { BY_REGISTERING } from '@leadlight/testing/takeovers/by-registering'
import { BY_IMPERSONATION_AND_OPERATORS, BY_INVITES_AND_OFFERS } from '@leadlight/testing/takeovers/by-roles-and-offers'
import { BY_SIGN_IN_METHODS } from '@leadlight/testing/takeovers/by-sign-in-methods'
import { setTakeoverScene, type Attack } from '@leadlight/testing/takeovers/takeover-scene'

const WAYS: [string, Attack[]][] = [
  ['registering somebody’s address', BY_REGISTERING],
  ['the ways to sign in', BY_SIGN_IN_METHODS],
  ['a change of address', BY_CHANGE_OF_ADDRESS],
  ['new passwords and used links', BY_RESET_AND_LINKS],
  ['invites and offers', BY_INVITES_AND_OFFERS],
  ['super admins and operators', BY_IMPERSONATION_AND_OPERATORS],
]
/** An address for each attack, all listed by the operator for super admins. */
const LISTED = WAYS.flatMap(([, attacks]) => attacks).map((_, i) => `owner-${i}@listed.example`)

let fixture: GoogleFixture
let used = 0
beforeAll(async () => {
  fixture = await startGoogleFixture({ SUPER_ADMIN_EMAILS: LISTED.join(',') })
})
afterAll(() => fixture.close())

describe.each(WAYS)('by %s nobody takes over an account or a role who', (_, attacks) => {
  test.each(attacks)('%s', async (_name, attempt) => {
    const scene = await setTakeoverScene(fixture, LISTED[used++] ?? '')
    await attempt(scene)
    expect(await scene.gains()).toEqual([])
  })
})

test('at least forty attacks are tried', () => expect(LISTED.length).toBeGreaterThanOrEqual(40))
