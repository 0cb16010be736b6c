import { deleteProject } from '@leadlight/contract/projects'
import { deleteIntentSignal, disableMonitoring, updateIntentSignal } from '@leadlight/contract/signals'
import { removeChannelKey, removeCommunity, removeFeed } from '@leadlight/contract/sources'
import type { Dice } from '@leadlight/engine/testing/dice'
import { beginListening, current, endListening, type ModelProject, type ModelSignal } from './listening-model.ts'
import {
  addSource,
  budgetBy,
  change,
  enable,
  orgOf,
  projectOf,
  setKey,
  signalsOf,
  unusedIn,
  type World,
} from './world.ts'

export type ActionName =
  | 'reword'
  | 'enable'
  | 'disable'
  | 'change budget'
  | 'add source'
  | 'remove source'
  | 'set key'
  | 'remove key'
  | 'delete signal'
  | 'delete project'

/** What people do, each to something random; nothing where there is nothing to do it to. */
export const ACTIONS: Record<ActionName, (world: World, dice: Dice) => Promise<void>> = {
  reword: (world, dice) => somebody(dice, standingSignals(world), (signal) => reword(world, dice, signal)),
  enable: (world, dice) => somebody(dice, silent(world), (signal) => enable(world, signal, budgetBy(dice))),
  'change budget': (world, dice) => somebody(dice, listening(world), (signal) => enable(world, signal, budgetBy(dice))),
  disable: (world, dice) => somebody(dice, listening(world), (signal) => disable(world, signal)),
  'add source': (world, dice) =>
    somebody(dice, standing(world), (project) =>
      addSource(world, project, dice.pick([...world.driver.platforms.sources.keys()])),
    ),
  'remove source': (world, dice) =>
    somebody(
      dice,
      standing(world).filter(({ own }) => own.length > 0),
      (project) => removeSource(world, dice, project),
    ),
  'set key': (world, dice) =>
    somebody(dice, standing(world), (project) =>
      setKey(world, project, dice.pick([...world.driver.platforms.keys.keys()])),
    ),
  'remove key': (world, dice) =>
    somebody(
      dice,
      standing(world).filter(({ keys }) => keys.size > 0),
      (project) => dropKey(world, dice, project),
    ),
  'delete signal': (world, dice) => somebody(dice, standingSignals(world), (signal) => removeSignal(world, signal)),
  'delete project': (world, dice) =>
    somebody(dice, standing(world).length > 2 ? standing(world) : [], (project) => removeProject(world, project)),
}

function somebody<T>(dice: Dice, list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  return list.length === 0 ? Promise.resolve() : act(dice.pick(list))
}

function standing({ projects }: World): ModelProject[] {
  return projects.filter((project) => !project.isDeleted)
}

function standingSignals({ signals }: World): ModelSignal[] {
  return signals.filter((signal) => !signal.isDeleted)
}

function listening(world: World): ModelSignal[] {
  return standingSignals(world).filter((signal) => current(signal.ranges))
}

function silent(world: World): ModelSignal[] {
  return standingSignals(world).filter((signal) => !current(signal.ranges))
}

function reword(world: World, dice: Dice, signal: ModelSignal): Promise<void> {
  const project = projectOf(world, signal)
  const wording = dice.pick(unusedIn(world, project))
  return change(world, project, async ({ now, read }) => {
    const params = { projectId: project.id, id: signal.id }
    const body = { intent_signal: wording, do_reanalyze: false }
    await orgOf(world, project).call(updateIntentSignal, { params, body })
    if (current(signal.ranges)) beginListening(signal, wording, { now, read })
    else signal.wording = wording
  })
}

function disable(world: World, signal: ModelSignal): Promise<void> {
  const project = projectOf(world, signal)
  return change(world, project, async ({ now, read }) => {
    await orgOf(world, project).call(disableMonitoring, { params: { projectId: project.id, id: signal.id } })
    endListening(signal, read)
    signal.droppedAt.push(now)
  })
}

function removeSource(world: World, dice: Dice, project: ModelProject): Promise<void> {
  const own = dice.pick(project.own)
  const call = { params: { projectId: project.id, id: own.id } }
  const org = orgOf(world, project)
  return change(world, project, async () => {
    await (own.platform === 'feed' ? org.call(removeFeed, call) : org.call(removeCommunity, call))
    project.own.splice(project.own.indexOf(own), 1)
  })
}

function dropKey(world: World, dice: Dice, project: ModelProject): Promise<void> {
  const platform = dice.pick([...project.keys])
  return change(world, project, async () => {
    await orgOf(world, project).call(removeChannelKey, { params: { projectId: project.id, platform } })
    project.keys.delete(platform)
  })
}

function removeSignal(world: World, signal: ModelSignal): Promise<void> {
  const project = projectOf(world, signal)
  return change(world, project, async ({ now, read }) => {
    await orgOf(world, project).call(deleteIntentSignal, { params: { projectId: project.id, id: signal.id } })
    endListening(signal, read)
    signal.droppedAt.push(now)
    signal.isDeleted = true
  })
}

async function removeProject(world: World, project: ModelProject): Promise<void> {
  const judgements = await world.ask(
    'select from judgement join intent_signal on intent_signal.id = intent_signal_id where project_id = $1',
    [project.id],
  )
  await change(world, project, async ({ read }) => {
    await orgOf(world, project).call(deleteProject, { params: { id: project.id } })
    for (const signal of signalsOf(world, project)) {
      endListening(signal, read)
      signal.isDeleted = true
    }
    project.isDeleted = true
  })
  world.forgotten += judgements.length
}
