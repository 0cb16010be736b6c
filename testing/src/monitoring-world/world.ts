import { createIntentSignal, enableMonitoring } from '@leadlight/contract/signals'
import { setSourceChannel } from '@leadlight/contract/sources'
import { monthOf } from '@leadlight/domain/credits'
import { openUnfenced, type Ask } from '../open-unfenced.ts'
import { pollEvery } from '@leadlight/server/finding/monitoring/poll-times'
import { selectLoads } from '@leadlight/server/finding/monitoring/sharing-store'
import type { WatchName } from '@leadlight/server/finding/monitoring/watch-store'
import { monitoringScope } from '@leadlight/server/platform/scopes'
import type { ChannelPost } from '@leadlight/server/channels/channel'
import type { Dice } from '@leadlight/engine/testing/dice'
import type { CorpusPost } from '../doubles/corpus.ts'
import type { Keyed } from '../keyed-platforms.ts'
import type { Listened } from '../monitored-platforms.ts'
import type { MonitoringDriver } from '../monitoring-driver.ts'
import type { TestOrganization } from '../test-organization.ts'
import {
  beginListening,
  current,
  keyOf,
  replan,
  type ModelProject,
  type ModelSignal,
  type ReadState,
} from './listening-model.ts'
import { WORDINGS } from './world-posts.ts'

export interface WorldSize {
  organizations: number
  projectsEach: number
  signalsEach: number
}

/** Organizations with projects and signals, each with what we know of it without asking the product. */
export interface World {
  driver: MonitoringDriver
  /** The posts on each platform. */
  posts: ReadonlyMap<Listened, readonly CorpusPost[]>
  /** When a post could first be read. */
  listedAt(post: ChannelPost): Date
  ask: Ask
  organizations: TestOrganization[]
  projects: ModelProject[]
  signals: ModelSignal[]
  /** Every change of a signal's budget; its month's spending may not exceed it, or what was already spent. */
  budgets: Map<string, { month: string; budget: number; most: number }[]>
  /** The longest time ever between two polls of the same watch, by platform. */
  slowestMs: Map<string, number>
  /** Judgements that were deleted with their projects. */
  forgotten: number
}

/** Creates the organizations with their projects, signals and sources; most signals are monitored. */
export async function buildWorld(
  driver: MonitoringDriver,
  posts: World['posts'],
  { size, dice }: { size: WorldSize; dice: Dice },
): Promise<World> {
  const ask = await openUnfenced(driver.app.database)
  const lists = { organizations: [], projects: [], signals: [] }
  const said = { posts, listedAt: createListing(posts) }
  const world: World = { driver, ask, ...said, ...lists, budgets: new Map(), slowestMs: new Map(), forgotten: 0 }
  for (let n = 0; n < size.organizations; n += 1) {
    const org = await driver.app.organization()
    world.organizations.push(org)
    for (let m = 0; m < size.projectsEach; m += 1) await foundProject(world, org, { signals: size.signalsEach, dice })
  }
  for (const signal of world.signals) if (dice.share() < 0.9) await enable(world, signal, budgetBy(dice))
  return world
}

function createListing(posts: World['posts']): World['listedAt'] {
  const known = new Map(
    [...posts].flatMap(([platform, all]) =>
      all.flatMap(({ title, createdAt, listedAt }) =>
        listedAt ? [[keyOfPost({ platform, title, postedAt: createdAt }), listedAt] as const] : [],
      ),
    ),
  )
  return (post) => known.get(keyOfPost(post)) ?? post.postedAt
}

function keyOfPost({ platform, title, postedAt }: Pick<ChannelPost, 'platform' | 'title' | 'postedAt'>): string {
  return `${platform} ${postedAt.getTime()} ${title}`
}

async function foundProject(
  world: World,
  org: TestOrganization,
  { signals, dice }: { signals: number; dice: Dice },
): Promise<void> {
  const { id } = await org.project()
  const project = {
    id,
    organizationId: org.organizationId,
    isDeleted: false,
    own: [],
    keys: new Set<string>(),
    on: new Set<string>(),
    listened: new Map(),
  }
  world.projects.push(project)
  for (let n = 0; n < signals; n += 1) {
    const wording = dice.pick(unusedIn(world, project))
    const params = { projectId: id }
    const signal = await org.call(createIntentSignal, { params, body: { intent_signal: wording } })
    world.signals.push({ id: signal.id, projectId: id, wording, isDeleted: false, ranges: [], droppedAt: [] })
  }
  for (const platform of world.driver.platforms.keys.keys()) {
    if (dice.share() < 0.6) await setKey(world, project, platform)
  }
  for (const platform of world.driver.platforms.sources.keys()) {
    if (dice.share() < 0.6) await addSource(world, project, platform)
  }
}

export function orgOf({ organizations }: World, { organizationId }: ModelProject): TestOrganization {
  return certain(organizations.find((org) => org.organizationId === organizationId))
}

export function projectOf({ projects }: World, { projectId }: ModelSignal): ModelProject {
  return certain(projects.find(({ id }) => id === projectId))
}

export function signalsOf({ signals }: World, { id }: ModelProject): ModelSignal[] {
  return signals.filter((signal) => signal.projectId === id && !signal.isDeleted)
}

/** A wording no other signal of the project has. */
export function unusedIn(world: World, project: ModelProject): string[] {
  const used = new Set(signalsOf(world, project).map(({ wording }) => wording))
  return WORDINGS.filter((wording) => !used.has(wording))
}

async function readStateOf({ ask }: World, { id }: ModelProject): Promise<ReadState> {
  const rows = await ask<WatchProgress>(
    `select platform, source, query, way, key_project_id as "keyProjectId", read_to, window_to, pages from watch
     where id in (select watch_id from watch_project where project_id = $1)`,
    [id],
  )
  // A half-read window was read with the words of its time, from its end downwards.
  const place = ({ read_to: to, window_to: end, pages }: WatchProgress) => ({ to, from: pages > 0 && end ? end : to })
  return new Map(rows.map((row) => [keyOf(row), place(row)]))
}

/** Changes a project, and updates its watches as the following job does. */
export async function change(
  world: World,
  project: ModelProject,
  act: (moment: { now: Date; read: ReadState }) => Promise<void>,
): Promise<void> {
  const { driver } = world
  const moment = { now: driver.now(), read: await readStateOf(world, project) }
  await act(moment)
  await driver.listen({ organizationId: project.organizationId, projectId: project.id })
  const after = { now: driver.now(), read: moment.read, ...driver.monitoring }
  replan(project, signalsOf(world, project), after)
  await noteSlowest(world)
}

async function noteSlowest({ ask, driver, slowestMs }: World): Promise<void> {
  const watches = await ask<{ id: string; platform: string; keyProjectId: string | null }>(`
    select distinct on (platform, key_project_id) id, platform, key_project_id as "keyProjectId" from watch
    where way = 'poll'`)
  for (const watch of watches) {
    const loads = await driver.app.db.transaction(monitoringScope(), (tx) => selectLoads(tx, watch))
    for (const load of loads) {
      const listening = loads.map((one) => ({ ...one, listening: one === load ? 1 : 0 }))
      const everyMs = pollEvery(driver.monitoring, watch, { loads: listening, isStreamed: false })
      slowestMs.set(watch.platform, Math.max(everyMs, slowestMs.get(watch.platform) ?? 0))
    }
  }
}

/** Monitors a signal, or changes the budget of a monitored one. */
export async function enable(world: World, signal: ModelSignal, budget: number): Promise<void> {
  const { ask, budgets, driver } = world
  const project = projectOf(world, signal)
  await change(world, project, async ({ now, read }) => {
    const month = monthOf(now)
    const [row] = await ask<{ spent: string }>(
      'select spent from signal_monitor where intent_signal_id = $1 and month = $2',
      [signal.id, month],
    )
    const params = { projectId: project.id, id: signal.id }
    await orgOf(world, project).call(enableMonitoring, { params, body: { monthly_credit_budget: budget } })
    const most = Math.max(budget, Number(row?.spent ?? 0) / 1000)
    budgets.set(signal.id, [...(budgets.get(signal.id) ?? []), { month, budget, most }])
    if (!current(signal.ranges)) beginListening(signal, signal.wording, { now, read })
  })
  await driver.judge(project.organizationId)
}

export async function addSource(world: World, project: ModelProject, platform: Listened): Promise<void> {
  const { ask, driver } = world
  if (project.own.some((own) => own.platform === platform)) return
  // A channel is looked up with the project's key; Reddit's subreddits can be read without.
  if (platform === 'youtube' && !project.keys.has(platform)) return
  if (platform === 'reddit') await turnOn(world, project, platform)
  await change(world, project, async () => {
    const source = certain(await driver.addSource(orgOf(world, project), project.id, platform))
    const [row] = await ask<{ external_id: string }>(
      platform === 'feed'
        ? 'select url as external_id from feed where id = $1'
        : 'select external_id from project_source where id = $1',
      [source.id],
    )
    project.own.push({ platform, externalId: certain(row).external_id, id: source.id ?? '' })
  })
}

/** Gives a project a key of its own, or enters its present one again. */
export async function setKey(world: World, project: ModelProject, platform: Keyed): Promise<void> {
  await turnOn(world, project, platform)
  await change(world, project, async () => {
    await world.driver.setKey(orgOf(world, project), project.id, platform)
    project.keys.add(platform)
  })
}

/** Agrees to the platform's terms. */
async function turnOn(world: World, project: ModelProject, platform: string): Promise<void> {
  if (project.on.has(platform)) return
  await change(world, project, async () => {
    const body = { on: true, agreed: true }
    await orgOf(world, project).call(setSourceChannel, { params: { projectId: project.id, platform }, body })
    project.on.add(platform)
  })
}

interface WatchProgress extends WatchName {
  read_to: Date
  window_to: Date | null
  pages: number
}

/** Mostly enough, sometimes for a few posts only. */
export function budgetBy(dice: Dice): number {
  return dice.share() < 0.4 ? dice.between(1, 3) : 100
}

function certain<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The world does not know what it should.')
  return value
}
