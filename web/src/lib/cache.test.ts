import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPersistedCache } from './cache.ts'
import { removeOldAnswers } from './old-answers.ts'
import { removeToken } from './session.ts'

const NAME = 'app-cache12345678'
const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  warn.mockClear()
})

/** A page with its own unload, so one test's listeners do not write in the next. */
function newPage(nowMs = 0) {
  const page = new EventTarget() as Window
  const cache = createPersistedCache(page, () => nowMs)
  return { cache, unload: () => page.dispatchEvent(new Event('pagehide')) }
}

test('answers are written on unload, under app-cache and the last 8 characters, and read on the next load', () => {
  const { cache, unload } = newPage()
  cache.set('@"projects",', { data: [{ id: 'p' }], isValidating: true, error: undefined })
  expect(localStorage.getItem(NAME)).toBeNull()
  unload()
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toEqual({ '@"projects",': [{ id: 'p' }] })
  expect(newPage().cache.get('@"projects",')).toEqual({ data: [{ id: 'p' }] })
})

test.each([
  ['a day old', 24 * 60 * 60 * 1000],
  ['from a clock that was set back', -1],
])('answers that are %s are deleted instead of shown', (_, laterMs) => {
  const { cache, unload } = newPage()
  cache.set('@"projects",', { data: [{ id: 'p' }] })
  unload()
  expect([...newPage(24 * 60 * 60 * 1000 - 1).cache.keys()]).toEqual(['@"projects",'])
  expect([...newPage(laterMs).cache.keys()]).toEqual([])
  expect(localStorage.getItem(NAME)).toBeNull()
})

test('what other sessions left is deleted by the next visit, and all of it by a sign-out', () => {
  const { cache, unload } = newPage()
  cache.set('@"projects",', { data: [{ id: 'p' }] })
  unload()
  localStorage.setItem('app-cacheof-other', '{}')
  newPage()
  expect([localStorage.getItem(NAME), localStorage.getItem('app-cacheof-other')]).toEqual([expect.any(String), null])
  localStorage.setItem('app-cacheof-other', '{}')
  removeToken()
  expect(Object.keys(localStorage).filter((name) => name.startsWith('app-cache'))).toEqual([])
})

test('a visit by nobody deletes what all sessions left', () => {
  const { cache, unload } = newPage()
  cache.set('@"projects",', { data: [{ id: 'p' }] })
  unload()
  localStorage.removeItem('access_token')
  removeOldAnswers(0)
  expect(localStorage.getItem(NAME)).toBeNull()
})

test('paginated lists and plain URLs are persisted where their calls allow it', () => {
  const { cache, unload } = newPage()
  cache.set('$inf$@"audit-log",#,', { data: [1] })
  cache.set('/api/v1/instance', { data: 2 })
  unload()
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toEqual({ '$inf$@"audit-log",#,': [1], '/api/v1/instance': 2 })
})

test('a call that forbids it, an unnamed key and an empty answer are not persisted', () => {
  const { cache, unload } = newPage()
  cache.set('@"credit-ledger",#,', { data: 1 })
  cache.set('@"made-up","projects",', { data: 1 })
  cache.set('@"me",', { error: new Error('failed') })
  cache.set('@"organization",', { data: null })
  cache.set('@"organization-credits",', { data: { credit_balance: 3 } })
  unload()
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toEqual({ '@"organization-credits",': { credit_balance: 3 } })
})

test('keys that mention posts, post, prospects-people or prospects-companies are never persisted', () => {
  const { cache, unload } = newPage()
  for (const word of ['posts', 'post', 'prospects-people', 'prospects-companies']) {
    cache.set(`@"${word}","p",`, { data: 1 })
    cache.set(`$inf$@"${word}","p",`, { data: 1 })
    cache.set(`@"project","${word}",`, { data: 1 })
  }
  unload()
  expect(localStorage.getItem(NAME)).toBe('{}')
})

test.each([
  ['changed', () => localStorage.setItem('access_token', 'another-token-87654321')],
  ['went', () => localStorage.removeItem('access_token')],
])('nothing is written once the token %s', (_, change) => {
  const { cache, unload } = newPage()
  cache.set('@"me",', { data: { id: 'u' } })
  change()
  unload()
  expect(Object.keys(localStorage).filter((name) => name.startsWith('app-cache'))).toEqual([])
})

test('a page loaded without a token writes nothing, even after a sign-in', () => {
  localStorage.clear()
  const { cache, unload } = newPage()
  localStorage.setItem('access_token', 'a-token-12345678')
  cache.set('@"me",', { data: { id: 'u' } })
  unload()
  expect(localStorage.getItem(NAME)).toBeNull()
})

test.each(['{not json', '[]', '"text"', 'null'])(
  'unreadable storage (%s) is a warning and an empty start',
  (stored) => {
    localStorage.setItem(NAME, stored)
    localStorage.setItem('cache_written_at', '0')
    const { cache } = newPage()
    expect([...cache.keys()]).toEqual([])
    expect(warn).toHaveBeenCalledOnce()
  },
)

test('a failed write is a warning and does not disturb the unload', () => {
  const { cache, unload } = newPage()
  cache.set('@"me",', { data: { id: 'u' } })
  vi.stubGlobal('localStorage', {
    getItem: () => 'a-token-12345678',
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  unload()
  expect(warn).toHaveBeenCalledOnce()
})
