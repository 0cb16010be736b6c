import { useSyncExternalStore } from 'react'
import { readStored, STORED, writeStored } from './storage.ts'

const listeners = new Set<() => void>()

/**
 * The signed-in user's token; null if nobody is signed in. Read from storage each time, since other tabs may change it.
 */
export function findToken(): string | null {
  return readStored(STORED.accessToken) || null
}

/** Starts a session: later calls use this token. */
export function saveToken(token: string): void {
  writeStored(STORED.accessToken, token)
  notifyListeners()
}

/** Ends the session in this browser and deletes its persisted answers. */
export function removeToken(): void {
  const token = findToken()
  if (token) writeStored(cacheName(token), null)
  writeStored(STORED.accessToken, null)
  notifyListeners()
}

/** The storage name of a session's answers: `app-cache` and the last 8 characters of its token. */
export function cacheName(token: string): string {
  return STORED.cachePrefix + token.slice(-8)
}

/** The current token in a component, which renders again on a sign-in or sign-out in any tab. */
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
