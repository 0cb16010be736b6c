export const PASSED_OVER = { text: 'search', signal: 'signal' } as const

/** The page of what a project's signals passed over, on request with words to find or of one signal alone. */
export function passedOverPath(projectId: string, { text = '', signalId = '' } = {}): string {
  const query = new URLSearchParams({
    ...(text === '' ? {} : { [PASSED_OVER.text]: text }),
    ...(signalId === '' ? {} : { [PASSED_OVER.signal]: signalId }),
  })
  return `/projects/${projectId}/passed-over${query.size > 0 ? `?${query}` : ''}`
}
