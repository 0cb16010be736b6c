import { useSyncExternalStore } from 'react'
import { readStored, STORED, writeStored } from './storage.ts'

const listeners = new Set<() => void>()

/** The token of who is signed in; null when nobody is. Read from storage each time, as other tabs may change it. */
export function findToken(): string | null {
  return readStored(STORED.accessToken) || null
}

/** Starts a session: everything asked from now on is asked as this token's user. */
export function saveToken(token: string): void {
  writeStored(STORED.accessToken, token)
  notifyListeners()
}

/** Ends the session in this browser. What was remembered of the session's answers goes too. */
export function removeToken(): void {
  const token = findToken()
  if (token) writeStored(cacheName(token), null)
  writeStored(STORED.accessToken, null)
  notifyListeners()
}

/** Where the answers of a session are kept: `app-cache` and the last 8 characters of its token. */
export function cacheName(token: string): string {
  return STORED.cachePrefix + token.slice(-8)
}

/** The token, kept current in a component: it renders anew when somebody signs in or out, in any tab. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, findToken)
}

function subscribe(listener: () => void): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key === STORED.accessToken || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function notifyListeners() {
  for (const listener of listeners) listener()
}
