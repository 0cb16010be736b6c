import type { CoverageEntry, CoverageGap, Source } from '@leadlight/contract/sources'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream } from '../leads/testing/leads-story.ts'
import { openSources, source as listedSource, SOURCES } from './testing/open-sources.ts'

const SETTINGS = `/projects/${NETSCOPE}/settings/business`
const DOWN = 'Hacker News is in trouble (status 503); we ask again later.'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function source(parts: Partial<Source> = {}): Source {
  return listedSource({ health: 'working', last_polled_at: minutesAgo(3), last_seen: 40, ...parts })
}

function gap(parts: Partial<CoverageGap> = {}): CoverageGap {
  return {
    platform: 'hacker_news',
    platform_name: 'Hacker News',
    source: '',
    from: minutesAgo(95),
    to: minutesAgo(30),
    reason: DOWN,
    backfilled_at: minutesAgo(30),
    recovered: 12,
    lost: false,
    ...parts,
  }
}

function look(parts: Partial<CoverageEntry> = {}): CoverageEntry {
  return {
    platform: 'hacker_news',
    source: '',
    query: '',
    window_from: minutesAgo(14),
    window_to: minutesAgo(4),
    seen: 1234,
    kept: 3,
    gap: false,
    error: null,
    let_go: 0,
    next_try_at: null,
    polled_at: minutesAgo(4),
    ...parts,
  }
}

async function open(answers: Answers = {}) {
  const stream = eventStream()
  const { server, page } = await openSources({
    [`GET ${SOURCES}`]: [source()],
    [`GET /api/v1/events/${NETSCOPE}`]: stream.response,
    ...answers,
  })
  const blind = within(await page.findByRole('region', { name: 'When we were blind' }))
  const looks = within(page.getByRole('region', { name: 'Every look' }))
  return { server, stream, page, blind, looks }
}

const sentences = (blind: Awaited<ReturnType<typeof open>>['blind']) =>
  blind.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the blind times', () => {
  test('are a sentence each, the newest first', async () => {
    const { blind } = await open({
      [`GET ${SOURCES}/gaps`]: [
        gap({ from: minutesAgo(5), to: null, backfilled_at: null, recovered: 0 }),
        gap(),
        gap({ from: minutesAgo(300), to: minutesAgo(290), backfilled_at: null, recovered: 0, lost: true }),
      ],
    })
    await blind.findAllByRole('listitem')
    const [lasting, madeGood, lost] = sentences(blind)
    expect(lasting).toMatch(/^Hacker News: still blind since .*: Hacker News is in trouble \(status 503\)/)
    expect(madeGood).toMatch(/^Hacker News: blind .*, backfilled \(12 posts\)$/)
    expect(lost).toMatch(/^Hacker News: blind .*, lost: Hacker News is in trouble/)
  })

  test('say if there were none', async () => {
    const { blind } = await open()
    expect(await blind.findByText(/^Never, as far as monitoring knows/)).toBeTruthy()
  })

  test('show a few at first, and all on request', async () => {
    const gaps = Array.from({ length: 8 }, (_, index) =>
      gap({ from: minutesAgo(100 * (index + 1) + 10), to: minutesAgo(100 * (index + 1)) }),
    )
    const { blind } = await open({ [`GET ${SOURCES}/gaps`]: gaps })
    expect(await blind.findAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(blind.getByRole('button', { name: 'Show all 8' }))
    expect(blind.getAllByRole('listitem')).toHaveLength(8)
  })

  test('say if they cannot be loaded, and can be retried', async () => {
    const { server, blind } = await open({ [`GET ${SOURCES}/gaps`]: problem(422, 'The server is busy.') })
    expect(await blind.findByText(/could not be loaded\. The server is busy\./)).toBeTruthy()
    server.answers[`GET ${SOURCES}/gaps`] = [gap()]
    await userEvent.click(blind.getByRole('button', { name: 'Try again' }))
    expect(await blind.findAllByRole('listitem')).toHaveLength(1)
  })
})

describe('the list of polls', () => {
  test('names the source, the window, what came and what failed', async () => {
    const { looks } = await open({
      [`GET ${SOURCES}/coverage`]: [
        look({ error: DOWN, seen: 0, kept: 0, gap: true }),
        look({ query: 'invoicing software', gap: true, let_go: 2 }),
      ],
    })
    const [failed, succeeded] = await looks.findAllByRole('listitem')
    expect(failed?.textContent).toContain('Hacker News everything new0 collected')
    expect(failed?.textContent).toContain(DOWN)
    expect(succeeded?.textContent).toContain('“invoicing software”1,234 collected · 3 near enough to judge')
    const note = 'Some of it was out of reach. 2 posts were let go unjudged, as too many waited.'
    expect(succeeded?.textContent).toContain(note)
    expect(looks.getByText('There are no others.')).toBeTruthy()
  })

  test('is paginated, and says so, also at its limit', async () => {
    const { looks } = await open({ [`GET ${SOURCES}/coverage`]: Array.from({ length: 200 }, () => look()) })
    expect(await looks.findByText('The newest 10 of 200 looks.')).toBeTruthy()
    expect(looks.getAllByRole('listitem')).toHaveLength(10)
    for (let pressed = 0; pressed < 5; pressed++) {
      await userEvent.click(looks.getByRole('button', { name: 'Show more' }))
    }
    expect(looks.getAllByRole('listitem')).toHaveLength(200)
    expect(looks.getByText('Looks before the newest 200 are not listed.')).toBeTruthy()
    expect(looks.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('says if it is empty, or could not be loaded', async () => {
    const { server, looks } = await open({ [`GET ${SOURCES}/coverage`]: problem(422, 'The server is busy.') })
    expect(await looks.findByText(/could not be loaded\. The server is busy\./)).toBeTruthy()
    server.answers[`GET ${SOURCES}/coverage`] = []
    await userEvent.click(looks.getByRole('button', { name: 'Try again' }))
    expect(await looks.findByText('Nothing has been asked yet.')).toBeTruthy()
  })
})

describe('events of a source', () => {
  const failing = { type: 'source' as const, platform: 'hacker_news', source: '', error: DOWN }
  const working = { ...failing, error: null }

  test('show on the open page, with a single toast each', async () => {
    const { server, stream, page, blind } = await open()
    expect(await page.findByText('Working')).toBeTruthy()
    server.answers[`GET ${SOURCES}`] = [source({ health: 'failing', error: DOWN })]
    server.answers[`GET ${SOURCES}/gaps`] = [gap({ to: null, backfilled_at: null, recovered: 0 })]
    stream.send(failing)
    stream.send(failing)
    expect(await page.findByText('Failing')).toBeTruthy()
    expect(await blind.findByText(/still blind since/)).toBeTruthy()
    expect(await screen.findAllByText(`Hacker News began to fail. ${DOWN}`)).toHaveLength(1)
    server.answers[`GET ${SOURCES}`] = [source()]
    server.answers[`GET ${SOURCES}/gaps`] = [gap()]
    stream.send(working)
    stream.send(working)
    expect(await page.findByText('Working')).toBeTruthy()
    expect(await blind.findByText(/backfilled \(12 posts\)/)).toBeTruthy()
    expect(await screen.findAllByText('Hacker News works again.')).toHaveLength(1)
  })

  test('show toasts on other pages too, with the platform if the names cannot be read', async () => {
    const stream = eventStream()
    fakeServer({
      ...rosasAnswers(),
      [`GET ${SOURCES}`]: problem(422, 'The server is busy.'),
      [`GET /api/v1/events/${NETSCOPE}`]: stream.response,
    })
    renderApp(SETTINGS)
    await screen.findByLabelText('Business description')
    stream.send({ ...failing, platform: 'stack_exchange', source: 'serverfault' })
    expect(await screen.findByText(`Stack Exchange: serverfault began to fail. ${DOWN}`)).toBeTruthy()
  })
})
