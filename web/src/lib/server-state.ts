import { useEffect, useSyncExternalStore } from 'react'
import { useStable } from './use-stable.ts'

/** Answers of a proxy in front of a server that is not there. The server's own come with a problem document. */
const PROXY_STATUSES = [502, 503, 504]

type Answer = Pick<Response, 'status' | 'headers'>

let isAway = false
const listeners = new Set<() => void>()

/** Whether the server itself gave this answer; null stands for none. */
export function isFromServer(response: Answer | null): boolean {
  return response !== null && (!PROXY_STATUSES.includes(response.status) || isJson(response))
}

/** Notes what came back when the server was asked whether it is there: null for nothing. */
export function noteAnswer(response: Answer | null): void {
  const wasAway = isAway
  isAway = !isFromServer(response)
  if (isAway !== wasAway) for (const listener of listeners) listener()
}

/** Whether the server was not there when it was last asked. */
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

function isJson({ headers }: Answer): boolean {
  return headers.get('content-type')?.includes('json') === true
}
