import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem, type Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const POST = `POST /api/v1/sources/${NETSCOPE}/posts`
const ADDRESS = '/add#url=https%3A%2F%2Fforum.example%2F1&text=Which+monitor%3F'

async function judgeIt(answer: Answers[string]) {
  fakeServer({ ...rosasAnswers(), [POST]: answer })
  const app = renderApp(ADDRESS)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Its words')).value).toBe('Which monitor?')
  await userEvent.click(screen.getByRole('button', { name: 'Judge it' }))
  return app
}

test('once a post is judged its words stand neither in the address nor in the fields, and what became of it shows', async () => {
  const { router } = await judgeIt({ items: [{ state: 'passed_over', lead_id: null, why: 'It is near none.' }], credits: 0 }) // oxfmt-ignore
  expect(await screen.findByText('It is no lead. It is near none.')).toBeTruthy()
  const { pathname, search, hash } = router.state.location
  expect([pathname, search, hash]).toEqual(['/add', '', ''])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Its words').value).toBe('')
})

test('a post that could not be judged keeps its words, in the address as well', async () => {
  const { router } = await judgeIt(problem(409, 'This project has no intent signals.', 'no_signals'))
  expect(await screen.findByText('This project has no intent signals.')).toBeTruthy()
  expect(router.state.location.hash).toContain('Which+monitor')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Its words').value).toBe('Which monitor?')
})
