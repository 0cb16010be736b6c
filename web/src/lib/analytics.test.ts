import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAnalytics, type AnalyticsEvent } from './analytics.ts'

const ENDPOINT = 'https://stats.example/batch'
let sent: { url: string; init: RequestInit; events: AnalyticsEvent[] }[]
let stop: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init, ...(JSON.parse(init.body as string) as { events: AnalyticsEvent[] }) })
    return Promise.resolve(new Response())
  })
})
afterEach(() => {
  stop?.()
  stop = undefined
  document.body.replaceChildren()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(html: string, path = () => '/projects/1/posts') {
  document.body.innerHTML = html
  const analytics = startAnalytics({ url: ENDPOINT, path })
  stop = () => analytics.stop()
  return { analytics, find: (selector: string) => document.querySelector<HTMLElement>(selector)! }
}

const told = () => sent.flatMap(({ events }) => events.map(({ event, element, text }) => [event, element, text]))

test('page views and presses are sent together after a while, without cookies or a preflight', () => {
  const { analytics, find } = start(
    '<button>Make <b>a key</b></button><a href="/x?t=secret" aria-label="Posts">P</a><p>A post</p>',
  )
  analytics.pageView()
  find('b').click()
  find('a').click()
  find('p').click()
  expect(sent).toEqual([])
  vi.advanceTimersByTime(5000)
  expect(told()).toEqual([
    ['page_view', undefined, undefined],
    ['click', 'button', 'Make a key'],
    ['click', 'a', 'Posts'],
  ])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    url: ENDPOINT,
    init: { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true },
  })
  expect(sent[0]?.events.every(({ path }) => path === '/projects/1/posts')).toBe(true)
  expect(sent[0]?.init.body).not.toContain('secret')
})

test('text is cut at 255 characters', () => {
  const { find } = start(`<button>${'x'.repeat(300)}</button>`)
  find('button').click()
  vi.advanceTimersByTime(5000)
  expect(sent[0]?.events[0]?.text).toBe('x'.repeat(255))
})

test('what the user types is never sent, only in which field', () => {
  const { find } = start(
    '<form aria-label="Sign in"><label>Password <input type="password" value="my secret"></label></form>',
  )
  find('input').dispatchEvent(new Event('change', { bubbles: true }))
  find('form').dispatchEvent(new Event('submit', { bubbles: true }))
  vi.advanceTimersByTime(5000)
  expect(told()).toEqual([
    ['change', 'input', 'Password'],
    ['submit', 'form', 'Sign in'],
  ])
  expect(sent[0]?.init.body).not.toContain('my secret')
})

test('a batch is sent at twenty events, and the rest when the page unloads', () => {
  const { analytics } = start('')
  for (let i = 0; i < 21; i++) analytics.pageView()
  expect(sent.map(({ events }) => events.length)).toEqual([20])
  window.dispatchEvent(new Event('pagehide'))
  expect(sent.map(({ events }) => events.length)).toEqual([20, 1])
})

test('nothing is sent while a super admin sees the product as another user, not even earlier events', () => {
  const { analytics, find } = start('<button>Press</button>')
  analytics.pageView()
  localStorage.setItem('analytics_off', 'true')
  find('button').click()
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([])
  localStorage.removeItem('analytics_off')
  find('button').click()
  vi.advanceTimersByTime(5000)
  expect(told()).toEqual([['click', 'button', 'Press']])
})

test('stopping sends the pending events and records no more', () => {
  const { analytics, find } = start('<button>Press</button>')
  find('button').click()
  analytics.stop()
  find('button').click()
  vi.advanceTimersByTime(10_000)
  expect(told()).toEqual([['click', 'button', 'Press']])
})
