import { expect, test } from 'vitest'
import { createBrowserHistory } from './history.ts'
import { locate } from './location.ts'

/** A page whose history moves at once, as its own does not move. */
function open(url: string, kept: unknown = null) {
  const entries: { state: unknown; url: string }[] = [{ state: kept, url }]
  let index = 0
  const page = new EventTarget()
  const history = {
    get state() {
      return entries[index]?.state
    },
    pushState: (state: unknown, _: string, url: string) => void entries.splice(++index, entries.length, { state, url }),
    replaceState: (state: unknown, _: string, url?: string) =>
      void (entries[index] = { state, url: url ?? entries[index]?.url ?? '' }),
    go(delta: number) {
      index += delta
      page.dispatchEvent(new Event('popstate'))
    },
  }
  const withHistory = Object.assign(page, { history })
  Object.defineProperty(page, 'location', { get: () => new URL(entries[index]?.url ?? '', 'http://localhost') })
  /** As the browser does for a link to a part of the page. */
  function addByBrowser(url: string) {
    entries.splice(++index, entries.length, { state: null, url })
    page.dispatchEvent(new Event('popstate'))
  }
  return { page: withHistory as unknown as globalThis.Window, entries, addByBrowser }
}

test('a move says how many entries it went, and what each of them holds is there again', () => {
  const { page } = open('/first?a=1#top')
  const history = createBrowserHistory(page)
  const moves: (number | null)[] = []
  history.onMove((delta) => moves.push(delta))
  history.write(locate('/second', '/', { from: 'first' }), { replace: false })
  history.write(locate('/third', '/'), { replace: false })
  history.write(locate('/other', '/'), { replace: true })
  history.go(-2)
  expect(history.read()).toEqual({ pathname: '/first', search: '?a=1', hash: '#top', state: null })
  history.go(1)
  expect(history.read()).toMatchObject({ pathname: '/second', state: { from: 'first' } })
  history.go(1)
  expect(history.read()).toMatchObject({ pathname: '/other', state: null })
  expect(moves).toEqual([-2, 1, 1])
})

test('a reload knows its entry again', () => {
  const { page } = open('/second', { state: { from: 'first' }, index: 4 })
  const history = createBrowserHistory(page)
  const moves: (number | null)[] = []
  history.onMove((delta) => moves.push(delta))
  expect(history.read().state).toEqual({ from: 'first' })
  history.write(locate('/third', '/'), { replace: false })
  history.go(-1)
  expect(moves).toEqual([-1])
})

test('an entry that the browser added counts as one more, of unknown length', () => {
  const { page, addByBrowser } = open('/first')
  const history = createBrowserHistory(page)
  const moves: (number | null)[] = []
  history.onMove((delta) => moves.push(delta))
  addByBrowser('/first#content')
  history.write(locate('/second', '/'), { replace: false })
  history.go(-2)
  expect(moves).toEqual([null, -2])
})

test.each([
  ['/a/b?c=1#d', { pathname: '/a/b', search: '?c=1', hash: '#d' }],
  ['?c=1', { pathname: '/here', search: '?c=1', hash: '' }],
  ['?', { pathname: '/here', search: '', hash: '' }],
  ['#d', { pathname: '/here', search: '', hash: '#d' }],
  [
    { pathname: '/a', search: '?c=1' },
    { pathname: '/a', search: '?c=1', hash: '' },
  ],
  ['//elsewhere.example/a', { pathname: '/elsewhere.example/a', search: '', hash: '' }],
  ['/\\elsewhere.example/a', { pathname: '/elsewhere.example/a', search: '', hash: '' }],
])('%j leads to a path of this installation', (target, location) => {
  expect(locate(target, '/here')).toEqual({ ...location, state: null })
})
