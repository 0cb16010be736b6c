import type { MonitoredSignal } from './monitor-store.ts'

/** Clocks differ, and platforms round their times. */
const LEEWAY_MS = 2 * 60_000

/** The monitored signals in this process's memory, and what their projects listen to. */
export interface KnownSignals {
  get(id: string): MonitoredSignal | undefined
  /** The signal, unless the post is older than its monitoring or its project's listening on this watch. */
  find(id: string, said: { watchId: string; postedAt: Date }): MonitoredSignal | undefined
  /** Those of these projects, or of all. */
  idsOf(projectIds: readonly string[] | undefined): string[]
  put(signal: MonitoredSignal): void
  remove(id: string): void
  /** Sets what these projects, or all, listen to from now on; projects missing from `listening` listen to nothing. */
  setListening(
    projectIds: readonly string[] | undefined,
    listening: ReadonlyMap<string, ReadonlyMap<string, Date>>,
  ): void
}

export function createKnownSignals(): KnownSignals {
  const signals = new Map<string, MonitoredSignal>()
  const ofProject = new Map<string, Set<string>>()
  const listeningOf = new Map<string, ReadonlyMap<string, Date>>()

  function remove(id: string): void {
    const signal = signals.get(id)
    if (!signal) return
    signals.delete(id)
    const ids = ofProject.get(signal.projectId)
    ids?.delete(id)
    if (ids?.size === 0) ofProject.delete(signal.projectId)
  }

  return {
    get: (id) => signals.get(id),
    find(id, { watchId, postedAt }) {
      const signal = signals.get(id)
      const since = signal && listeningOf.get(signal.projectId)?.get(watchId)
      if (!since) return undefined
      const from = Math.max(since.getTime(), signal.since.getTime()) - LEEWAY_MS
      return postedAt.getTime() >= from ? signal : undefined
    },
    idsOf: (projectIds) =>
      projectIds ? projectIds.flatMap((id) => [...(ofProject.get(id) ?? [])]) : [...signals.keys()],
    put(signal) {
      remove(signal.id)
      signals.set(signal.id, signal)
      ofProject.set(signal.projectId, (ofProject.get(signal.projectId) ?? new Set()).add(signal.id))
    },
    remove,
    setListening(projectIds, listening) {
      for (const id of projectIds ?? [...listeningOf.keys()]) listeningOf.delete(id)
      for (const [id, watches] of listening) listeningOf.set(id, watches)
    },
  }
}
