/** The state of the way to the list of projects from an address whose project is not among them. */
export interface MissedProject {
  missedProjectId: string
}

/** The project that somebody asked for before they came here; undefined where they asked for none. */
export function missedProjectIn(state: unknown): string | undefined {
  const isMissed = typeof state === 'object' && state !== null && 'missedProjectId' in state
  return isMissed && typeof state.missedProjectId === 'string' ? state.missedProjectId : undefined
}
