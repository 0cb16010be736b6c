import { expect, test } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { installationUrl } from './support/addresses.ts'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { startWithModel } from './support/installation-with-model.ts'
import type { InstallationWithModel } from './support/installation-with-model.ts'
import { ask, openAs } from './support/member.ts'
import { verifyAddress } from './support/outbox.ts'
import { pane, rows } from './support/posts-screen.ts'

const FAILING = { status: 503, contentType: 'application/problem+json', body: '{"detail":"The database is busy."}' }
const SETTINGS = ['project', 'business', 'writing', 'notifications', 'danger-zone']
const LEAD = 'What do you use to invoice clients in more than one currency?'
const MISSING = '01900000-0000-7000-8000-000000000000'

let stand: InstallationWithModel

test.beforeAll(async () => {
  stand = await startWithModel()
  const { member, projectId } = stand
  await verifyAddress(member.email)
  const lead = `/api/v1/leads/${projectId}`
  await ask(member.token, `POST ${lead}/smart_columns`, {
    name: 'Names a tool',
    prompt: 'Mentions Excel or a spreadsheet',
    type: 'boolean',
  })
  const [first] = await ask<{ id: string }[]>(member.token, `GET /api/v1/lead-status-configs/project/${projectId}`)
  const changed = stand.leads.slice(0, 2).map(({ id }) => id)
  await ask(member.token, `POST ${lead}/update_status`, { status_config_id: first?.id, lead_ids: changed })
})

test.afterAll(() => stand.stop())

for (const viewport of WIDTHS) {
  const isWide = viewport.width > 1000
  test.describe(`at ${viewport.width} pixels`, () => {
    test('the list in every state', async ({ browser }) => {
      const page = await openAt(browser, viewport)
      await withAnswer(page, '**/api/v1/leads/*?*', 'waiting', async () => {
        await page.goto(posts())
        await expect(page.getByText('Loading the leads', { exact: true })).toBeAttached()
        await expectNoViolations(page, 'list loading')
      })
      await withAnswer(page, '**/api/v1/leads/*?*', 'failing', async () => {
        await page.goto(posts())
        await expect(page.getByText('The leads could not be loaded')).toBeVisible()
        await expectNoViolations(page, 'list error')
      })
      await page.goto(posts('?search_text=nothingreadslikethis'))
      await expect(page.getByText('No leads match these filters')).toBeVisible()
      await expectNoViolations(page, 'list without matches')
      await page.goto(posts())
      await expect(rows(page).first()).toBeVisible()
      await expectNoViolations(page, 'list full')
      await page.getByRole('button', { name: 'Select leads' }).click()
      await rows(page).first().getByRole('checkbox').click()
      await expect(page.getByRole('toolbar', { name: 'Selected leads' })).toBeVisible()
      await expectNoViolations(page, 'list selected')
      await page.getByRole('toolbar').getByRole('button', { name: 'Status' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectNoViolations(page, 'bulk status menu')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Clear the selection' }).click()
      await page.getByRole('button', { name: 'Show as a table' }).click()
      await expect(page.getByRole('button', { name: 'Show as cards' })).toBeVisible()
      await expectNoViolations(page, 'table')
      await page.getByRole('button', { name: 'More about this list' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectNoViolations(page, 'list menu')
      await page.keyboard.press('Escape')
      await page.context().close()
    })

    test('an empty project', async ({ browser }) => {
      const { id } = await ask<{ id: string }>(stand.member.token, 'POST /api/v1/project', {})
      await ask(stand.member.token, `PATCH /api/v1/project/${id}`, { name: `Empty ${viewport.width}` })
      const page = await openAt(browser, viewport)
      await page.goto(`${installationUrl()}/projects/${id}/posts`)
      await expect(page.getByRole('region', { name: 'Lead list' })).not.toContainText('Loading')
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectNoViolations(page, 'list empty')
      await page.context().close()
    })

    test('the menus of the filter bar, the views and what opens by a key', async ({ browser }) => {
      const page = await openAt(browser, viewport)
      await page.goto(posts('?read=unread'))
      await expect(rows(page).first()).toBeVisible()
      if (isWide) {
        for (const name of [/^Any status$/i, /^Any signal$/i, /^Any channel$/i])
          await expectOpened(page, page.getByRole('button', { name }).first(), 'menu')
        await expectOpened(page, page.getByRole('button', { name: /^More( \d+)?$/ }), 'dialog')
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

    test('a lead in every state', async ({ browser }) => {
      const { id } = stand.leadCalled(LEAD)
      const page = await openAt(browser, viewport)
      await withAnswer(page, `**/lead/${id}`, 'waiting', async () => {
        await page.goto(posts(`/${id}`))
        await expect(page.getByText('Loading the lead', { exact: true })).toBeAttached()
        await expectNoViolations(page, 'lead loading')
      })
      await withAnswer(page, `**/lead/${id}`, 'failing', async () => {
        await page.goto(posts(`/${id}`))
        await expect(page.getByText('The lead could not be loaded')).toBeVisible()
        await expectNoViolations(page, 'lead error')
      })
      await page.goto(posts(`/${MISSING}`))
      await expect(page.getByText('This lead does not exist')).toBeVisible()
      await expectNoViolations(page, 'lead missing')
      await page.goto(posts(`/${id}`))
      const reply = pane(page).getByRole('region', { name: 'Reply draft' })
      await expect(reply.getByRole('button', { name: /^(Draft|Regenerate)$/ })).toBeVisible()
      await expectNoViolations(page, 'lead full')
      await pane(page).getByRole('button', { name: 'Good lead' }).click()
      await expect(page.getByRole('dialog', { name: 'Why' })).toBeVisible()
      await expectNoViolations(page, 'lead feedback reason')
      await page.keyboard.press('Escape')
      await pane(page).getByRole('button', { name: 'Good lead' }).click()
      await pane(page).getByRole('button', { name: 'History' }).click()
      await expect(pane(page).getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
      await pane(page).getByRole('textbox', { name: 'Add a note' }).pressSequentially('Ask @')
      await expect(page.getByRole('listbox', { name: 'Teammates' })).toBeVisible()
      await expectNoViolations(page, 'lead mention and history')
      await page.context().close()
    })

    test('drafts in every state', async ({ browser }) => {
      const page = await openAt(browser, viewport)
      await page.goto(posts(`/${stand.leadCalled(LEAD).id}`))
      const reply = pane(page).getByRole('region', { name: 'Reply draft' })
      const draft = reply.getByRole('button', { name: /^(Draft|Regenerate)$/ })
      stand.model.script = () => ({ kind: 'silent', pieces: ['Two ', 'currencies ', 'are ', 'hard. '] })
      await draft.click()
      await expect(reply.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue(/^Two currencies/)
      await expectNoViolations(page, 'draft streaming')
      await reply.getByRole('button', { name: 'Stop' }).click()
      stand.model.script = () => ({ kind: 'error', status: 500 })
      await draft.click()
      await expect(reply.getByRole('alert')).toBeVisible()
      await expectNoViolations(page, 'draft error')
      stand.model.script = () => ({ kind: 'say', pieces: ['Two currencies are hard to keep apart by hand.'] })
      await reply.getByRole('button', { name: 'Retry' }).click()
      await expect(reply).toContainText('credits spent')
      await expectNoViolations(page, 'draft done')
      await page.context().close()
    })

    test('statuses and smart columns', async ({ browser }) => {
      const page = await openAt(browser, viewport)
      await page.goto(posts('?manage=statuses'))
      const handle = page.getByRole('button', { name: /^Move / }).first()
      await expect(handle).toBeVisible()
      await expectNoViolations(page, 'statuses')
      await handle.press('Space')
      await handle.press('ArrowDown')
      await expect(handle).toHaveAttribute('aria-pressed', 'true')
      await expectNoViolations(page, 'status lifted')
      await handle.press('Escape')
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await expectNoViolations(page, 'status deleting')
      await page.goto(posts('?manage=columns'))
      await expect(page.getByRole('button', { name: 'New column' })).toBeVisible()
      await expectNoViolations(page, 'smart columns')
      await page.getByRole('button', { name: 'New column' }).click()
      await page.getByLabel('Name').fill('Their budget')
      await page.getByLabel('Question').fill('What do they want to spend?')
      await expect(page.getByText(/\d+ leads? · /)).toBeVisible()
      await expectNoViolations(page, 'smart column form')
      await page.context().close()
    })

    test('the settings', async ({ browser }) => {
      const page = await openAt(browser, viewport)
      for (const path of SETTINGS) {
        await page.goto(`${installationUrl()}/projects/${stand.projectId}/settings/${path}`)
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectNoViolations(page, `settings ${path}`)
      }
      await page.getByRole('link', { name: 'Writing' }).click()
      await page.getByLabel('Tone', { exact: true }).fill('Plain')
      await page.getByRole('link', { name: 'Business' }).click()
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
      await expectNoViolations(page, 'settings guard')
      await page.context().close()
    })
  })
}

async function openAt(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  return openAs(browser, stand.member, { viewport })
}

function posts(rest = ''): string {
  return `${installationUrl()}/projects/${stand.projectId}/posts${rest}`
}

/** While `work` runs, what the page asks for under `path` is not answered, or fails. */
async function withAnswer(page: Page, path: string, how: 'waiting' | 'failing', work: () => Promise<void>) {
  await page.route(path, (route) => (how === 'failing' ? route.fulfill(FAILING) : new Promise<void>(() => undefined)))
  await work()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Opens what a button opens, looks at it, and closes it again. */
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
