import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPersistedCache } from './cache.ts'

const NAME = 'app-cache12345678'
const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  warn.mockClear()
})

/** A page with its own unload, so that one test's listeners do not write into the next. */
function newPage() {
  const page = new EventTarget() as Window
  const cache = createPersistedCache(page)
  return { cache, unload: () => page.dispatchEvent(new Event('pagehide')) }
}

test('answers are written when the page goes, under app-cache and the last 8 characters, and read on the next load', () => {
  const { cache, unload } = newPage()
  cache.set('@"projects",', { data: [{ id: 'p' }], isValidating: true, error: undefined })
  expect(localStorage.getItem(NAME)).toBeNull()
  unload()
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toEqual({ '@"projects",': [{ id: 'p' }] })
  expect(newPage().cache.get('@"projects",')).toEqual({ data: [{ id: 'p' }] })
})

test('of lists read page by page and of plain addresses, what may be kept is kept too', () => {
  const { cache, unload } = newPage()
  cache.set('$inf$@"audit-log",#,', { data: [1] })
  cache.set('/api/v1/instance', { data: 2 })
  unload()
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toEqual({ '$inf$@"audit-log",#,': [1], '/api/v1/instance': 2 })
})

test('what a call does not give to be kept is not kept, nor what no call is named for, nor what is no answer', () => {
  const { cache, unload } = newPage()
  cache.set('@"credit-ledger",#,', { data: 1 })
  cache.set('@"made-up","projects",', { data: 1 })
  cache.set('@"me",', { error: new Error('failed') })
  cache.set('@"organization",', { data: null })
  cache.set('@"organization-credits",', { data: { credit_balance: 3 } })
  unload()
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toEqual({ '@"organization-credits",': { credit_balance: 3 } })
})

test('keys that mention posts, post, prospects-people or prospects-companies are not kept, whatever their calls say', () => {
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

test('nothing is written by a page that was loaded without a token, even after signing in', () => {
  localStorage.clear()
  const { cache, unload } = newPage()
  localStorage.setItem('access_token', 'a-token-12345678')
  cache.set('@"me",', { data: { id: 'u' } })
  unload()
  expect(localStorage.getItem(NAME)).toBeNull()
})

test.each(['{not json', '[]', '"text"', 'null'])(
  'what cannot be read (%s) is a warning and an empty start',
  (stored) => {
    localStorage.setItem(NAME, stored)
    const { cache } = newPage()
    expect([...cache.keys()]).toEqual([])
    expect(warn).toHaveBeenCalledOnce()
  },
)

test('what cannot be written is a warning, and the page goes all the same', () => {
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
