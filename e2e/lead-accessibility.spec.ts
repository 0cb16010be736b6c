import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { CURRENCIES as LEAD } from './support/draft-cards.ts'
import { createModelFixture } from './support/installation-with-model.ts'
import type { ModelFixture } from './support/installation-with-model.ts'
import { openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { withAnswer } from './support/workspace-screen.ts'

const MISSING = '01900000-0000-7000-8000-000000000000'

let fixture: ModelFixture

test.beforeAll(async ({ modelled }) => {
  fixture = await createModelFixture(modelled)
})

function posts(rest = ''): string {
  return `/projects/${fixture.projectId}/posts${rest}`
}

test('a lead has no accessibility violations in any state', async ({ browser }) => {
  const { id } = fixture.leadByTitle(LEAD)
  const page = await openAs(browser, fixture.member)
  await withAnswer(page, `**/lead/${id}`, 'waiting', async () => {
    await page.goto(posts(`/${id}`))
    await expect(page.getByText('Loading the lead', { exact: true })).toBeAttached()
    await expectNoViolationsAtAllWidths(page, 'lead loading')
  })
  await withAnswer(page, `**/lead/${id}`, 'failing', async () => {
    await page.goto(posts(`/${id}`))
    await expect(page.getByText('The lead could not be loaded')).toBeVisible()
    await expectNoViolationsAtAllWidths(page, 'lead error')
  })
  await page.goto(posts(`/${MISSING}`))
  await expect(page.getByText('This lead does not exist')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'lead missing')
  await page.goto(posts(`/${id}`))
  const reply = pane(page).getByRole('region', { name: 'Reply draft' })
  await expect(reply.getByRole('button', { name: /^(Draft|Regenerate)$/ })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'lead full')
  await pane(page).getByRole('button', { name: 'Good lead' }).click()
  await expect(page.getByRole('dialog', { name: 'Why' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'lead feedback reason')
  await page.keyboard.press('Escape')
  await pane(page).getByRole('button', { name: 'Good lead' }).click()
  await pane(page).getByRole('button', { name: 'History' }).click()
  await expect(pane(page).getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
  await pane(page).getByRole('textbox', { name: 'Add a note' }).pressSequentially('Ask @')
  await expect(page.getByRole('listbox', { name: 'Teammates' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'lead mention and history')
  await page.context().close()
})

test('drafts have no accessibility violations in any state', async ({ browser }) => {
  const page = await openAs(browser, fixture.member)
  await page.goto(posts(`/${fixture.leadByTitle(LEAD).id}`))
  const reply = pane(page).getByRole('region', { name: 'Reply draft' })
  const draft = reply.getByRole('button', { name: /^(Draft|Regenerate)$/ })
  // A model that says nothing more is given up after twenty seconds, which a busy machine may need to look at all widths.
  const pieces = ['Two ', 'currencies ', ...Array.from({ length: 50 }, () => 'are hard. ')]
  fixture.draftScript = () => ({ kind: 'say', pieces, pauseMs: 2_000 })
  await draft.click()
  await expect(reply.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue(/^Two currencies/)
  await expectNoViolationsAtAllWidths(page, 'draft streaming')
  await reply.getByRole('button', { name: 'Stop' }).click()
  fixture.draftScript = () => ({ kind: 'error', status: 500 })
  await draft.click()
  await expect(reply.getByRole('alert')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'draft error')
  fixture.draftScript = () => ({ kind: 'say', pieces: ['Two currencies are hard to keep apart by hand.'] })
  await reply.getByRole('button', { name: 'Retry' }).click()
  await expect(reply).toContainText('credits spent')
  await expectNoViolationsAtAllWidths(page, 'draft done')
  await page.context().close()
})
