import { confirmSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import type { TestClient } from '../test-client.ts'
import { TEST_PASSWORD } from '../test-organization.ts'
import { OWNER_PASSWORD, type Attack, type TakeoverScene } from './takeover-scene.ts'

export const BY_SIGN_IN_METHODS: Attack[] = [
  [
    'turns a second factor on to keep the owner out',
    async (s) => {
      await turnOnSecondFactor(s, await s.squat())
      const owner = await s.take()
      expect((await owner.request('GET', '/users_info/security')).body).toMatchObject({ second_factor: false })
    },
  ],
  [
    'confirms a second factor at the very moment the owner verifies',
    async (s) => {
      const code = await startFactor(s, await s.squat().then((squatter) => s.keeps(squatter)))
      await Promise.all([code.confirm(), s.follow()])
      const token = (await s.app.request('POST', '/auth/forgot-password', { body: { email: s.address } })).status
      expect(token).toBe(202)
      await s.app.request('POST', '/auth/reset-password', {
        body: { token: await s.mailed('Choose a new password'), password: OWNER_PASSWORD },
      })
      expect((await s.signIn(OWNER_PASSWORD)).status).toBe(200)
    },
  ],
  [
    'links a Google account of their own',
    async (s) => {
      s.fixture.newPerson()
      expect((await s.fixture.link(await s.squat())).problem().code).toBe('OAUTH_EMAIL_MISMATCH')
      await s.take()
      s.keepSession(await s.fixture.signIn())
    },
  ],
  [
    'ends a journey to Google that was begun before the owner verified',
    async (s) => {
      asAtGoogle(s)
      const squatter = await s.squat()
      const browser = s.fixture.browser()
      const query = await browser.visit(await browser.depart(squatter))
      await s.follow()
      expect((await browser.callback(query)).problem().code).toBe('OAUTH_INVALID_STATE')
    },
  ],
  [
    'lets the owner come by Google into the account that was registered',
    async (s) => {
      await s.squat()
      asAtGoogle(s)
      expect((await s.fixture.signIn()).problem().code).toBe('OAUTH_USER_ALREADY_EXISTS')
    },
  ],
  [
    'says at Google that the address is theirs, which Google has not verified',
    async (s) => {
      await s.squat()
      await s.follow()
      asAtGoogle(s, false)
      s.keepSession(await s.fixture.signIn())
    },
  ],
  [
    'comes by Google with an address of their own once the owner has claimed theirs',
    async (s) => {
      await s.squat()
      await s.follow()
      s.fixture.newPerson()
      s.keepSession(await s.fixture.signIn())
    },
  ],
]

function asAtGoogle({ fixture, address: email }: TakeoverScene, isVerified = true): void {
  fixture.newPerson()
  fixture.google.person = { ...fixture.google.person, email, email_verified: isVerified }
}

async function startFactor({ app }: TakeoverScene, client: TestClient) {
  const { otpauth_url: url } = await client.call(startSecondFactor, { body: { password: TEST_PASSWORD } })
  const totp = URI.parse(url)
  if (!(totp instanceof TOTP)) throw new Error('not a time-based code')
  const code = totp.generate({ timestamp: app.clock.now().getTime() })
  return { confirm: () => client.ask(confirmSecondFactor, { body: { code } }) }
}

export async function turnOnSecondFactor(scene: TakeoverScene, client: TestClient): Promise<void> {
  const { confirm } = await startFactor(scene, client)
  expect((await confirm()).status).toBe(200)
}
