import { setTimeout as sleep } from 'node:timers/promises'
import { register, verify } from '@leadlight/contract/accounts'
import { updateNotificationSettings } from '@leadlight/contract/notifications'
import { until } from '@leadlight/testing/until'
import type { Fixture } from './fixture.ts'
import { persist, type Labour } from './labours.ts'
import { clientOf, openPerson, PASSWORD, type Person } from './person.ts'
import { see } from './watch.ts'

const SENT_MS_MAX = 90_000
const SIGNED_UP = 8
const BETWEEN_MS = 1_000
/** The least time between two mails at once, after which a mail is due that is due later now. */
const DUE_NOW = `
  with settings as (
    update notification_setting set next_mail_at = now() where organization_id = $1 and next_mail_at > now())
  update notification_mail set next_try_at = now() where organization_id = $1 and state = 'waiting' and next_try_at > now()`

/** Somebody new with a proved address, who is mailed each lead at once. */
export async function openMailed(fixture: Fixture): Promise<Person> {
  const person = await openPerson(fixture)
  const mail = await until(() => fixture.smtp.mails.find(({ to }) => to === person.email), SENT_MS_MAX)
  const token = /\/verify-user\?token=([\w.-]+)/.exec(mail.body)?.[1]
  if (token === undefined) throw new Error('The mail to prove an address has no link.')
  await clientOf(fixture.url, person.token).call(verify, { body: { token } })
  const { projectId } = person
  await person.client.call(updateNotificationSettings, { params: { projectId }, body: { frequency: 'at_once' } })
  return person
}

/**
 * A line for each lead that the person was told of by mail. Mails of one Message-ID are one: whoever was killed between
 * the server's yes and its record sends once more, and SMTP offers nothing better.
 */
export async function mailedLeads({ fetchRows, smtp }: Fixture, person: Person): Promise<string[]> {
  const isSent = async () => {
    await fetchRows(DUE_NOW, [person.organizationId])
    const rows = await fetchRows(
      `select from notification_lead lead left join notification_mail mail on mail.id = lead.mail_id
        where lead.organization_id = $1 and mail.state is distinct from 'sent' limit 1`,
      [person.organizationId],
    )
    return rows.length === 0
  }
  // What never comes is told as lost.
  await until(isSent, SENT_MS_MAX).catch(() => undefined)
  const subjects = new Map(
    smtp.mails
      .filter(({ to }) => to === person.email)
      .map(({ headers }) => [headers.get('message-id'), headers.get('subject') ?? '']),
  )
  const leads = [...subjects.values()].reduce((sum, subject) => sum + leadsIn(subject), 0)
  return Array.from({ length: leads }, () => 'lead told by mail')
}

function leadsIn(subject: string): number {
  return Number(/^(\d+) new leads in /.exec(subject)?.[1] ?? (subject.startsWith('New lead in ') ? 1 : 0))
}

/** People sign up one after another, each until it is answered. Every one of them is mailed once. */
export function signUpMany(fixture: Pick<Fixture, 'url' | 'smtp'>, key: string): Labour {
  let isDone = false
  const signUps = (async () => {
    const begun: Labour[] = []
    for (let at = 0; at < SIGNED_UP; at += 1) {
      const signUp = signUpOne(fixture, `${key}-${at}@example.org`, `10.2.${at}.1`)
      begun.push(signUp)
      await sleep(BETWEEN_MS)
    }
    return begun
  })().finally(() => (isDone = true))
  return {
    isUnderWay: () => !isDone,
    async end() {
      const ended = await Promise.all((await signUps).map((each) => each.end()))
      return { lost: ended.flatMap(({ lost = [] }) => lost), doubled: ended.flatMap(({ doubled = [] }) => doubled) }
    },
  }
}

function signUpOne({ url, smtp }: Pick<Fixture, 'url' | 'smtp'>, email: string, from: string): Labour {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const body = JSON.stringify({ email, password: PASSWORD })
  const ask = () => see('sign up', (signal) => fetch(url + register.path, { method: 'POST', headers, body, signal }))
  const mailIds = () => smtp.mails.filter(({ to }) => to === email).map(({ headers: of }) => of.get('message-id'))
  return persist(ask, async () => {
    const isMailed = await until(() => mailIds().length > 0, SENT_MS_MAX).catch(() => false)
    return {
      lost: isMailed ? [] : [`the mail to ${email}`],
      doubled: new Set(mailIds()).size > 1 ? [`the mail to ${email}`] : [],
    }
  })
}
