import { sql, type RawBuilder } from 'kysely'
import { loginScope } from '@leadlight/server/platform/scopes'
import { buildLeads, buildSignal, inOrganization } from '../lead-builder.ts'
import type { TestUser } from '../test-organization.ts'
import { ACCOUNT_OBJECTS } from './account-objects.ts'
import { IDENTITY_OBJECTS } from './identity-objects.ts'
import { LEARNING_OBJECTS } from './learning-objects.ts'
import { LEAD_LIST_OBJECTS } from './lead-list-objects.ts'
import type { Site } from './site.ts'
import { MONITORING_OBJECTS } from './monitoring-objects.ts'
import { NOTIFICATION_OBJECTS } from './notification-objects.ts'
import { PRIVACY_OBJECTS } from './privacy-objects.ts'
import { PROSPECT_OBJECTS } from './prospect-objects.ts'
import { SLACK_OBJECTS } from './slack-objects.ts'
import { SOURCE_OBJECTS } from './source-objects.ts'
import { TEAM_OBJECTS } from './team-objects.ts'
import { TRANSFER_OBJECTS } from './transfer-objects.ts'
import { WEBHOOK_OBJECTS } from './webhook-objects.ts'
import { WORKSPACE_OBJECTS } from './workspace-objects.ts'

/** Something that calls name by its id. Objects are made bypassing their slices, each for one call alone. */
export interface ObjectKind {
  /** `caller` makes the call, for objects that belong to a person. */
  make(site: Site, projectId: string, caller?: TestUser): Promise<string>
  /** The id of a deleted one. */
  makeGone(site: Site, projectId: string, caller?: TestUser): Promise<string>
  /** Whether it belongs to one project, and other projects' calls do not find it. */
  isInProject?: boolean
  /** Whoever holds it may use it, so none is another's. */
  isBearers?: boolean
}

/** Something in a project, deleted by one statement. */
function inProject(make: ObjectKind['make'], remove: (id: string) => RawBuilder<unknown>): ObjectKind {
  return {
    make,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await make(site, projectId)
      await run(site, remove(id))
      return id
    },
  }
}

const spareProject = {
  ...inProject(makeProject, (id) => sql`delete from project where id = ${id}`),
  isInProject: false,
}

const KINDS = {
  /** The site's own project where it need not change. */
  project: { ...spareProject, make: (site: Site) => Promise.resolve(site.projectId) },
  spareProject,
  /** One with a single signal, while the site's own gathers hundreds. */
  projectWithSignal: { ...spareProject, make: makeProjectWithSignal },
  /** A project of any organization: a super admin's call reaches all, so none is another's. */
  reachedProject: { ...spareProject, make: (site: Site) => Promise.resolve(site.projectId), isBearers: true },
  lead: inProject(makeLead, (id) => sql`delete from lead where id = ${id}`),
  readLead: inProject(leadThatIs(sql`read`), (id) => sql`delete from lead where id = ${id}`),
  deletedLead: inProject(leadThatIs(sql`deleted`), (id) => sql`delete from lead where id = ${id}`),
  signal: inProject(makeSignal, (id) => sql`update intent_signal set deleted_at = now() where id = ${id}`),
  watchedNames: inProject(makeWatchedNames, (id) => sql`update intent_signal set deleted_at = now() where id = ${id}`),
  searchedSignal: inProject(
    makeSearchedSignal,
    (id) => sql`update intent_signal set deleted_at = now() where id = ${id}`,
  ),
  feed: inProject(makeFeed, (id) => sql`delete from feed where id = ${id}`),
  undo: inProject(makeUndo, (id) => sql`update undo set used_at = now() where token = ${id}`),
  person: {
    make: makePerson,
    async makeGone(site) {
      const id = await makePerson(site)
      await site.stage.app.db.transaction(loginScope(), (tx) => sql`delete from account where id = ${id}`.execute(tx))
      return id
    },
  },
  ...ACCOUNT_OBJECTS,
  ...IDENTITY_OBJECTS,
  ...LEARNING_OBJECTS,
  ...LEAD_LIST_OBJECTS,
  ...MONITORING_OBJECTS,
  ...PRIVACY_OBJECTS,
  ...PROSPECT_OBJECTS,
  ...SLACK_OBJECTS,
  ...SOURCE_OBJECTS,
  ...TEAM_OBJECTS,
  ...TRANSFER_OBJECTS,
  ...WEBHOOK_OBJECTS,
  ...NOTIFICATION_OBJECTS,
  ...WORKSPACE_OBJECTS,
} satisfies Record<string, ObjectKind>

export type ObjectName = keyof typeof KINDS

export const OBJECTS: Readonly<Record<ObjectName, ObjectKind>> = KINDS

export function liesInProject(object: ObjectName): boolean {
  return OBJECTS[object].isInProject === true
}

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

async function makeProject(site: Site): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await run(
    site,
    sql`insert into project (id, organization_id, name, website, created_at, updated_at)
      values (${id}, ${site.organizationId}, 'Spare', ${site.stage.doubles.websiteUrl}, now(), now())`,
  )
  return id
}

async function makeProjectWithSignal(site: Site): Promise<string> {
  const id = await makeProject(site)
  await makeSignal(site, id)
  return id
}

async function makePerson({ stage, organizationId }: Site): Promise<string> {
  return (await stage.person({ membership: { organizationId, role: 'MEMBER' } })).userId
}

function makeSignal(site: Site, projectId: string): Promise<string> {
  const { organizationId, stage } = site
  return buildSignal(stage.app, { organizationId, projectId }, `people who need ${stage.app.dependencies.newId()}`)
}

async function makeLead(site: Site, projectId: string): Promise<string> {
  const { organizationId, stage } = site
  const signalId = await makeSignal(site, projectId)
  const [id] = await buildLeads(stage.app, { organizationId, projectId, signalId }, [{}])
  return id!
}

function leadThatIs(flag: RawBuilder<unknown>): ObjectKind['make'] {
  return async (site, projectId) => {
    const id = await makeLead(site, projectId)
    await run(site, sql`update lead set ${flag} = true where id = ${id}`)
    return id
  }
}

async function makeWatchedNames(site: Site, projectId: string): Promise<string> {
  const id = await makeSignal(site, projectId)
  await run(site, sql`update intent_signal set kind = 'name', intent_signal = 'acme ' || id where id = ${id}`)
  return id
}

async function makeSearchedSignal(site: Site, projectId: string): Promise<string> {
  const signalId = await makeSignal(site, projectId)
  await run(
    site,
    sql`insert into search (id, organization_id, project_id, intent_signal_id, intent_signal, revision, state,
        search_days, price, until_at, created_at)
      values (gen_random_uuid(), ${site.organizationId}, ${projectId}, ${signalId}, 'people who need it', 1, 'queued',
        30, 0, now(), now())`,
  )
  return signalId
}

async function makeFeed(site: Site, projectId: string): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await run(
    site,
    sql`insert into feed (id, organization_id, project_id, url, title, created_at)
      values (${id}, ${site.organizationId}, ${projectId}, ${`https://feeds.example/${id}`}, 'Feed', now())`,
  )
  return id
}

async function makeUndo(site: Site, projectId: string): Promise<string> {
  const { app } = site.stage
  const [token, leadId] = [app.dependencies.newId(), await makeLead(site, projectId)]
  const expiresAt = new Date(app.clock.now().getTime() + 60_000)
  await run(
    site,
    sql`insert into undo (token, organization_id, project_id, field, former, lead_ids, expires_at)
      values (${token}, ${site.organizationId}, ${projectId}, 'read', false, ${[leadId]}::uuid[], ${expiresAt})`,
  )
  return token
}
