import { sql, type KyselyPlugin } from 'kysely'
import { createBilling } from '@leadlight/server/core/billing/billing-dependencies'
import { insertCustomer } from '@leadlight/server/core/billing/subscription-store'
import { syncSubscription } from '@leadlight/server/core/billing/sync-subscription'
import { organizationScope } from '@leadlight/server/platform/scopes'
import { startAllDoubles, type AllDoubles } from '../doubles/start-all.ts'
import { startGoogleDouble, type GoogleDouble } from '../doubles/google-double.ts'
import { startSlackDouble, type SlackDouble } from '../doubles/slack/slack-double.ts'
import { startStripeDouble, type StripeDouble } from '../doubles/stripe/stripe-double.ts'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import type { Random } from '@leadlight/server/platform/random'
import { createManualClock } from '../manual-clock.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createTestDatabase, removeTestDatabase } from '../test-database.ts'
import type { TestUser } from '../test-organization.ts'
import { createPeople, type MintPerson } from './people.ts'

/**
 * The app with doubles of all third parties, and people at hand. No worker runs its jobs, so that nothing changes by
 * itself.
 */
export interface Stage {
  app: TestApp
  doubles: AllDoubles
  google: GoogleDouble
  stripe: StripeDouble
  slack: SlackDouble
  person: MintPerson
  close(): Promise<void>
}

/** One organization with an admin and a project that holds everything a test adds to one. */
export interface Site {
  stage: Stage
  organizationId: string
  projectId: string
  /** A second project, with other contents. */
  otherProjectId: string
  /** The projects granted to guests with a grant. */
  projectIds: readonly string[]
  admin: TestUser
}

export interface StageOptions {
  environment?: Record<string, string>
  /** Plugins that see, or tamper with, the database's statements. */
  plugins?: KyselyPlugin[]
  /** For a process without vitest: an empty, migrated database, and where its randomness begins. */
  alone?: { database: DatabaseOptions; random: Random }
}

export async function openStage({ environment = {}, plugins = [], alone }: StageOptions = {}): Promise<Stage> {
  const doubles = await startAllDoubles({ clock: createManualClock('2026-11-02T09:00:00Z') })
  const google = await startGoogleDouble()
  const made: { app?: TestApp } = {}
  const before = createManualClock('2026-11-02T09:00:00Z')
  const stripe = await startStripeDouble({ clock: { ...before, now: () => (made.app?.clock ?? before).now() } })
  const slack = await startSlackDouble()
  const on = { ...(alone?.database ?? (await createTestDatabase())), plugins }
  const app = await startTestApp({
    on,
    ...(alone && { random: alone.random }),
    environment: {
      ...doubles.environment,
      ...google.environment,
      ...stripe.environment,
      ...slack.environment,
      ...environment,
    },
  })
  google.clock = app.clock
  slack.clock = app.clock
  made.app = app
  return {
    app,
    doubles,
    google,
    stripe,
    slack,
    person: await createPeople(app),
    async close() {
      await app.close()
      if (!alone) await removeTestDatabase(on)
      await google.close()
      await stripe.close()
      await slack.close()
      await doubles.close()
    },
  }
}

export async function mintSite(stage: Stage): Promise<Site> {
  const { app, person } = stage
  const organizationId = app.dependencies.newId()
  const projectIds = [app.dependencies.newId(), app.dependencies.newId()] as const
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    await sql`insert into organization (id, name, created_at) values (${organizationId}, 'Site', now())`.execute(tx)
    await sql`insert into credit_account (organization_id, balance) values (${organizationId}, 1000000)`.execute(tx)
    for (const id of projectIds) {
      await sql`insert into project (id, organization_id, name, website, created_at, updated_at)
        values (${id}, ${organizationId}, 'Shared', ${stage.doubles.websiteUrl}, now(), now())`.execute(tx)
    }
  })
  await subscribe(stage, organizationId)
  const admin = await person({ membership: { organizationId, role: 'ADMIN' } })
  const [projectId, otherProjectId] = projectIds
  return { stage, organizationId, projectId, otherProjectId, projectIds, admin }
}

/** Puts the organization on the smallest plan, as if it had paid for it at Stripe. */
async function subscribe({ app, stripe: { account } }: Stage, organizationId: string): Promise<void> {
  const metadata = { organization_id: organizationId }
  const customer = account.addCustomer({ name: 'Site', email: 'site@example.com', metadata })
  const card = account.giveCard(customer.id)
  account.subscribe(customer.id, 'price_starter', { method: card.id })
  await app.db.transaction(organizationScope(organizationId), (tx) => insertCustomer(tx, organizationId, customer.id))
  await syncSubscription(createBilling(app.dependencies), organizationId)
}
