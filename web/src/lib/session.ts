import { useSyncExternalStore } from 'react'
import { listStored, readStored, STORED, writeStored } from './storage.ts'

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

/** Ends the session in this browser and deletes all persisted answers and, in each tab, all unsaved texts. */
export function removeToken(): void {
  removeAnswers()
  removeDrafts()
  writeStored(STORED.accessToken, null)
  notifyListeners()
}

/** Deletes the persisted answers of every session but those kept under this name. */
export function removeAnswers(exceptName?: string): void {
  for (const name of listStored(STORED.cachePrefix)) if (name !== exceptName) writeStored(name, null)
}

function removeDrafts(): void {
  for (const name of listStored(STORED.draftPrefix, 'tab')) writeStored(name, null, 'tab')
}

/** The storage name of a session's answers: `app-cache` and the last 8 characters of its token. */
export function cacheName(token: string): string {
  return STORED.cachePrefix + token.slice(-8)
}

/** The current token in a component, which renders again on a sign-in or sign-out in any tab. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, findToken)
}

/** Deletes this tab's unsaved texts whenever another tab ends the session. Called once, at startup. */
export function removeDraftsOnSignOut(): void {
  window.addEventListener('storage', (event) => {
    if (mayChangeToken(event) && event.newValue === null) removeDrafts()
  })
}

function subscribe(listener: () => void): () => void {
  function onStorage(event: StorageEvent) {
    if (mayChangeToken(event)) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** By another tab. Without a name, all that was stored is gone. */
function mayChangeToken({ key }: StorageEvent): boolean {
  return key === STORED.accessToken || key === null
}

function notifyListeners() {
  for (const listener of listeners) listener()
}
