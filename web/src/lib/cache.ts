import type { Cache, State } from 'swr'
import { persistedNames } from './keys.ts'
import { logWarning } from './log.ts'
import { removeOldAnswers } from './old-answers.ts'
import { cacheName, findToken } from './session.ts'
import { STORED, writeStored } from './storage.ts'

/** Keys with one of these words are never persisted, whatever the call says: there are many, and they age fast. */
const NEVER_PERSISTED = ['posts', 'post', 'prospects-people', 'prospects-companies']

type Answers = Map<string, State>

/**
 * SWR's cache, started from the answers persisted in this session's last visit. They are written back on unload, but
 * only while the same token is stored. Empty answers are not persisted. Answers older than a day, and those of other
 * sessions, are deleted at once.
 */
export function createPersistedCache(page: Window, now = () => Date.now()): Cache {
  const tokenAtLoad = findToken()
  removeOldAnswers(now())
  const answers: Answers = tokenAtLoad ? readAnswers(cacheName(tokenAtLoad)) : new Map()
  page.addEventListener('pagehide', () => {
    if (tokenAtLoad && findToken() === tokenAtLoad) writeAnswers(cacheName(tokenAtLoad), answers, now())
  })
  return answers as Cache
}

function readAnswers(name: string): Answers {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) throw new TypeError('Not a map of answers')
    return new Map(Object.entries(kept).map(([key, data]) => [key, { data: data as unknown }]))
  } catch (cause) {
    logWarning('The remembered answers could not be read; starting without them', cause)
    return new Map()
  }
}

function writeAnswers(name: string, answers: Answers, nowMs: number) {
  const kept: Record<string, unknown> = {}
  for (const [key, { data }] of answers) {
    if (data !== undefined && data !== null && mayBeKept(key)) kept[key] = data
  }
  try {
    localStorage.setItem(name, JSON.stringify(kept))
    writeStored(STORED.cacheWrittenAt, String(nowMs))
  } catch (cause) {
    logWarning('The answers could not be remembered for the next visit', cause)
  }
}

/** Takes a key as SWR serializes it: a plain URL, or a list that begins with its name (`@"project","…",`). */
function mayBeKept(key: string): boolean {
  const [, name = key] = /^(?:\$inf\$)?@"([^"]+)"/.exec(key) ?? []
  return persistedNames.has(name) && !NEVER_PERSISTED.some((word) => key.includes(word))
}
