import type { BodyOf } from '@leadlight/contract/endpoint'
import { updateNotificationSettings } from '@leadlight/contract/notifications'
import { sql } from 'kysely'
import { SOURCE_HOOKS } from '@leadlight/server/hooks'
import { announce } from '@leadlight/server/core/events/announce'
import { mailJob } from '@leadlight/server/outlets/notifications/jobs'
import type { NotificationDependencies } from '@leadlight/server/outlets/notifications/notification-dependencies'
import { mailSubscriber } from '@leadlight/server/outlets/notifications/queue-leads'
import { enqueueDue } from '@leadlight/server/outlets/notifications/register-jobs'
import { sendDue } from '@leadlight/server/outlets/notifications/send-due'
import { deliverEvents } from '@leadlight/server/outlets/outbox/deliver-events'
import { schedulerScope } from '@leadlight/server/platform/scopes'
import { MailError, type Mail } from '@leadlight/server/senders/mail'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite, type LeadWish } from './lead-builder.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestMember } from './test-organization.ts'
import { until } from './until.ts'

export interface Mailed extends Mail {
  at: Date
}

/** The app with its mails of new leads at work, on a clock that the test moves. */
export interface NotificationFixture {
  app: TestApp
  notifications: NotificationDependencies
  /** The mails that the mail server accepted, oldest first. */
  taken: Mailed[]
  /** Addresses whose mails it refuses. */
  refused: Set<string>
  /** Every mail it was asked to accept. */
  asked: Mail[]
  open(): Promise<NotificationSite>
  /** Delivers events to subscribers outside, as the running product does all the time. */
  deliverEvents(): Promise<void>
  /** Sends what is due by the app's clock, until nothing is. */
  send(): Promise<void>
  /** When something is due next, by the settings and by retries. */
  nextDue(): Promise<Date | null>
  /** Lets time pass until then, sending what becomes due on the way. */
  passTo(instant: Date | string): Promise<void>
  close(): Promise<void>
}

export interface NotificationSite extends LeadSite {
  params: { projectId: string }
  choose(who: TestMember, body: BodyOf<typeof updateNotificationSettings>): Promise<void>
  /** Finds new leads, announced as by a search and delivered at once. Resolves with their ids. */
  find(...wishes: LeadWish[]): Promise<string[]>
  /** The same for another signal than the first. */
  findOf(signalId: string, ...wishes: LeadWish[]): Promise<string[]>
}

export async function startNotificationFixture(): Promise<NotificationFixture> {
  let made: NotificationDependencies | undefined
  const [taken, asked, refused]: [Mailed[], Mail[], Set<string>] = [[], [], new Set()]
  const app = await startTestApp({
    environment: { PUBLIC_URL: 'https://leads.example.com', SESSION_DAYS: '90' },
    mailer: {
      kind: 'smtp',
      async send(mail) {
        // Mails of other slices do not matter here.
        if (!mail.key.startsWith('leads:')) return
        asked.push(mail)
        if (refused.has(mail.to)) throw new MailError('address_refused', '550 No such mailbox: (the address)')
        taken.push({ ...mail, at: app.clock.now() })
      },
      close: () => Promise.resolve(),
    },
    prepare(parts) {
      const deps = { ...parts, sources: { ...parts.matching, ...SOURCE_HOOKS } }
      made = deps
      parts.jobs.work(mailJob, (ids) => sendDue(deps, ids), { concurrency: 4 })
    },
  })
  if (!made) throw new Error('The app was not prepared.')
  const notifications = made

  async function tell(): Promise<void> {
    while (await deliverEvents({ db: app.db, subscribers: [mailSubscriber(notifications)] }));
  }

  async function send(): Promise<void> {
    await enqueueDue(notifications)
    await until(async () => {
      const busy = `select from job where name = 'notifications.mail' and state <> 'dead'`
      return (await app.database.pool.query(busy)).rows.length === 0
    })
  }

  async function nextDue(): Promise<Date | null> {
    const { rows } = await app.db.transaction(schedulerScope(), (tx) =>
      sql<{ at: Date | null }>`select least(
        (select min(next_mail_at) from notification_setting setting where not exists (select from notification_mail mail
          where mail.state = 'waiting' and mail.project_id = setting.project_id and mail.account_id = setting.account_id)),
        (select min(next_try_at) from notification_mail)) as at`.execute(tx),
    )
    return rows[0]?.at ?? null
  }

  async function passTo(instant: Date | string): Promise<void> {
    const end = new Date(instant)
    for (let due = await nextDue(); due && due <= end; due = await nextDue()) {
      if (due > app.clock.now()) await app.clock.set(due)
      await send()
    }
    await app.clock.set(end)
  }

  return {
    app,
    notifications,
    taken,
    refused,
    asked,
    async open() {
      const site = await mintLeadSite(app)
      const params = { projectId: site.projectId }
      async function findOf(signalId: string, ...wishes: LeadWish[]): Promise<string[]> {
        const ids = await buildLeads(app, { ...site, signalId }, wishes)
        await inOrganization(app, site, (tx) =>
          announce(tx, site.organizationId, {
            projectId: site.projectId,
            payload: { type: 'leads', search_id: null, lead_ids: ids, unread_count: ids.length },
            now: app.clock.now(),
          }),
        )
        await tell()
        return ids
      }
      return {
        ...site,
        params,
        async choose(who, body) {
          await who.call(updateNotificationSettings, { params, body })
        },
        find: (...wishes) => findOf(site.signalId, ...wishes),
        findOf,
      }
    },
    deliverEvents: tell,
    send,
    nextDue,
    passTo,
    close: () => app.close(),
  }
}
