import { withOwnSources, type OwnSource, type PlatformSources } from '@leadlight/server/channels/platform-sources'
import { sourcesInUse } from '@leadlight/server/finding/sources/project-sources'
import { plainBrief } from '@leadlight/engine/plan/brief'
import { planWatches } from '@leadlight/server/finding/monitoring/plan-watches'
import type { WatchName } from '@leadlight/server/finding/monitoring/watch-store'

/** How far each watch was read at a moment: everything before `to`, and nothing from `from` on. */
export type ReadState = ReadonlyMap<string, { to: Date; from: Date }>

/** A period; `read` says how far was read when it ended, null while it lasts. */
interface Stretch {
  from: Date
  /** Begins here instead where the preceding period had been read at all. */
  begunAt: ReadState
  endedAt: ReadState | null
}

export interface WordingRange extends Stretch {
  wording: string
}

export interface ModelSignal {
  id: string
  projectId: string
  wording: string
  isDeleted: boolean
  ranges: WordingRange[]
  /** When its waiting posts were dropped. */
  droppedAt: Date[]
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
  listened: Map<string, { watch: WatchName; ranges: Stretch[] }>
}

const NOTHING_READ: ReadState = new Map()

export function keyOf({ platform, source, query, way, keyProjectId }: WatchName): string {
  return JSON.stringify([platform, source, query, way, keyProjectId])
}

export function current<S extends Stretch>(ranges: readonly S[]): S | undefined {
  const last = ranges.at(-1)
  return last?.endedAt === null ? last : undefined
}

/** Monitors the signal with these words from now on; `read` is how far the project's watches have been read. */
export function beginListening(
  signal: ModelSignal,
  wording: string,
  { now, read }: { now: Date; read: ReadState },
): void {
  const before = current(signal.ranges)
  if (before) before.endedAt = read
  signal.ranges.push({ wording, from: now, begunAt: before ? read : NOTHING_READ, endedAt: null })
  signal.wording = wording
}

export function endListening(signal: ModelSignal, read: ReadState): void {
  const before = current(signal.ranges)
  if (before) before.endedAt = read
}

interface Installation {
  platformSources: readonly PlatformSources[]
  streamed: readonly string[]
}

/** Updates what the project listens to now, by its signals and its sources. */
export function replan(
  project: ModelProject,
  signals: readonly ModelSignal[],
  { platformSources, streamed, now, read }: Installation & { now: Date; read: ReadState },
): void {
  const wordings = signals.flatMap((signal) => current(signal.ranges)?.wording ?? [])
  const chosen = [...project.on].map((platform) => ({ platform, isOn: true, agreedAt: now }))
  const keys = [...project.keys].map((platform) => ({ platform }))
  const open = withOwnSources(sourcesInUse(platformSources, chosen, keys), project.own).filter(
    ({ sources }) => sources?.length !== 0,
  )
  const wanted = project.isDeleted
    ? []
    : planWatches(
        { projectId: project.id, platformSources: open, streamed, canListenTo: () => false, takesWords: () => false },
        wordings.map(plainBrief),
      )
  const listened = new Set(wanted.map(keyOf))
  for (const [key, { ranges }] of project.listened) {
    const lasting = current(ranges)
    if (lasting && !listened.has(key)) lasting.endedAt = read
  }
  for (const watch of wanted) {
    const key = keyOf(watch)
    const known = project.listened.get(key) ?? { watch, ranges: [] }
    if (!current(known.ranges)) known.ranges.push({ from: now, begunAt: NOTHING_READ, endedAt: null })
    project.listened.set(key, known)
  }
}

/** Whether everything written there at that time, and listed then, must have been read in the period. */
export function covers(
  { from, begunAt, endedAt }: Stretch,
  key: string,
  { at, listedAt }: { at: Date; listedAt: Date },
): boolean {
  if (at < (begunAt.get(key)?.from ?? from)) return false
  return endedAt === null || listedAt < (endedAt.get(key)?.to ?? from)
}
