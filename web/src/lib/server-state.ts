import { useEffect, useSyncExternalStore } from 'react'
import { useStable } from './use-stable.ts'

/** Answers of a proxy in front of a server that is not there. The server's own come with a problem document. */
const PROXY_STATUSES = [502, 503, 504]

let isAway = false
const listeners = new Set<() => void>()

/** Notes whether a request was answered: null if it was not. */
export function noteAnswer(response: Pick<Response, 'status' | 'headers'> | null): void {
  const wasAway = isAway
  isAway = response === null || (PROXY_STATUSES.includes(response.status) && !isJson(response))
  if (isAway !== wasAway) for (const listener of listeners) listener()
}

/** Whether the last request found no server. */
export function isServerAway(): boolean {
  return isAway
}

/** The same in a component. */
export function useServerAway(): boolean {
  return useSyncExternalStore(subscribe, isServerAway)
}

/** Calls `onBack` whenever the server answers again after it was away. */
export function useServerBack(onBack: () => void): void {
  const call = useStable(onBack)
  useEffect(
    () =>
      subscribe(() => {
        if (!isAway) call()
      }),
    [call],
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isJson({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('content-type')?.includes('json') === true
}
