import { getUserToken, login, me } from '@leadlight/contract/accounts'
import { getCredits } from '@leadlight/contract/organization'
import { confirmSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { listAuditLog } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installationScope, organizationScope } from '../../platform/scopes.ts'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'
import { HELP, readCommand } from './commands.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { MONTHLY_CREDITS: '100' } })
})
afterAll(() => app.close())

/** The lines the command prints; rejects with the sentence it fails with. */
async function operate(args: string[], overrides: Partial<OperatorDependencies> = {}): Promise<string[]> {
  const run = readCommand(args)
  if (run === 'help') return HELP
  if ('withoutDatabase' in run) return run.withoutDatabase(app.config)
  return run({ ...operatorParts(app), ...overrides })
}

async function verified(email: string): Promise<void> {
  const query = sql`update account set is_verified = true where email = ${email}`
  await app.db.transaction(installationScope(), (tx) => query.execute(tx))
}

describe('make-super-admin', () => {
  test('gives the role in the organization they are in', async () => {
    const organization = await app.organization()
    const guest = await organization.member('GUEST')
    await verified(guest.email)
    const said = await operate(['make-super-admin', guest.email.toUpperCase()])

    expect(said).toEqual([`${guest.email} is a super admin of Firm of ${organization.email} now.`])
    expect((await guest.call(me)).organization_membership?.role).toBe('SUPER_ADMIN')
    expect((await guest.call(getUserToken, { query: { email: organization.email } })).token).toMatch(/\./)
    expect(await operate(['make-super-admin', guest.email])).toEqual([
      `${guest.email} is a super admin of Firm of ${organization.email} already.`,
    ])
    const { items } = await guest.call(listAuditLog, { query: { action: 'operator.make-super-admin' } })
    expect(items).toMatchObject([{ actor_id: null, target: { user_id: guest.userId } }])
  })

  test('refuses an address that was never verified until the operator vouches for it', async () => {
    const { email, ...organization } = await app.organization({ isVerified: false })

    await expect(operate(['make-super-admin', email])).rejects.toThrow(`${email} has not been verified`)
    expect((await organization.call(me)).organization_membership?.role).toBe('ADMIN')
    await operate(['make-super-admin', email, '--unverified'])
    expect((await organization.call(me)).organization_membership?.role).toBe('SUPER_ADMIN')
  })
})

describe('remove-super-admin', () => {
  test('makes an admin again and ends their impersonations', async () => {
    const superAdmin = await app.organization({ role: 'SUPER_ADMIN' })
    const { email } = await app.user()
    const seen = createTestClient(app.app, (await superAdmin.call(getUserToken, { query: { email } })).token)
    const said = await operate(['remove-super-admin', superAdmin.email])

    expect(said).toEqual([expect.stringMatching(/ is an admin of Firm of .+ now, and no super admin any more\.$/)])
    expect((await superAdmin.call(me)).organization_membership?.role).toBe('ADMIN')
    expect((await seen.request('GET', me.path)).status).toBe(401)
  })

  test('changes nothing for somebody who is no super admin', async () => {
    const member = await (await app.organization()).member('MEMBER')

    expect(await operate(['remove-super-admin', member.email])).toEqual([
      `${member.email} is no super admin; nothing was changed.`,
    ])
    expect((await member.call(me)).organization_membership?.role).toBe('MEMBER')
  })

  test('warns that the configuration would give the role back', async () => {
    const superAdmin = await app.organization({ role: 'SUPER_ADMIN' })
    const said = await operate(['remove-super-admin', superAdmin.email], { superAdminEmails: [superAdmin.email] })

    expect(said[1]).toContain('SUPER_ADMIN_EMAILS still names them')
  })
})

describe('every command about somebody', () => {
  test.each(['make-super-admin', 'remove-super-admin', 'grant-credits'])(
    '%s says that nobody, or nobody in an organization, has the address',
    async (name) => {
      const { email } = await app.user()
      await verified(email)
      const more = name === 'grant-credits' ? ['5'] : []

      await expect(operate([name, 'nobody@example.com', ...more])).rejects.toThrow(
        'Nobody has an account with the address nobody@example.com.',
      )
      await expect(operate([name, email, ...more])).rejects.toThrow(`${email} is in no organization yet`)
    },
  )
})

describe('remove-second-factor', () => {
  test('lets somebody whose codes are lost in by their password alone', async () => {
    const user = await app.user()
    const signIn = () => app.request('POST', login.path, { form: { username: user.email, password: TEST_PASSWORD } })
    const { secret } = await user.call(startSecondFactor, { body: { password: TEST_PASSWORD } })
    const code = new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
    await user.call(confirmSecondFactor, { body: { code } })
    const before = await signIn()
    const said = [
      await operate(['remove-second-factor', user.email]),
      await operate(['remove-second-factor', user.email]),
    ]

    expect(said.flat()).toEqual([
      `${user.email} signs in by their password alone now, until they set up another second factor.`,
      `${user.email} has no second factor; nothing was changed.`,
    ])
    expect([before.problem().code, (await signIn()).status]).toEqual(['LOGIN_SECOND_FACTOR_REQUIRED', 200])
    await expect(operate(['remove-second-factor', 'nobody@example.com'])).rejects.toThrow('Nobody has an account')
  })
})

describe('list-users', () => {
  test('lists everybody, newest first, with their role and organization', async () => {
    const organization = await app.organization()
    const member = await organization.member('MEMBER')
    await verified(member.email)
    await app.user('alone@example.com')
    const lines = await operate(['list-users', '--limit', '3'])

    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^address +name +role +organization +since$/)
    expect(lines[1]).toMatch(/^alone@example\.com \(not verified\) +2026-11-02$/)
    expect(lines[2]).toMatch(new RegExp(`^${member.email} +MEMBER +Firm of ${organization.email} +2026-11-02$`))
    expect(lines[4]).toBe('There are more than 3; raise --limit or add --search.')
  })

  test('searches part of the address, the name or the organization, taken literally', async () => {
    const user = await app.user('percy@example.com')
    await user.request('PATCH', '/users_info/update_name?first_name=Percy%25&last_name=Shelley')
    const found = async (search: string) => (await operate(['list-users', '--search', search])).join('\n')

    for (const search of ['ERCY@EX', 'y% shel', 'Shelley']) expect(await found(search)).toContain('percy@example.com')
    expect(await found('%')).not.toContain('alone@example.com')
    expect(await found('nobody at all')).toBe('No user is found by that.')
  })
})

describe('list-organizations', () => {
  test('lists every organization, newest first, with its people and its credits', async () => {
    const older = await app.organization()
    const newer = await app.organization()
    await newer.member('GUEST')
    const lines = await operate(['list-organizations', '--limit', '2'])

    expect(lines[0]).toMatch(/^id +name +people +credits +since$/)
    expect(lines[1]).toMatch(new RegExp(`^${newer.organizationId}  Firm of ${newer.email} +2 +100 +2026-11-02$`))
    expect(lines[2]).toMatch(new RegExp(`^${older.organizationId}  Firm of ${older.email} +1 `))
    expect(lines[3]).toBe('There are more than 2; raise --limit or add --search.')
    expect(await operate(['list-organizations', '--search', older.email.toUpperCase()])).toHaveLength(2)
  })
})

describe('grant-credits', () => {
  const entries = async (organizationId: string) => {
    const query = sql<{ kind: string; amount: number; what: string; key: string }>`
      select kind, amount::int, what, key from credit_entry where organization_id = ${organizationId} order by id`
    return (await app.db.transaction(organizationScope(organizationId), (tx) => query.execute(tx))).rows
  }

  test('adds to the balance, by the id, the name or the address of a member, and gives the reason in the ledger', async () => {
    const organization = await app.organization()
    const guest = await organization.member('GUEST')
    const name = `Firm of ${organization.email}`
    const said = [
      await operate(['grant-credits', organization.organizationId, '50']),
      await operate(['grant-credits', name, '0.125', '--note', 'For the trouble in March']),
      await operate(['grant-credits', guest.email.toUpperCase(), '1000']),
    ]

    expect(said.flat()).toEqual([
      `Granted 50 credits to ${name}. The balance is 150.`,
      `Granted 0.125 credits to ${name}. The balance is 150.125.`,
      `Granted 1000 credits to ${name}. The balance is 1150.125.`,
    ])
    expect((await organization.call(getCredits)).credit_balance).toBe(1150.125)
    expect(await entries(organization.organizationId)).toEqual([
      { kind: 'grant', amount: 100_000, what: 'Monthly grant, 2026-11', key: 'grant:2026-11' },
      { kind: 'grant', amount: 50_000, what: 'Granted by the operator', key: expect.stringMatching(/^operator:/) },
      { kind: 'grant', amount: 125, what: 'For the trouble in March', key: expect.stringMatching(/^operator:/) },
      { kind: 'grant', amount: 1_000_000, what: 'Granted by the operator', key: expect.stringMatching(/^operator:/) },
    ])
  })

  test('grants once under a key, even of ten at the same moment', async () => {
    const organization = await app.organization()
    const args = ['grant-credits', organization.organizationId, '7', '--key', 'invoice-12']
    const said = await Promise.all(Array.from({ length: 10 }, () => operate(args)))
    const again = await operate([...args.slice(0, 2), '9', ...args.slice(3)])

    expect(said.flat().filter((line) => line.startsWith('Granted 7'))).toHaveLength(1)
    expect(again).toEqual([
      'Under the key invoice-12 7 credits were granted before; nothing was changed. The balance is 107.',
    ])
    expect((await organization.call(getCredits)).credit_balance).toBe(107)
  })

  test.each(['0', '-5', '1e3', '1.2345', '1000000.001', '10,5', 'ten', '', ' '])('refuses %j', async (amount) => {
    const organization = await app.organization()

    await expect(operate(['grant-credits', organization.organizationId, '--', amount])).rejects.toThrow(
      /is no amount of credits/,
    )
    expect(await entries(organization.organizationId)).toHaveLength(1)
  })

  test('says when no organization or several have the name', async () => {
    const [one, two] = [await app.organization(), await app.organization()]
    for (const { organizationId } of [one, two]) {
      await app.db.transaction(organizationScope(organizationId), (tx) =>
        sql`update organization set name = 'Twins' where id = ${organizationId}`.execute(tx),
      )
    }

    await expect(operate(['grant-credits', 'Nowhere', '1'])).rejects.toThrow(
      'There is no organization with the id or the name Nowhere.',
    )
    await expect(operate(['grant-credits', 'Twins', '1'])).rejects.toThrow(
      `Several organizations are called Twins; say which by its id: ${two.organizationId}, ${one.organizationId}.`,
    )
  })
})

describe('a command line', () => {
  test.each([
    { args: ['mek-super-admin', 'a@b.example'], says: 'There is no command mek-super-admin; npm run operator -- help' },
    { args: ['constructor'], says: 'There is no command constructor;' },
    { args: ['make-super-admin'], says: 'Name one address, no more and no less' },
    { args: ['make-super-admin', 'a@b.example', 'c@d.example'], says: 'Name one address' },
    { args: ['make-super-admin', 'rosa'], says: 'rosa is no email address.' },
    { args: ['make-super-admin', 'a@b.example', '--force'], says: 'make-super-admin EMAIL [--unverified]' },
    { args: ['list-users', 'rosa'], says: 'to search, add --search rosa.' },
    { args: ['list-users', '--limit', '0'], says: '--limit takes a whole number from 1 to 1000.' },
    { args: ['list-users', '--limit', '1001'], says: '--limit takes' },
    { args: ['list-users', '--limit', 'many'], says: '--limit takes' },
    { args: ['list-users', '--limit', '0x10'], says: '--limit takes' },
    { args: ['list-users', '--limit', ''], says: '--limit takes' },
    { args: ['list-users', '--search', ''], says: '--search takes a text of 1 to 200 characters.' },
    { args: ['list-users', '--search'], says: 'list-users [--search TEXT]' },
    { args: ['grant-credits', 'Acme', 'Ltd', '5'], says: 'put quotes around a name of several words' },
    { args: ['grant-credits', 'Acme', '5', '--note', 'a\u0007b'], says: '--note takes a text' },
    { args: ['grant-credits', 'Acme', '-5'], says: 'grant-credits ORGANIZATION_OR_EMAIL AMOUNT' },
  ])('$args fails with a hint', ({ args, says }) => {
    expect(() => readCommand(args)).toThrow(says)
  })

  test.each([[[]], [['help']], [['--help']], [['list-users', '--help']]])('%j prints the help', async (args) => {
    const text = (await operate(args)).join('\n')

    for (const name of [
      'make-super-admin',
      'remove-super-admin',
      'list-users',
      'list-organizations',
      'grant-credits',
    ]) {
      expect(text).toContain(`  ${name} `)
    }
  })
})

describe('end-sessions', () => {
  test('signs one person out everywhere, and nobody else', async () => {
    const [ended, other] = [await app.organization(), await app.user()]
    expect(await operate(['end-sessions', ended.email])).toEqual(['Ended one session. Personal keys go on.'])

    expect((await ended.ask(me)).status).toBe(401)
    expect((await other.ask(me)).status).toBe(200)
    expect(await operate(['end-sessions', ended.email])).toEqual(['Nobody was signed in there; nothing was ended.'])
    await expect(operate(['end-sessions', 'nobody@example.com'])).rejects.toThrow('Nobody has an account')
    await expect(operate(['end-sessions', ended.email, '--everybody'])).rejects.toThrow('not both')
  })

  test('signs everybody out where the operator says so', async () => {
    const users = [await app.user(), await app.user()]
    const [said] = await operate(['end-sessions', '--everybody'])

    expect(said).toMatch(/^Ended \d+ sessions\. Personal keys go on\.$/)
    for (const user of users) expect((await user.ask(me)).status).toBe(401)
  })
})
