import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import {
  answers,
  button,
  isPressed,
  LEAVING,
  POSTS,
  press,
  saved,
  SIGNAL,
  SIGNALS,
  STEP_4,
  type,
} from './testing/asked-preview.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('the questions of a preview', () => {
  test('stand under the posts that it asks about, and say what answers do', async () => {
    fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    expect(await screen.findAllByRole('group', { name: 'Would you answer this person?' })).toHaveLength(2)
    expect(screen.getByText(/Your answers teach this signal before it searches\./)).toBeTruthy()
    const passedOver = within(screen.getByRole('region', { name: 'Passed over' }))
    expect(passedOver.getByRole('link', { name: 'Post 3' })).toBeTruthy()
    expect(passedOver.getByText(/, needs/u).textContent).toBe('14, needs 22')
    expect(passedOver.getByText('Asks for a tool.')).toBeTruthy()
    expect(passedOver.getByText('Limit: under 50 dollars', { exact: false })).toBeTruthy()
    expect(within(screen.getByRole('link', { name: 'Post 2' }).closest('article')!).queryByRole('button')).toBeNull()
  })

  test('are answered by key, changed, and taken back by the same answer', async () => {
    fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    ;(await button(1, 'Yes')).focus()
    await userEvent.keyboard('{Enter}')
    expect(await isPressed(1, 'Yes')).toBe(true)
    await userEvent.keyboard('{Tab} ')
    expect([await isPressed(1, 'Yes'), await isPressed(1, 'No')]).toEqual([false, true])
    await press(1, 'No')
    expect([await isPressed(1, 'Yes'), await isPressed(1, 'No')]).toEqual([false, false])
  })

  test('survive reloading, and are sent along when the signal is added', async () => {
    const server = fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    await press(1, 'Yes')
    await press(3, 'No')
    cleanup()
    renderApp(STEP_4)
    expect([await isPressed(1, 'Yes'), await isPressed(3, 'No')]).toEqual([true, true])
    const given = [
      { post_id: POSTS[0] ?? '', fits: true },
      { post_id: POSTS[2] ?? '', fits: false },
    ]
    server.answers[`POST ${SIGNALS}`] = () => saved(given)
    await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
    await screen.findByRole('textbox', { name: `Signal: ${LEAVING}` })
    expect(server.of(SIGNALS).at(-1)?.body).toMatchObject({ intent_signal: LEAVING, answers: given })
    expect([await isPressed(1, 'Yes'), await isPressed(3, 'No')]).toEqual([true, true])
    expect(sessionStorage.getItem(`draft:signal-answers:${NETSCOPE}`)).toBeNull()
  })

  test('given under other words are forgotten, whether or not their preview is there', async () => {
    const server = fakeServer(answers([]))
    renderApp(STEP_4)
    await type(LEAVING)
    await press(1, 'Yes')
    await press(3, 'No')
    server.answers[`POST ${SIGNALS}`] = () => saved()
    await type(' at last')
    await userEvent.click(screen.getByRole('button', { name: 'Add signal' }))
    await screen.findByRole('textbox', { name: `Signal: ${LEAVING}` })
    const sent = server.of(SIGNALS).at(-1)?.body
    expect(sent).toMatchObject({ intent_signal: `${LEAVING} at last` })
    expect(sent).not.toHaveProperty('answers')
  })

  test('of a saved signal show its answers, and what changed is sent when it is saved', async () => {
    const server = fakeServer(answers([saved([{ post_id: POSTS[0] ?? '', fits: true }])]))
    renderApp(STEP_4)
    expect(await isPressed(1, 'Yes')).toBe(true)
    expect(screen.getByText(/Your answers teach this signal once you save it\./)).toBeTruthy()
    await press(1, 'Yes')
    await press(3, 'Yes')
    const after = saved([{ post_id: POSTS[2] ?? '', fits: true }])
    server.answers[`PUT ${SIGNALS}/${SIGNAL}`] = () => after
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(server.of(`${SIGNALS}/${SIGNAL}`).at(-1)?.body).toEqual({
      intent_signal: LEAVING,
      do_reanalyze: false,
      answers: [
        { post_id: POSTS[0], fits: null },
        { post_id: POSTS[2], fits: true },
      ],
    })
    expect([await isPressed(1, 'Yes'), await isPressed(3, 'Yes')]).toEqual([false, true])
  })

  test('are undone with the other changes of a saved signal', async () => {
    fakeServer(answers([saved()]))
    renderApp(STEP_4)
    await press(1, 'No')
    await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }))
    expect(await isPressed(1, 'No')).toBe(false)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
