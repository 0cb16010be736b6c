import { withOwnSources, type OwnSource, type Place } from '../../channels/places.ts'
import { placesInUse } from '../../finding/sources/project-places.ts'
import { plainBrief } from '@leadlight/engine/plan/brief'
import { planWatches } from '../../finding/monitoring/plan-watches.ts'
import type { WatchName } from '../../finding/monitoring/watch-store.ts'

/** How far each watch had been read at a moment: all said before `to` had, and of what was said from `from` on nothing. */
export type ReadState = ReadonlyMap<string, { to: Date; from: Date }>

/** A stretch of time; `read` says how far was read when it ended, null while it lasts. */
interface Stretch {
  from: Date
  /** Where what a stretch follows upon had been read further than not at all, it begins there instead. */
  begunAt: ReadState
  endedAt: ReadState | null
}

export interface WordingStretch extends Stretch {
  wording: string
}

export interface ModelSignal {
  id: string
  projectId: string
  wording: string
  isDeleted: boolean
  stretches: WordingStretch[]
  /** When what waited for it was let go. */
  letGoAt: Date[]
}

export interface ModelProject {
  id: string
  organizationId: string
  isDeleted: boolean
  own: (OwnSource & { id: string })[]
  /** Platforms it has a key of its own to. */
  keys: Set<string>
  /** Platforms that were turned on for it. */
  on: Set<string>
  listened: Map<string, { watch: WatchName; stretches: Stretch[] }>
}

const NOTHING_READ: ReadState = new Map()

export function keyOf({ platform, source, query, way, keyProjectId }: WatchName): string {
  return JSON.stringify([platform, source, query, way, keyProjectId])
}

export function current<S extends Stretch>(stretches: readonly S[]): S | undefined {
  const last = stretches.at(-1)
  return last?.endedAt === null ? last : undefined
}

/** The signal listens with these words from now on; `read` is how far what the project listens to has been read. */
export function beginListening(
  signal: ModelSignal,
  wording: string,
  { now, read }: { now: Date; read: ReadState },
): void {
  const before = current(signal.stretches)
  if (before) before.endedAt = read
  signal.stretches.push({ wording, from: now, begunAt: before ? read : NOTHING_READ, endedAt: null })
  signal.wording = wording
}

export function endListening(signal: ModelSignal, read: ReadState): void {
  const before = current(signal.stretches)
  if (before) before.endedAt = read
}

interface Installation {
  places: readonly Place[]
  streamed: readonly string[]
}

/** Brings down what the project listens to now, by its signals and its sources. */
export function planAnew(
  project: ModelProject,
  signals: readonly ModelSignal[],
  { places, streamed, now, read }: Installation & { now: Date; read: ReadState },
): void {
  const wordings = signals.flatMap((signal) => current(signal.stretches)?.wording ?? [])
  const chosen = [...project.on].map((platform) => ({ platform, isOn: true, agreedAt: now }))
  const keys = [...project.keys].map((platform) => ({ platform }))
  const open = withOwnSources(placesInUse(places, chosen, keys), project.own).filter(
    ({ sources }) => sources?.length !== 0,
  )
  const wanted = project.isDeleted
    ? []
    : planWatches({ projectId: project.id, places: open, streamed, hears: () => false }, wordings.map(plainBrief))
  const listened = new Set(wanted.map(keyOf))
  for (const [key, { stretches }] of project.listened) {
    const lasting = current(stretches)
    if (lasting && !listened.has(key)) lasting.endedAt = read
  }
  for (const watch of wanted) {
    const key = keyOf(watch)
    const known = project.listened.get(key) ?? { watch, stretches: [] }
    if (!current(known.stretches)) known.stretches.push({ from: now, begunAt: NOTHING_READ, endedAt: null })
    project.listened.set(key, known)
  }
}

/** Whether whatever was said there at that time, and listed then, has to have been read in the stretch. */
export function covers(
  { from, begunAt, endedAt }: Stretch,
  key: string,
  { at, listedAt }: { at: Date; listedAt: Date },
): boolean {
  if (at < (begunAt.get(key)?.from ?? from)) return false
  return endedAt === null || listedAt < (endedAt.get(key)?.to ?? from)
}
