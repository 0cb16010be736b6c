import { updateName } from '@leadlight/contract/accounts'
import { updateOrganization } from '@leadlight/contract/organization'
import * as contract from '@leadlight/contract/team'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeHtml, composeText } from '../../senders/mail-text.ts'
import { inviteMail } from '@leadlight/testing/invites'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { sendInviteMail } from './send-invite-mail.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ environment: { PUBLIC_URL: 'https://leads.example' } })
})
afterAll(() => app.close())

async function invite(owner: TestOrganization, body: { role: 'ADMIN' | 'MEMBER' | 'GUEST'; project_ids?: string[] }) {
  number += 1
  const email = `mailed-${number}@example.com`
  return { email, invite: await owner.call(contract.createInvite, { body: { email, ...body } }) }
}

/** Does what the job does for a delayed mail; returns how many mails were sent. */
async function sendHeldUp(owner: TestOrganization, inviteId: string, version: number): Promise<number> {
  const before = app.mails.length
  await sendInviteMail(app.dependencies, { organizationId: owner.organizationId, inviteId, version })
  return app.mails.length - before
}

describe('an invite’s mail', () => {
  test('says who invites whom to what in which role, until when, and where to go', async () => {
    const owner = await app.organization()
    await owner.call(updateName, { query: { first_name: 'Ada', last_name: 'Lovelace' } })
    await owner.call(updateOrganization, { body: { name: 'Harbour & Sons' } })
    const projectIds = [(await owner.project()).id, (await owner.project()).id]
    const { email } = await invite(owner, { role: 'GUEST', project_ids: projectIds })
    const mail = await inviteMail(app, email)

    expect(mail.subject).toBe('Ada Lovelace invites you to Harbour & Sons')
    expect(mail.paragraphs).toEqual([
      'Ada Lovelace invites you to join Harbour & Sons on Leadlight as a guest, who sees 2 projects.',
    ])
    expect(mail.action?.url).toMatch(/^https:\/\/leads\.example\/invite\?t=[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(mail.footnotes?.[0]).toBe(`The invite is for ${email} and ends on 9 November 2026 at 09:00 UTC.`)
  })

  test.each([
    ['ADMIN', 'as an admin, who sees every project and manages the team.'],
    ['MEMBER', 'as a member, who sees every project.'],
  ] as const)('puts the role in words: %s', async (role, words) => {
    const owner = await app.organization()
    const { email } = await invite(owner, { role })
    const { subject, paragraphs } = await inviteMail(app, email)

    expect(subject.replaceAll('\u200B', '')).toMatch(new RegExp(`^${owner.email} invites you to Firm of `))
    expect(paragraphs[0]).toContain(words)
  })

  test('turns names into neither headers nor links nor markup', async () => {
    const owner = await app.organization()
    await owner.call(updateName, { query: { first_name: 'Eve Bcc: all@evil.example', last_name: '\u202Emoc' } })
    const name = 'http://evil.example/win <a href="//evil.example">free</a>'
    await owner.call(updateOrganization, { body: { name } })
    const { email } = await invite(owner, { role: 'MEMBER' })
    const mail = await inviteMail(app, email)
    const [text, html] = [composeText(mail), composeHtml(mail)]

    expect(mail.to).toBe(email)
    expect(mail.subject.replaceAll('\u200B', '')).toBe(
      'Eve Bcc: all@evil.example moc invites you to http://evil.example/win <a href="//evil.example">free</a>',
    )
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${mail.action?.url}"`])
    for (const body of [mail.subject, mail.paragraphs.join('\n'), text.replaceAll(mail.action?.url ?? '', '')]) {
      expect(body).not.toMatch(/:\/\/|evil\.example|@evil/)
    }
  })
})

describe('a delayed mail', () => {
  test('is sent for a pending invite, always under the same key', async () => {
    const owner = await app.organization()
    const { email, invite: made } = await invite(owner, { role: 'MEMBER' })
    const first = await inviteMail(app, email)

    expect(await sendHeldUp(owner, made.id, 1)).toBe(1)
    expect(app.mails.at(-1)).toEqual(first)
  })

  test('is not sent for an invite taken back, expired or sent again since', async () => {
    const owner = await app.organization()
    const { email, invite: made } = await invite(owner, { role: 'MEMBER' })
    await inviteMail(app, email)
    await owner.call(contract.resendInvite, { params: { id: made.id } })
    await inviteMail(app, email, 2)

    expect(await sendHeldUp(owner, made.id, 1)).toBe(0)
    expect(await sendHeldUp(owner, made.id, 2)).toBe(1)
    const foreign = await owner.foreign()
    expect(await sendHeldUp(foreign, made.id, 2)).toBe(0)
    const now = app.clock.now()
    await app.clock.advance(7 * 24 * 60 * 60 * 1000)
    expect(await sendHeldUp(owner, made.id, 2)).toBe(0)
    await app.clock.set(now)
    await owner.call(contract.cancelInvite, { params: { id: made.id } })
    expect(await sendHeldUp(owner, made.id, 2)).toBe(0)
  })
})
