import { cacheName, findToken, removeAnswers } from './session.ts'
import { readStored, STORED } from './storage.ts'

/** Whoever comes to a shared machine later must not find what was read on it. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Deletes the persisted answers older than a day, and those of other sessions. Each visit does, signed in or not. */
export function removeOldAnswers(nowMs: number): void {
  const token = findToken()
  removeAnswers(token && isFresh(nowMs) ? cacheName(token) : undefined)
}

function isFresh(nowMs: number): boolean {
  const ageMs = nowMs - Number(readStored(STORED.cacheWrittenAt) ?? Number.NaN)
  return ageMs >= 0 && ageMs < KEPT_MS
}
