import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { IntentSignal } from '@leadlight/contract/signals'
import type { importNames as importEndpoint } from '@leadlight/contract/watched-names'
import { SEARCH_DAYS_DEFAULT, SIGNALS_PER_PROJECT_MAX } from '@leadlight/domain/signals'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { ALREADY_WATCHED, readNameList, type NameLine } from '@leadlight/domain/watched-names/read-name-list'
import { isSameBrief } from '@leadlight/engine/plan/brief'
import { requireProject } from '../../core/projects/require-project.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import { hasWording, insertSignal, listWordings, lockWordings, updateSignalRow } from '../../core/signals/signals.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireSearchable } from '../matching/require-searchable.ts'
import { startMonitoringAll } from '../monitoring/start-monitoring.ts'
import { addSignal, alreadyExists } from './create-signal.ts'
import { describeSignal } from './describe-signals.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'

interface WatchedNames {
  projectId: string
  names: string
  searchDays: number | undefined
}

/** Saves names as a signal and listens for them from now on. Free, so it needs no budget. */
export function watchNames(deps: SearchingDependencies, actor: Actor, draft: WatchedNames): Promise<IntentSignal> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, draft.projectId)
    requireSearchable(briefOf(draft.names), 'body.names')
    const signal = await addSignal(tx, deps, actor.organizationId, draftOf(draft))
    await listenFor(tx, deps, actor, { projectId: draft.projectId, signalIds: [signal.id] })
    return describeSignal(tx, deps, actor.organizationId, signal)
  })
}

/** Changes the names. Matches that it has stay; posts are compared with the new ones from now on. */
export function updateNames(
  deps: SearchingDependencies,
  actor: Actor,
  { names, searchDays, ...ids }: WatchedNames & { id: string },
): Promise<IntentSignal> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const former = await requireSignal(tx, actor, ids)
    if (former.kind !== 'name') throw new AppError('not_found', 'signal_not_found', 'That name does not exist.')
    const brief = briefOf(names)
    requireSearchable(brief, 'body.names')
    await lockWordings(tx, former.projectId)
    const wording = { projectId: former.projectId, intentSignal: names, exceptId: former.id }
    if (await hasWording(tx, organizationId, wording)) throw alreadyExists()
    const revision = isSameBrief(former, brief) ? former.revision : former.revision + 1
    const signal = { ...former, ...brief, revision, searchDays: searchDays ?? former.searchDays }
    await updateSignalRow(tx, organizationId, signal)
    return describeSignal(tx, deps, organizationId, signal)
  })
}

/** Watches the names of a list, each line that can be read and is new; says of every line what became of it. */
export function importNames(
  deps: SearchingDependencies,
  actor: Actor,
  { projectId, list, searchDays }: { projectId: string; list: string; searchDays: number | undefined },
): Promise<ReplyOf<typeof importEndpoint>> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await lockWordings(tx, projectId)
    const taken = await listWordings(tx, organizationId, projectId)
    const room = Math.max(0, SIGNALS_PER_PROJECT_MAX - taken.length)
    const { lines, header, unused } = readNameList(list, { taken, room })
    const ids: string[] = []
    const answered: NameLine[] = []
    for (const line of lines) {
      const isAdded = line.names === null || line.outcome !== 'new' || (await add(line.names))
      // The database folds a few letters otherwise than the list's reader.
      answered.push(isAdded ? line : { ...line, outcome: 'known', why: ALREADY_WATCHED })
    }
    async function add(names: string): Promise<boolean> {
      const signal = { ...draftOf({ projectId, names, searchDays }), id: deps.newId() }
      const isNew = (await insertSignal(tx, organizationId, signal, deps.clock.now())) !== undefined
      if (isNew) ids.push(signal.id)
      return isNew
    }
    if (ids.length > 0) await listenFor(tx, deps, actor, { projectId, signalIds: ids })
    return { lines: answered, header, unused, signal_ids: ids }
  })
}

function listenFor(
  tx: Tx,
  deps: SearchingDependencies,
  { organizationId, userId: enabledBy }: Actor,
  signals: { projectId: string; signalIds: readonly string[] },
): Promise<void> {
  return startMonitoringAll(tx, deps, { ...signals, organizationId, budget: 0, enabledBy })
}

function draftOf({ projectId, names, searchDays = SEARCH_DAYS_DEFAULT }: WatchedNames) {
  return { projectId, ...briefOf(names), searchDays, searchBudget: null }
}

function briefOf(names: string) {
  return { kind: 'name' as const, intentSignal: names, notInterested: '', planEdits: NO_PLAN_EDITS }
}
