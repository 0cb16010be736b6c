import { LEAD_FILTERS } from '@leadlight/domain/filters'

/** The page of all signals of a project. */
export function signalsPath(projectId: string): string {
  return `/projects/${projectId}/signals`
}

/** The page where names to watch are written. */
export function watchNamesPath(projectId: string): string {
  return `${signalsPath(projectId)}/names`
}

/** The page of one signal. */
export function signalPath(projectId: string, signalId: string): string {
  return `${signalsPath(projectId)}/${signalId}`
}

/** The posts that a signal found; on request the unread ones alone. */
export function postsOfSignalPath(projectId: string, signalId: string, { isUnread = false } = {}): string {
  const query = new URLSearchParams({ [LEAD_FILTERS.signals.parameter]: signalId })
  if (isUnread) query.set(LEAD_FILTERS.read.parameter, 'false')
  return `/projects/${projectId}/posts?${query}`
}
