import type { Notice } from '@leadlight/contract/privacy'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

const READ = 'GET /api/v1/notice'
const OBJECT = 'POST /api/v1/notice/object'
const HELD: Notice = {
  organization_name: 'Acme',
  contact: 'privacy@acme.example',
  post: { platform: 'bluesky', url: 'https://bsky.example/post/1', posted_at: '2026-11-20T10:00:00.000Z' },
  objected_at: null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Each test uses another link: answers about a link are cached for the life of the page. */
let links = 0

function open(answers: Answers) {
  const t = `t${++links}`
  const server = fakeServer(answers)
  renderApp(`/notice?t=${t}`)
  return { t, server }
}

test('shows without a sign-in the post, the holder and what is held, and changes nothing by being opened', async () => {
  const { t, server } = open({ [READ]: HELD })
  expect(await screen.findByRole('link', { name: HELD.post?.url ?? '' })).toBeTruthy()
  expect(screen.getByText('On Bluesky, 20 Nov 2026', { exact: false })).toBeTruthy()
  expect(screen.getByText('Acme, privacy@acme.example')).toBeTruthy()
  expect(server.requests.map(({ method, path, query }) => [method, path, query.get('t')])).toEqual([
    ['GET', '/api/v1/notice', t],
  ])
})

test('one press objects, and says so', async () => {
  const after = { ...HELD, post: null, objected_at: '2026-11-27T10:00:00.000Z' }
  const { t, server } = open({ [READ]: HELD, [OBJECT]: after })
  await userEvent.click(await screen.findByRole('button', { name: 'I object: erase this' }))
  expect(await screen.findByText('You objected on 27 Nov 2026.', { exact: false })).toBeTruthy()
  expect(server.of('/api/v1/notice/object').map(({ query }) => query.get('t'))).toEqual([t])
  expect(screen.queryByRole('button')).toBeNull()
})

test('an old link says that its post is held no more, and its author can object all the same', async () => {
  const before = { ...HELD, post: null }
  open({ [READ]: before, [OBJECT]: { ...before, objected_at: '2026-11-27T10:00:00.000Z' } })
  const text = 'Acme holds nothing for this post any more. It may still hold others of yours.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('privacy@acme.example', { exact: false })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I object: erase this' }))
  expect(await screen.findByText('You objected on 27 Nov 2026.', { exact: false })).toBeTruthy()
})

test('a wrong link says what is wrong', async () => {
  open({ [READ]: problem(404, 'This link leads to nothing.') })
  expect(await screen.findByText('This link leads to nothing.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
