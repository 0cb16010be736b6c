import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rowText } from '../../lib/row-text.ts'
import { leadAnswers, leadId, POSTS, rows } from './testing/leads-story.ts'
import { loadPane } from './testing/load-pane.ts'
import { focusRow, signInForEachTest } from './testing/posts-screen.ts'

// Each render of a row calls this once.
vi.mock('../../lib/row-text.ts', { spy: true })

signInForEachTest()
beforeAll(loadPane, 60_000)

function drawn(): string[] {
  const titles = vi.mocked(rowText).mock.calls.map(([lead]) => lead.title ?? '')
  vi.mocked(rowText).mockClear()
  return [...new Set(titles)].toSorted()
}

test('a step or a selection renders only the rows it affects', async () => {
  fakeServer(leadAnswers(rows(30)))
  renderApp(POSTS)
  await focusRow('Lead 1')
  await screen.findAllByRole('button', { name: 'Status: none' })
  drawn()
  await userEvent.keyboard('j')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 2'))
  expect(drawn()).toEqual(['Lead 1', 'Lead 2'])
  await userEvent.keyboard('k')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 1'))
  expect(drawn()).toEqual(['Lead 1', 'Lead 2'])
})

test('with a lead open, a step renders the row that was left and the new one', async () => {
  fakeServer(leadAnswers(rows(30, { read: true })))
  const app = renderApp(`${POSTS}/${leadId(3)}`)
  await focusRow('Lead 3')
  await screen.findByText('The author asks peers for a tool.')
  drawn()
  await userEvent.keyboard('j')
  await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(4)}`))
  expect(drawn()).toEqual(['Lead 3', 'Lead 4'])
})
