import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { expectNoViolations, expectNoViolationsAtAllWidths, WIDTHS } from './support/axe.ts'
import { createModelFixture } from './support/installation-with-model.ts'
import type { ModelFixture } from './support/installation-with-model.ts'
import { ask, openAs } from './support/member.ts'
import { verifyAddress } from './support/outbox.ts'
import { rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { withAnswer } from './support/workspace-screen.ts'

const SETTINGS = ['project', 'business', 'writing', 'notifications', 'danger-zone']

let fixture: ModelFixture

test.beforeAll(async ({ modelled }) => {
  fixture = await createModelFixture(modelled)
  const { member, projectId } = fixture
  await verifyAddress(modelled, member.email)
  const lead = `/api/v1/leads/${projectId}`
  await ask(member, `POST ${lead}/smart_columns`, {
    name: 'Names a tool',
    prompt: 'Mentions Excel or a spreadsheet',
    type: 'boolean',
  })
  const [first] = await ask<{ id: string }[]>(member, `GET /api/v1/lead-status-configs/project/${projectId}`)
  const changed = fixture.leads.slice(0, 2).map(({ id }) => id)
  await ask(member, `POST ${lead}/update_status`, { status_config_id: first?.id, lead_ids: changed })
})

test('the list has no accessibility violations in any state', async ({ browser }) => {
  const page = await openAs(browser, fixture.member)
  await withAnswer(page, '**/api/v1/leads/*?*', 'waiting', async () => {
    await page.goto(posts())
    await expect(page.getByText('Loading the leads', { exact: true })).toBeAttached()
    await expectNoViolationsAtAllWidths(page, 'list loading')
  })
  await withAnswer(page, '**/api/v1/leads/*?*', 'failing', async () => {
    await page.goto(posts())
    await expect(page.getByText('The leads could not be loaded')).toBeVisible()
    await expectNoViolationsAtAllWidths(page, 'list error')
  })
  await page.goto(posts('?search_text=nothingreadslikethis'))
  await expect(page.getByText('No leads match these filters')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'list without matches')
  await page.goto(posts())
  await expect(rows(page).first()).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'list full')
  await page.getByRole('button', { name: 'Select leads' }).click()
  await rows(page).first().getByRole('checkbox').click()
  await expect(page.getByRole('toolbar', { name: 'Selected leads' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'list selected')
  await page.getByRole('toolbar').getByRole('button', { name: 'Status' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'bulk status menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect(page.getByRole('button', { name: 'Show as cards' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'table')
  await page.getByRole('button', { name: 'More about this list' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'list menu')
  await page.keyboard.press('Escape')
  await page.context().close()
})

test('an empty project has no accessibility violations', async ({ browser }) => {
  const { id } = await ask<{ id: string }>(fixture.member, 'POST /api/v1/project', {})
  await ask(fixture.member, `PATCH /api/v1/project/${id}`, { name: 'Empty' })
  const page = await openAs(browser, fixture.member)
  await page.goto(`/projects/${id}/posts`)
  await expect(page.getByRole('region', { name: 'Lead list' })).not.toContainText('Loading')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectNoViolationsAtAllWidths(page, 'list empty')
  await page.goto(`/projects/${id}/signals`)
  await expect(page.getByRole('heading', { name: 'No signals yet' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'signals empty')
  await page.context().close()
})

test('statuses and smart columns have no accessibility violations', async ({ browser }) => {
  const page = await openAs(browser, fixture.member)
  await page.goto(posts('?manage=statuses'))
  const handle = page.getByRole('button', { name: /^Move / }).first()
  await expect(handle).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'statuses')
  await handle.press('Space')
  await handle.press('ArrowDown')
  await expect(handle).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolationsAtAllWidths(page, 'status lifted')
  await handle.press('Escape')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expectNoViolationsAtAllWidths(page, 'status deleting')
  await page.goto(posts('?manage=columns'))
  await expect(page.getByRole('button', { name: 'New column' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'smart columns')
  await page.getByRole('button', { name: 'New column' }).click()
  await page.getByLabel('Name').fill('Their budget')
  await page.getByLabel('Question').fill('What do they want to spend?')
  await expect(page.getByText(/\d+ leads? · /)).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'smart column form')
  await page.context().close()
})

test('the signals have no accessibility violations in any state', async ({ browser }) => {
  const page = await openAs(browser, fixture.member)
  const signals = `/projects/${fixture.projectId}/signals`
  const list = `**/api/v1/intent_signals/${fixture.projectId}`
  await withAnswer(page, list, 'failing', async () => {
    await page.goto(signals)
    await expect(page.getByText('The signals could not be loaded')).toBeVisible()
    await expectNoViolationsAtAllWidths(page, 'signals error')
  })
  await withAnswer(page, list, 'waiting', async () => {
    await page.goto(signals)
    await expect(page.getByText('Loading the signals', { exact: true })).toBeAttached()
    await expectNoViolationsAtAllWidths(page, 'signals loading')
  })
  await page.goto(signals)
  await expect(page.getByRole('link', { name: /\d+ leads? of: / }).first()).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'signals full')
  await expectNoOverflow(page)
  await page.getByRole('switch').first().click()
  await expect(page.getByRole('dialog', { name: 'Monitoring' }).getByLabel(/^At most a month/)).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'monitoring asked about')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Actions: / })
    .first()
    .click()
  await expectNoViolationsAtAllWidths(page, 'actions of a signal')
  await page.getByRole('menuitem', { name: 'Reword' }).click()
  await expect(page.getByRole('region', { name: 'History' }).getByText(/collected/)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectNoViolationsAtAllWidths(page, 'a signal')
  await expectNoOverflow(page)
  await page.goto(`${signals}/new`)
  await expect(page.getByLabel('New signal')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a new signal')
  await page.context().close()
})

test('the sources have no accessibility violations in any state', async ({ browser }) => {
  const page = await openAs(browser, fixture.member)
  const sources = `/projects/${fixture.projectId}/sources`
  const list = `**/api/v1/sources/${fixture.projectId}`
  await withAnswer(page, list, 'failing', async () => {
    await page.goto(sources)
    await expect(page.getByText('The sources could not be loaded')).toBeVisible()
    await expectNoViolationsAtAllWidths(page, 'sources error')
  })
  await withAnswer(page, list, 'waiting', async () => {
    await page.goto(sources)
    await expect(page.getByText('Loading the sources', { exact: true })).toBeAttached()
    await expectNoViolationsAtAllWidths(page, 'sources loading')
  })
  await page.goto(sources)
  await expect(page.getByRole('link', { name: /\d+ leads? from / }).first()).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'sources full')
  await expectNoOverflow(page)
  await page.context().close()
})

test('the settings have no accessibility violations', async ({ browser }) => {
  const page = await openAs(browser, fixture.member)
  for (const path of SETTINGS) {
    await page.goto(`/projects/${fixture.projectId}/settings/${path}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNoViolationsAtAllWidths(page, `settings ${path}`)
  }
  await page.getByRole('link', { name: 'Writing' }).click()
  await page.getByLabel('Tone', { exact: true }).fill('Plain')
  await page.getByRole('link', { name: 'Business' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'settings guard')
  await page.context().close()
})

for (const viewport of WIDTHS) {
  const isWide = viewport.width > 1000
  test.describe(`at ${viewport.width} pixels`, () => {
    test('the menus of the filter bar and the views, and overlays opened by key, have no violations', async ({
      browser,
    }) => {
      const page = await openAt(browser, viewport)
      await page.goto(posts('?read=unread'))
      await expect(rows(page).first()).toBeVisible()
      if (isWide) {
        for (const name of [/^Any status$/i, /^Any signal$/i, /^Any channel$/i])
          await expectOpened(page, page.getByRole('button', { name }).first(), 'menu')
        for (const name of [/^Any date$/i, /^More( \d+)?$/])
          await expectOpened(page, page.getByRole('button', { name }).first(), 'dialog')
      } else await expectOpened(page, page.getByRole('button', { name: /^Filters/ }), 'dialog')
      await expectOpened(page, page.getByRole('button', { name: /^Order:/ }), 'menu')
      await expectOpened(page, page.getByRole('button', { name: 'Saved views' }), 'menu', async () => {
        await page.getByRole('menuitem', { name: 'Save these filters as a view…' }).click()
        await expect(page.getByRole('dialog', { name: 'Save as a view' })).toBeVisible()
        await expectNoViolations(page, 'save view dialog')
      })
      for (const [keys, title] of [
        ['Control+k', 'Command palette'],
        ['?', 'Keyboard shortcuts'],
      ] as const) {
        await page.locator('body').press(keys)
        await expect(page.getByRole('dialog', { name: title })).toBeVisible()
        await expectNoViolations(page, title)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await page.context().close()
    })
  })
}

/** Nothing stands beyond the page, at any width. */
async function expectNoOverflow(page: Page): Promise<void> {
  for (const size of WIDTHS.toReversed()) {
    await page.setViewportSize(size)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
}

async function openAt(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  return openAs(browser, fixture.member, { viewport })
}

function posts(rest = ''): string {
  return `/projects/${fixture.projectId}/posts${rest}`
}

/** Opens what a button opens, checks it, and closes it again. */
async function expectOpened(
  page: Page,
  button: ReturnType<Page['getByRole']>,
  role: 'menu' | 'dialog',
  then?: () => Promise<void>,
): Promise<void> {
  const name = (await button.innerText()) || (await button.getAttribute('aria-label')) || ''
  await button.click()
  await expect(page.getByRole(role)).toBeVisible()
  await expectNoViolations(page, `${role} ${name}`)
  await then?.()
  await page.keyboard.press('Escape')
  await expect(page.getByRole(role)).toHaveCount(0)
}
