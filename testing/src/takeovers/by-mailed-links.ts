import { confirmEmailChange } from '@leadlight/contract/accounts'
import { changeEmail } from '@leadlight/contract/own-account'
import { expect } from 'vitest'
import { mailTo, tokenIn } from '../mails.ts'
import type { TestClient } from '../test-client.ts'
import { TEST_PASSWORD } from '../test-organization.ts'
import { start } from './by-registering.ts'
import { turnOnSecondFactor } from './by-sign-in-methods.ts'
import { OWNER_PASSWORD, type Attack, type TakeoverScene } from './takeover-scene.ts'

const CHANGE = 'Confirm your new email address'

export const BY_CHANGE_OF_ADDRESS: Attack[] = [
  [
    'has their own account renamed to the address, whose owner follows the link',
    async (s) => {
      await s.mallory.call(changeEmail, { body: { email: s.address, password: TEST_PASSWORD } })
      const reply = await s.app.ask(confirmEmailChange, { body: { token: await s.mailed(CHANGE) } })
      expect(reply.problem()).toMatchObject({ status: 403, code: 'CHANGE_EMAIL_PROOF_REQUIRED' })
      await start(s)
    },
  ],
  [
    'has it renamed to the address of somebody who is signed in as themself',
    async (s) => {
      const owner = await s.app.user()
      await s.mallory.call(changeEmail, { body: { email: s.address, password: TEST_PASSWORD } })
      const reply = await owner.ask(confirmEmailChange, { body: { token: await s.mailed(CHANGE) } })
      expect(reply.problem()).toMatchObject({ status: 403, code: 'link_for_another' })
    },
  ],
  [
    'changes the registered address to one of theirs after the owner has verified',
    async (s) => {
      const squatter = await s.squat()
      const token = await changeTo(s, squatter, 'mallory-2')
      await s.follow()
      expect((await squatter.ask(confirmEmailChange, { body: { token } })).status).toBe(401)
      const body = { token, password: TEST_PASSWORD }
      expect((await s.app.ask(confirmEmailChange, { body })).problem().code).toBe('CHANGE_EMAIL_BAD_TOKEN')
    },
  ],
  [
    'changes it at the very moment the owner verifies',
    async (s) => {
      const squatter = await s.squat()
      const token = await changeTo(s, squatter, 'mallory-3')
      await Promise.all([squatter.ask(confirmEmailChange, { body: { token } }), s.follow()])
    },
  ],
  [
    'has changed it to one of theirs before the owner follows the link',
    async (s) => {
      const squatter = await s.squat()
      await squatter.call(confirmEmailChange, { body: { token: await changeTo(s, squatter, 'mallory-4') } })
      expect((await s.follow()).problem().code).toBe('VERIFY_USER_BAD_TOKEN')
      await start(s)
    },
  ],
]

export const BY_RESET_AND_LINKS: Attack[] = [
  ['stays signed in while the owner sets a new password', async (s) => void [await s.squat(), await s.reset()]],
  [
    'leaves a key and a second factor to an owner who sets a new password',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      await s.makeKey(squatter)
      await turnOnSecondFactor(s, squatter)
      await s.reset()
    },
  ],
  [
    'makes keys and signs in at the very moment the owner sets a new password',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      const [, , , signedIn] = await Promise.all([s.makeKey(squatter), s.reset(), s.makeKey(squatter), s.signIn()])
      s.keepSession(signedIn)
    },
  ],
  [
    'brings the owner’s used link, or one that nobody signed',
    async (s) => {
      await s.squat()
      const used = await s.mailed('Confirm your email address')
      await s.take()
      const forged = [used, used.replace(/\.[^.]*$/, '.'), `${btoa('{"alg":"none"}')}.${used.split('.')[1]}.`]
      for (const token of forged)
        expect((await s.app.request('POST', '/auth/verify', { body: { token } })).status).toBe(400)
    },
  ],
  [
    'brings the owner’s used reset token',
    async (s) => {
      await s.squat()
      const { reset_token: token } = (await s.follow()).body as { reset_token: string }
      const set = (password: string) => s.app.request('POST', '/auth/reset-password', { body: { token, password } })
      expect((await set(OWNER_PASSWORD)).status).toBe(200)
      expect((await set(TEST_PASSWORD)).problem().code).toBe('RESET_PASSWORD_BAD_TOKEN')
    },
  ],
]

async function changeTo({ app }: TakeoverScene, client: TestClient, name: string): Promise<string> {
  const email = `${name}@example.com`
  await client.call(changeEmail, { body: { email, password: TEST_PASSWORD } })
  return tokenIn(await mailTo(app, email, { subject: CHANGE }))
}
