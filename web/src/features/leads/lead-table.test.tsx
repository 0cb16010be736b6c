import type { LeadRow } from '@leadlight/contract/leads'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import {
  COLUMN_IDS,
  columnValue,
  eventStream,
  leadAnswers,
  leadId,
  LEADS,
  list,
  POSTS,
  rows,
  smartColumns,
} from './testing/leads-story.ts'
import { choose, focusRow, press, signInForEachTest } from './testing/posts-screen.ts'

signInForEachTest()

function start(items: LeadRow[] = rows(3), search = '') {
  const stream = eventStream()
  const server = fakeServer({
    ...leadAnswers(items),
    [`GET ${LEADS}/smart_columns`]: smartColumns(),
    [`GET /api/v1/events/${NETSCOPE}`]: stream.response,
  })
  return { server, stream, ...renderApp(POSTS + search) }
}

async function openTable(items?: LeadRow[], search?: string) {
  const app = start(items, search)
  await press('Show as a table')
  const table = within(await screen.findByRole('table', { name: 'Leads' }))
  return { ...app, table }
}

const headings = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)

describe('the table', () => {
  test('has a row for each lead and a column for each smart column, and is stored for the project', async () => {
    const value = columnValue(COLUMN_IDS.tool, { text_value: 'Nagios' })
    const { table } = await openTable(rows(2, { smart_column_values: [value] }))
    expect(await table.findAllByRole('cell', { name: 'Nagios' })).toHaveLength(2)
    expect(headings()).toEqual(expect.arrayContaining(['Lead', 'Score', 'Status', 'Posted', 'Budget', 'Tool']))
    expect(table.getByRole('link', { name: 'Lead 1' })).toBeTruthy()
    expect(JSON.parse(localStorage.getItem(`lead_list:${NETSCOPE}`) ?? '{}')).toMatchObject({ mode: 'table' })
  })

  test('shows a value that waits, lacks a model or failed, with its reason', async () => {
    const states = [
      columnValue(COLUMN_IDS.budget, { state: 'waiting' }),
      columnValue(COLUMN_IDS.budget, { state: 'needs_model', why: 'This needs reading between the lines.' }),
      columnValue(COLUMN_IDS.budget, { state: 'failed', why: 'The model did not answer.' }),
      columnValue(COLUMN_IDS.budget, { bool_value: false }),
    ]
    const items = rows(4).map((row, index) => ({ ...row, smart_column_values: [states[index]!] }))
    const { table } = await openTable(items)
    expect(await table.findByRole('cell', { name: 'Being worked out' })).toBeTruthy()
    expect(table.getByRole('cell', { name: /Needs a model.*reading between the lines/ })).toBeTruthy()
    expect(table.getByRole('cell', { name: /Failed.*The model did not answer/ })).toBeTruthy()
    expect(table.getByRole('cell', { name: 'No' })).toBeTruthy()
  })

  test('is sorted by a press on a heading, which announces the direction', async () => {
    const { server, router } = await openTable()
    await userEvent.click(screen.getByRole('button', { name: 'Score' }))
    await waitFor(() =>
      expect(screen.getByRole('columnheader', { name: /^Score/ }).getAttribute('aria-sort')).toBe('descending'),
    )
    expect(router.state.location.search).toBe('?sort_by=score&sort_order=desc')
    await userEvent.click(screen.getByRole('button', { name: 'Score' }))
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('sort_order')).toBe('asc'))
    expect(screen.getByRole('columnheader', { name: /^Score/ }).getAttribute('aria-sort')).toBe('ascending')
    await userEvent.click(await screen.findByRole('button', { name: 'Tool' }))
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('sort_by')).toBe(`column:${COLUMN_IDS.tool}`))
  })

  test('has columns resized by key and by dragging, and stores the widths', async () => {
    await openTable()
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Width of Score' })
    fireEvent.change(slider, { target: { value: '200' } })
    await waitFor(() => expect(slider.value).toBe('200'))
    const handle = slider.parentElement!
    handle.setPointerCapture = () => undefined
    fireEvent.pointerDown(handle, { clientX: 500, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientX: 540, pointerId: 1 })
    expect(screen.getByRole('table').style.getPropertyValue('--columns')).toContain(' 240px ')
    fireEvent.pointerUp(handle, { clientX: 540, pointerId: 1 })
    const stored = JSON.parse(localStorage.getItem(`lead_list:${NETSCOPE}`) ?? '{}') as { widths: object }
    expect(stored.widths).toEqual({ score: 240 })
  })

  test('hides columns and shows them again', async () => {
    await openTable()
    await press('More about this list')
    await choose('menuitemcheckbox', 'Author')
    await choose('menuitemcheckbox', 'Tool')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getAllByRole('columnheader')).not.toHaveLength(0))
    expect(headings()).not.toContain('Author')
    expect(headings()).not.toContain('Tool')
    expect(headings()).toContain('Budget')
  })

  test('is navigated with the same keys', async () => {
    const { path } = await openTable()
    await focusRow('Lead 1')
    await userEvent.keyboard('jx')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select: Lead 2' }).checked).toBe(true)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe(`${POSTS}/${leadId(2)}`))
  })

  test('renders only the visible rows of a long list', async () => {
    await openTable(rows(2000))
    expect(screen.getAllByRole('row').length).toBeLessThan(100)
  })
})

test('smart-column values appear in the rows as they are computed', async () => {
  const waiting = columnValue(COLUMN_IDS.budget, { state: 'waiting' })
  const { server, stream } = start(rows(1, { smart_column_values: [waiting] }))
  await screen.findByText('Being worked out')
  const value = columnValue(COLUMN_IDS.budget, { bool_value: true })
  server.answers[`GET ${LEADS}`] = list(rows(1, { smart_column_values: [value] }))
  stream.send({ type: 'column', column: smartColumns()[0]! })
  expect(await screen.findByText('Yes')).toBeTruthy()
  expect(server.of(LEADS).at(-1)?.query.getAll('lead_ids')).toEqual([leadId(1)])
})
