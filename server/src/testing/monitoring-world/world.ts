import { deleteProject } from '@leadlight/contract/projects'
import {
  createIntentSignal,
  deleteIntentSignal,
  disableMonitoring,
  enableMonitoring,
  updateIntentSignal,
} from '@leadlight/contract/signals'
import { removeCommunity, removeFeed } from '@leadlight/contract/sources'
import { seeEverything, type Ask } from '../all-seeing.ts'
import type { Dice } from '../dice.ts'
import type { Polled } from '../monitored-platforms.ts'
import type { MonitoringDrive } from '../monitoring-drive.ts'
import type { TestOrganization } from '../test-organization.ts'
import {
  beginListening,
  current,
  endListening,
  keyOf,
  planAnew,
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

/** Organizations with projects and signals, and beside each what we know of it without asking the product. */
export interface World {
  drive: MonitoringDrive
  ask: Ask
  organizations: readonly TestOrganization[]
  projects: readonly ModelProject[]
  signals: readonly ModelSignal[]
  /** Every change of a signal's budget; in its month no more may be spent than it, or than was spent already. */
  budgets: Map<string, { month: string; budget: number; most: number }[]>
  /** The most watches that ever shared the limits of each platform. */
  sharing: Map<string, number>
  /** Judgements that went with their projects. */
  forgotten: number
  deeds: Record<DeedName, (dice: Dice) => Promise<void>>
}

export type DeedName =
  | 'reword'
  | 'enable'
  | 'disable'
  | 'change budget'
  | 'add source'
  | 'remove source'
  | 'delete signal'
  | 'delete project'

export async function buildWorld(drive: MonitoringDrive, size: WorldSize, dice: Dice): Promise<World> {
  const ask = await seeEverything(drive.app.database)
  const organizations: TestOrganization[] = []
  const projects: ModelProject[] = []
  const signals: ModelSignal[] = []
  const budgets: World['budgets'] = new Map()
  const sharing: World['sharing'] = new Map()
  const known = { drive, ask, organizations, projects, signals, budgets, sharing }
  const world: World = { ...known, forgotten: 0, deeds: createDeeds() }

  for (let n = 0; n < size.organizations; n += 1) {
    const org = await drive.app.organization()
    organizations.push(org)
    for (let m = 0; m < size.projectsEach; m += 1) {
      const { id } = await org.project()
      const project = { id, organizationId: org.organizationId, isDeleted: false, own: [], listened: new Map() }
      projects.push(project)
      for (let s = 0; s < size.signalsEach; s += 1) await writeSignal(project)
      for (const platform of drive.platforms.sources.keys()) if (dice.share() < 0.6) await addSource(project, platform)
    }
  }
  for (const signal of signals) if (dice.share() < 0.9) await enable(signal, budgetBy(dice))

  async function writeSignal(project: ModelProject): Promise<void> {
    const wording = dice.pick(unusedIn(project))
    const params = { projectId: project.id }
    const { id } = await orgOf(project).call(createIntentSignal, { params, body: { intent_signal: wording } })
    signals.push({ id, projectId: project.id, wording, isDeleted: false, stretches: [], letGoAt: [] })
  }

  function orgOf({ organizationId }: ModelProject): TestOrganization {
    return certain(organizations.find((org) => org.organizationId === organizationId))
  }

  function projectOf({ projectId }: ModelSignal): ModelProject {
    return certain(projects.find(({ id }) => id === projectId))
  }

  function signalsOf({ id }: ModelProject): ModelSignal[] {
    return signals.filter((signal) => signal.projectId === id && !signal.isDeleted)
  }

  function unusedIn(project: ModelProject): string[] {
    const used = new Set(signalsOf(project).map(({ wording }) => wording))
    return WORDINGS.filter((wording) => !used.has(wording))
  }

  async function readStateOf(project: ModelProject): Promise<ReadState> {
    const rows = await ask<WatchPlace>(
      `select platform, source, query, read_to, window_to, pages from watch
       where id in (select watch_id from watch_project where project_id = $1)`,
      [project.id],
    )
    // A window that is half read was read with the words of then, down from its end.
    const place = ({ read_to: to, window_to: end, pages }: WatchPlace) => ({ to, from: pages > 0 && end ? end : to })
    return new Map(rows.map((row) => [keyOf(row), place(row)]))
  }

  /** Does something to a project, and has it listen anew as the job does that follows. */
  async function change(
    project: ModelProject,
    act: (moment: { now: Date; read: ReadState }) => Promise<void> | void,
  ): Promise<void> {
    const moment = { now: drive.now(), read: await readStateOf(project) }
    await act(moment)
    await drive.listen({ organizationId: project.organizationId, projectId: project.id })
    const after = { now: drive.now(), read: moment.read, places: drive.monitoring.places }
    planAnew(project, signalsOf(project), after)
    const counts = await ask<{ platform: string; count: number }>(
      'select platform, count(*)::integer as count from watch group by platform',
    )
    for (const { platform, count } of counts) sharing.set(platform, Math.max(count, sharing.get(platform) ?? 0))
  }

  async function enable(signal: ModelSignal, budget: number): Promise<void> {
    const project = projectOf(signal)
    await change(project, async (moment) => {
      const month = moment.now.toISOString().slice(0, 7)
      const [row] = await ask<{ spent: string }>(
        'select spent from signal_monitor where intent_signal_id = $1 and month = $2',
        [signal.id, month],
      )
      const params = { projectId: project.id, id: signal.id }
      await orgOf(project).call(enableMonitoring, { params, body: { monthly_credit_budget: budget } })
      const most = Math.max(budget, Number(row?.spent ?? 0) / 1000)
      budgets.set(signal.id, [...(budgets.get(signal.id) ?? []), { month, budget, most }])
      if (!current(signal.stretches)) beginListening(signal, signal.wording, { now: drive.now(), read: moment.read })
    })
    // What waits for the organization's money is looked at again.
    await drive.tidy()
  }

  async function addSource(project: ModelProject, platform: Polled): Promise<void> {
    const typed = drive.platforms.sources.get(platform)
    if (typed === undefined || project.own.some((own) => own.platform === platform)) return
    await change(project, async () => {
      const source = certain(await drive.addSource(orgOf(project), project.id, platform))
      const [row] = await ask<{ external_id: string }>(
        platform === 'feed'
          ? 'select url as external_id from feed where id = $1'
          : 'select external_id from project_source where id = $1',
        [source.id],
      )
      project.own.push({ platform, externalId: certain(row).external_id, id: source.id ?? '' })
    })
  }

  function somebody<T>(dice: Dice, list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
    return list.length === 0 ? Promise.resolve() : act(dice.pick(list))
  }

  function createDeeds(): World['deeds'] {
    const standing = () => projects.filter((project) => !project.isDeleted)
    const standingSignals = () => signals.filter((signal) => !signal.isDeleted)
    const listening = () => standingSignals().filter((signal) => current(signal.stretches))
    return {
      reword: (dice) =>
        somebody(dice, standingSignals(), async (signal) => {
          const project = projectOf(signal)
          const wording = dice.pick(unusedIn(project))
          await change(project, async ({ now, read }) => {
            const params = { projectId: project.id, id: signal.id }
            const body = { intent_signal: wording, do_reanalyze: false }
            await orgOf(project).call(updateIntentSignal, { params, body })
            if (current(signal.stretches)) beginListening(signal, wording, { now, read })
            else signal.wording = wording
          })
        }),
      enable: (dice) =>
        somebody(
          dice,
          standingSignals().filter((signal) => !current(signal.stretches)),
          (signal) => enable(signal, budgetBy(dice)),
        ),
      'change budget': (dice) => somebody(dice, listening(), (signal) => enable(signal, budgetBy(dice))),
      disable: (dice) =>
        somebody(dice, listening(), async (signal) => {
          const project = projectOf(signal)
          await change(project, async ({ now, read }) => {
            const params = { projectId: project.id, id: signal.id }
            await orgOf(project).call(disableMonitoring, { params })
            endListening(signal, read)
            signal.letGoAt.push(now)
          })
        }),
      'add source': (dice) =>
        somebody(dice, standing(), (project) => addSource(project, dice.pick([...drive.platforms.sources.keys()]))),
      'remove source': (dice) =>
        somebody(
          dice,
          standing().filter(({ own }) => own.length > 0),
          async (project) => {
            const own = dice.pick(project.own)
            const call = { params: { projectId: project.id, id: own.id } }
            await change(project, async () => {
              await (own.platform === 'feed'
                ? orgOf(project).call(removeFeed, call)
                : orgOf(project).call(removeCommunity, call))
              project.own.splice(project.own.indexOf(own), 1)
            })
          },
        ),
      'delete signal': (dice) =>
        somebody(dice, standingSignals(), async (signal) => {
          const project = projectOf(signal)
          await change(project, async ({ now, read }) => {
            const params = { projectId: project.id, id: signal.id }
            await orgOf(project).call(deleteIntentSignal, { params })
            endListening(signal, read)
            signal.letGoAt.push(now)
            signal.isDeleted = true
          })
        }),
      'delete project': (dice) =>
        somebody(dice, standing().length > 2 ? standing() : [], async (project) => {
          const judgements = await ask(
            'select from judgement join intent_signal on intent_signal.id = intent_signal_id where project_id = $1',
            [project.id],
          )
          await change(project, async ({ read }) => {
            await orgOf(project).call(deleteProject, { params: { id: project.id } })
            for (const signal of signalsOf(project)) {
              endListening(signal, read)
              signal.isDeleted = true
            }
            project.isDeleted = true
          })
          world.forgotten += judgements.length
        }),
    }
  }

  return world
}

interface WatchPlace {
  platform: string
  source: string
  query: string
  read_to: Date
  window_to: Date | null
  pages: number
}

/** Mostly enough, now and then for a few posts only. */
function budgetBy(dice: Dice): number {
  return dice.share() < 0.4 ? dice.between(1, 3) : 100
}

function certain<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The world does not know what it should.')
  return value
}
