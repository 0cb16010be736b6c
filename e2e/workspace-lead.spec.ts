import type { HistoryEntry, Note } from '@leadlight/contract/lead-work'
import type { Lead, LeadRow } from '@leadlight/contract/leads'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { WIDTHS } from './support/axe.ts'
import { pane } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { SIGNALS } from './support/workspace-leads.ts'
import { openPosts, rowOf, toast, undoBy } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { ProjectCalls, Workspace } from './support/workspace.ts'

let calls: ProjectCalls
let leads: LeadRow[]

test.beforeAll(async ({ workspace }) => {
  calls = createProjectCalls(workspace.rosa, workspace.projects.Leads.id)
  leads = await calls.leads()
})

function openLead(browser: Browser, { rosa, projects }: Workspace, id: string): Promise<Page> {
  return openPosts(browser, rosa, { projectId: projects.Leads.id, at: `/${id}` })
}

/** The lead's matches on the server. */
async function matchesOf(id: string) {
  const { matches, intent_signals: signals, score } = await calls.lead(id)
  return { matches, signals, score }
}

test('a lead’s signals can be corrected, and Undo restores its match', async ({ browser, workspace }) => {
  const { id } = leads[1]!
  const [first, second] = workspace.projects.Leads.signalIds
  const before = await matchesOf(id)
  expect(before.signals.map((signal) => signal.id)).toEqual([first])
  const page = await openLead(browser, workspace, id)
  await pane(page).getByRole('button', { name: 'Correct' }).click()
  const choice = page.getByRole('dialog', { name: 'Signals this lead matches' })
  await choice.getByLabel(SIGNALS[0]!).uncheck()
  await choice.getByLabel(SIGNALS[1]!).check()
  await choice.getByRole('button', { name: 'Keep' }).click()
  const card = (text: string) => pane(page).getByRole('region', { name: `Match: ${text}` })
  await expect(card(SIGNALS[1]!)).toContainText('100')
  await expect(card(SIGNALS[0]!)).toBeHidden()
  await expect.poll(async () => (await matchesOf(id)).signals.map((signal) => signal.id)).toEqual([second])
  await expect(rowOf(page, id)).toContainText(SIGNALS[1]!)
  await undoBy(page, 'Corrected the signals')
  await expect(card(SIGNALS[0]!)).toBeVisible()
  await expect(card(SIGNALS[1]!)).toBeHidden()
  await expect.poll(() => matchesOf(id)).toEqual(before)
  await page.context().close()
})

async function feedbackOf(id: string): Promise<Pick<Lead, 'feedback' | 'feedback_reason'>> {
  const { feedback, feedback_reason } = await calls.lead(id)
  return { feedback, feedback_reason }
}

test('feedback has a reason and an undo, a note mentions a teammate, a lead is assigned, and the history lists it all', async ({
  browser,
  workspace,
}) => {
  const { id } = leads[2]!
  const page = await openLead(browser, workspace, id)

  await test.step('feedback', async () => {
    await pane(page).getByRole('button', { name: 'Poor lead' }).click()
    const why = page.getByRole('dialog', { name: 'Why' })
    await why.getByRole('button', { name: 'Sells something' }).click()
    await expect.poll(() => feedbackOf(id)).toEqual({ feedback: 'negative', feedback_reason: 'Sells something' })
    await expect(pane(page).getByRole('button', { name: 'Sells something' })).toBeVisible()
    await undoBy(page, 'Kept the reason')
    await expect.poll(() => feedbackOf(id)).toEqual({ feedback: 'negative', feedback_reason: null })
    await undoBy(page, 'Marked as a poor lead')
    await expect.poll(() => feedbackOf(id)).toEqual({ feedback: null, feedback_reason: null })
    await expect(pane(page).getByRole('button', { name: 'Poor lead' })).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('good feedback takes a typed reason', async () => {
    await pane(page).getByRole('button', { name: 'Good lead' }).click()
    const why = page.getByRole('dialog', { name: 'Why' })
    await why.getByLabel('What makes it a good lead').fill('Wants two currencies')
    await why.getByRole('button', { name: 'Keep' }).click()
    await expect.poll(() => feedbackOf(id)).toEqual({ feedback: 'positive', feedback_reason: 'Wants two currencies' })
  })

  await test.step('a note mentions a teammate', async () => {
    const note = pane(page).getByRole('textbox', { name: 'Add a note' })
    await note.pressSequentially('Ask @tom')
    await expect(page.getByRole('option', { name: 'Tomas Berg' })).toBeVisible()
    await page.keyboard.press('Enter')
    await note.pressSequentially('about it')
    await page.keyboard.press('Control+Enter')
    const notes = pane(page).getByRole('region', { name: 'Notes' })
    await expect(notes.getByRole('listitem')).toContainText('Rosa Klein')
    await expect(notes.getByRole('listitem')).toContainText(/Ask @?Tomas Berg about it/)
    await expect(note).toHaveValue('')
    const [kept] = await calls.call<Note[]>('GET', `/lead/${id}/notes`)
    expect(kept?.text).toBe(`Ask @[${workspace.tomas.userId}] about it`)
    expect(kept?.mentions.map(({ name }) => name)).toEqual(['Tomas Berg'])
  })

  await test.step('the lead is assigned and gets a status', async () => {
    await pane(page).getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a teammate' }).fill('ber')
    await page.keyboard.press('Enter')
    await expect(pane(page).getByRole('button', { name: 'Assigned to Tomas Berg' })).toBeVisible()
    await expect(rowOf(page, id)).toContainText('Assigned to Tomas Berg')
    await pane(page).getByRole('button', { name: 'Status: none' }).click()
    await page.getByRole('menuitemradio', { name: 'Talking' }).click()
    await expect(pane(page).getByRole('button', { name: 'Status: Talking' })).toBeVisible()
    await pane(page).getByRole('button', { name: 'Star', exact: true }).click()
    await expect.poll(async () => (await calls.lead(id)).starred).toBe(true)
  })

  await test.step('the history lists others’ actions too', async () => {
    const others = createProjectCalls(workspace.tomas, workspace.projects.Leads.id)
    const statuses = await others.statuses()
    await others.setStatus([id], statuses[3]?.id ?? null)
    await pane(page).getByRole('button', { name: 'History' }).click()
    const entries = pane(page).getByRole('region', { name: 'History' }).getByRole('listitem')
    await expect(entries.first()).toContainText('Status: Talking → Won')
    await expect(entries.first()).toContainText('Tomas Berg')
    const told = await calls.call<HistoryEntry[]>('GET', `/lead/${id}/history`)
    const shown = await entries.evaluateAll((items) =>
      items.map((item) => [...item.querySelectorAll('p')].map((line) => line.textContent)),
    )
    expect(shown.map(([summary, by]) => [summary, by?.split(' · ')[0]])).toEqual(
      told.map(({ summary, by }) => [summary, by?.name ?? 'Leadlight']),
    )
    const all = shown.map(([summary]) => summary).join('\n')
    for (const words of [
      'Assigned to Tomas Berg',
      'Added a note',
      'Sells something',
      'Wants two currencies',
      'Found',
    ]) {
      expect(all).toContain(words)
    }
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['starred', 'status', 'feedback', 'found']))
  })
  await page.context().close()
})

test('the author’s other leads are linked', async ({ browser, workspace }) => {
  // Not at fixed places: a person who was erased in another project is gone from this one too.
  const isBySame = (of: LeadRow) => (lead: LeadRow) =>
    lead.id !== of.id && lead.author === of.author && lead.platform === of.platform
  const one = leads.find((lead) => leads.some(isBySame(lead)))!
  const other = leads.find(isBySame(one))!
  const page = await openLead(browser, workspace, one.id)
  await pane(page)
    .getByRole('complementary', { name: 'About this lead' })
    .getByRole('link', { name: other.title! })
    .click()
  await expect(page).toHaveURL(new RegExp(`/posts/${other.id}`))
  await expect(pane(page).getByRole('heading', { level: 1, name: other.title! })).toBeVisible()
  await page.goBack()
  await expect(pane(page).getByRole('heading', { level: 1, name: one.title! })).toBeVisible()
  await page.context().close()
})

test('a link to a deleted lead opens it and says so, and so does one to no lead', async ({ browser, workspace }) => {
  const { id, title } = leads[5]!
  await calls.mark('deleted', [id])
  const page = await openLead(browser, workspace, id)
  await expect(pane(page).getByRole('heading', { level: 1, name: title! })).toBeVisible()
  await expect(pane(page)).toContainText('This lead is deleted.')
  await expect(rowOf(page, leads[4]!.id)).toBeVisible()
  await expect(rowOf(page, id)).toHaveCount(0)
  await pane(page).getByRole('button', { name: 'Bring it back' }).click()
  await expect(rowOf(page, id)).toBeVisible()
  await expect(pane(page)).not.toContainText('This lead is deleted.')
  expect((await calls.lead(id)).deleted).toBe(false)

  for (const none of ['01a1fec8-0000-7000-8000-000000000000', 'no-such-lead']) {
    await page.goto(page.url().replace(/posts\/.*$/, `posts/${none}`))
    await expect(pane(page).getByRole('heading', { name: 'This lead does not exist' })).toBeVisible()
  }
  await pane(page).getByRole('link', { name: 'Back to the list' }).last().click()
  await expect(page).toHaveURL(/\/posts$/)
  await expect(toast(page, /./)).toHaveCount(0)
  await page.context().close()
})

test('a long URL in a note or a prompt widens nothing', async ({ browser, workspace }) => {
  const { id } = leads[3]!
  const address = `https://example.com/articles/our-invoices?${'campaign'.repeat(40)}`
  const page = await openLead(browser, workspace, id)
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await pane(page).getByLabel('What the reply should say').fill(address)
    await pane(page).getByRole('textbox', { name: 'Add a note' }).fill(address)
    const widths = await pane(page).evaluate((place) => [place.scrollWidth, place.clientWidth])
    expect(widths[0], `the pane at ${viewport.width} px`).toBe(widths[1])
    // Fails if anything covers it.
    await pane(page)
      .getByRole('button', { name: /^(Draft|Give points)$/ })
      .first()
      .click({ trial: true })
  }
  await page.context().close()
})
