import type { Cache, State } from 'swr'
import { keptNames } from './keys.ts'
import { logWarning } from './log.ts'
import { cacheName, findToken } from './session.ts'

/** Answers whose key mentions one of these are never kept, whatever their calls say: there are many, and they age fast. */
const NOT_KEPT = ['posts', 'post', 'prospects-people', 'prospects-companies']

type Answers = Map<string, State>

/**
 * The answers remembered from the last visit of this session, for SWR to start from. They are written back when the page
 * goes, but only if the token is still there and still the one they belong to. That there was nothing is not remembered.
 */
export function createPersistedCache(page: Window): Cache {
  const tokenAtLoad = findToken()
  const answers: Answers = tokenAtLoad ? readAnswers(cacheName(tokenAtLoad)) : new Map()
  page.addEventListener('pagehide', () => {
    if (tokenAtLoad && findToken() === tokenAtLoad) writeAnswers(cacheName(tokenAtLoad), answers)
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

function writeAnswers(name: string, answers: Answers) {
  const kept: Record<string, unknown> = {}
  for (const [key, { data }] of answers) {
    if (data !== undefined && data !== null && mayBeKept(key)) kept[key] = data
  }
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch (cause) {
    logWarning('The answers could not be remembered for the next visit', cause)
  }
}

/** Of a key as SWR writes it down: a plain address, or a list that begins with its name (`@"project","…",`). */
function mayBeKept(key: string): boolean {
  const [, name = key] = /^(?:\$inf\$)?@"([^"]+)"/.exec(key) ?? []
  return keptNames.has(name) && !NOT_KEPT.some((word) => key.includes(word))
}
