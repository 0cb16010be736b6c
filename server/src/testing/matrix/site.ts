import { sql } from 'kysely'
import { organizationScope } from '../../platform/scopes.ts'
import { startAllDoubles, type AllDoubles } from '../doubles/start-all.ts'
import { createManualClock } from '../manual-clock.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { TestUser } from '../test-organization.ts'
import { createPeople, type MintPerson } from './people.ts'

/** The app with doubles of all it speaks to, and people at hand. Nothing works off its jobs, so that things stay put. */
export interface Stage {
  app: TestApp
  doubles: AllDoubles
  person: MintPerson
  close(): Promise<void>
}

/** One organization with an admin and a project that holds everything a test wants to lay into one. */
export interface Site {
  stage: Stage
  organizationId: string
  projectId: string
  admin: TestUser
}

export async function openStage(environment: Record<string, string> = {}): Promise<Stage> {
  const doubles = await startAllDoubles({ clock: createManualClock('2026-11-02T09:00:00Z') })
  const app = await startTestApp({ environment: { ...doubles.environment, ...environment } })
  return {
    app,
    doubles,
    person: await createPeople(app),
    async close() {
      await app.close()
      await doubles.close()
    },
  }
}

export async function mintSite(stage: Stage): Promise<Site> {
  const { app, person } = stage
  const [organizationId, projectId] = [app.dependencies.newId(), app.dependencies.newId()]
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    await sql`insert into organization (id, name, created_at) values (${organizationId}, 'Site', now())`.execute(tx)
    await sql`insert into credit_account (organization_id, balance) values (${organizationId}, 1000000)`.execute(tx)
    await sql`insert into project (id, organization_id, name, website, created_at, updated_at)
      values (${projectId}, ${organizationId}, 'Shared', ${stage.doubles.websiteUrl}, now(), now())`.execute(tx)
  })
  const admin = await person({ membership: { organizationId, role: 'ADMIN' } })
  return { stage, organizationId, projectId, admin }
}
