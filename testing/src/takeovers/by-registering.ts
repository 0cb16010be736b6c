import { createOrganization } from '@leadlight/contract/organization'
import { changePassword, deleteAccount } from '@leadlight/contract/own-account'
import { expect } from 'vitest'
import { raiseSuperAdmins } from '@leadlight/server/core/organization/raise-super-admin'
import { TEST_PASSWORD } from '../test-organization.ts'
import { OWNER_PASSWORD, type Attack, type TakeoverScene } from './takeover-scene.ts'

export const BY_REGISTERING: Attack[] = [
  ['stays signed in while the owner verifies', async (s) => void [await s.squat(), await s.follow()]],
  ['keeps the password that was registered with', async (s) => void [await s.squat(), await s.take()]],
  [
    'signs in from three browsers first',
    async (s) => void [await s.squat(), await s.squat(), await s.squat(), await s.follow()],
  ],
  [
    'founds an organization first, to be raised in it',
    async (s) => void [await s.squatWithOrganization(), await s.follow()],
  ],
  [
    'founds an organization once the owner has verified',
    async (s) => {
      const squatter = await s.squat()
      await s.follow()
      await squatter.ask(createOrganization, { body: { name: 'Too late' } })
    },
  ],
  [
    'waits for the next start of the server after the owner has verified',
    async (s) => void [await s.squatWithOrganization(), await s.follow(), await start(s)],
  ],
  [
    'waits for the next start without anybody verifying',
    async (s) => void [await s.squatWithOrganization(), await start(s)],
  ],
  [
    'signs in again and again without anybody verifying',
    async (s) => void [await s.squatWithOrganization(), await s.squat()],
  ],
  [
    'leaves a personal key behind',
    async (s) => void [await s.makeKey(await s.squatWithOrganization()), await s.take()],
  ],
  [
    'makes keys at the very moment the owner verifies',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      await Promise.all([
        s.makeKey(squatter),
        s.makeKey(squatter),
        s.follow(),
        s.makeKey(squatter),
        s.makeKey(squatter),
      ])
    },
  ],
  [
    'signs in at the very moment the owner verifies',
    async (s) => {
      await s.squat()
      await s.mailed('Confirm your email address')
      const all = await Promise.all([s.signIn(), s.signIn(), s.follow(), s.signIn(), s.signIn()])
      for (const reply of all) s.keepSession(reply)
    },
  ],
  [
    'changes the password at the very moment the owner verifies',
    async (s) => {
      const squatter = await s.squat()
      const body = { current_password: TEST_PASSWORD, password: 'nine ropes of harbour rain' }
      await Promise.all([squatter.ask(changePassword, { body }), s.follow()])
      s.keepSession(await s.signIn('nine ropes of harbour rain'))
    },
  ],
  [
    'deletes the account and registers the address again before the owner follows the first link',
    async (s) => {
      const squatter = await s.squat()
      await s.mailed('Confirm your email address') // before the second of that name goes out
      await squatter.call(deleteAccount, { body: { email: s.address, password: TEST_PASSWORD } })
      await s.squat()
      expect((await s.follow()).problem().code).toBe('VERIFY_USER_BAD_TOKEN')
    },
  ],
  [
    'deletes the account from under the owner who has just claimed it',
    async (s) => {
      const squatter = await s.squat()
      const path = '/users_info/delete_account'
      const held = await s.beginCall(squatter, { path, body: { email: s.address } })
      const gone = squatter.request('POST', path, { body: { email: s.address } })
      const { reset_token: token } = (await s.follow()).body as { reset_token: string }
      expect((await held.finish()).status).toBe(401)
      expect((await gone).status).not.toBe(204)
      const body = { token, password: OWNER_PASSWORD }
      expect((await s.app.request('POST', '/auth/reset-password', { body })).status).toBe(200)
    },
  ],
  [
    'registers the address in other letters once it is the owner’s',
    async (s) => {
      await s.squat()
      await s.take()
      await s.app.request('POST', '/auth/register', {
        body: { email: s.address.toUpperCase(), password: TEST_PASSWORD },
      })
    },
  ],
]

/** What every start of the server does for the addresses that the operator listed. */
export function start({ app }: TakeoverScene): Promise<void> {
  return raiseSuperAdmins({ ...app.dependencies, superAdminEmails: app.config.superAdminEmails })
}
