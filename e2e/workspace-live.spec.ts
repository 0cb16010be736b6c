import type { Status } from '@leadlight/contract/statuses'
import type { Browser } from '@playwright/test'
import { expect as slow } from '@playwright/test'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { ask } from './support/member.ts'
import { draftOf } from './support/draft-cards.ts'
import { pane } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { openPosts, rowOf, shownIds, toast } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { Workspace } from './support/workspace.ts'

/** A colleague's change must show by itself, long before anything is polled. */
const expect = slow.configure({ timeout: 10_000 })

interface Both {
  browser: Browser
  workspace: Workspace
}

/** Rosa watches; Tomas makes changes through the calls his own page would make. */
async function openBoth({ browser, workspace }: Both, at = '') {
  const { rosa, tomas, projects } = workspace
  const projectId = projects.Live.id
  const rosas = await openPosts(browser, rosa, { projectId, at })
  const calls = createProjectCalls(tomas, projectId)
  const ofStatuses = (call: string, path = '', body?: unknown) =>
    ask<Status>(tomas, `${call} /api/v1/lead-status-configs/project/${projectId}${path}`, body)
  await slow(rosas.locator('[data-row-id]').first()).toBeVisible()
  return { projectId, rosas, calls, ofStatuses }
}

test('a colleague’s changes to leads and statuses show on the open page, and nothing moves', async ({
  browser,
  workspace,
}) => {
  const { rosas, calls, ofStatuses } = await openBoth({ browser, workspace })
  const tomas = await openPosts(browser, workspace.tomas, { projectId: workspace.projects.Live.id })
  const ids = await shownIds(rosas)
  const [first = '', second = '', third = ''] = ids

  await rowOf(tomas, first)
    .getByRole('button', { name: /^Status/ })
    .click()
  await tomas.getByRole('menuitemradio', { name: 'Answered' }).click()
  await expect(rowOf(rosas, first).getByRole('button', { name: 'Status: Answered' })).toBeVisible()
  await rowOf(tomas, second).getByRole('button', { name: 'Star', exact: true }).click()
  await expect(rowOf(rosas, second).getByRole('button', { name: 'Take the star away' })).toBeVisible()

  const answered = (await calls.statuses()).find(({ name }) => name === 'Answered')
  await ofStatuses('PATCH', `/status/${answered?.id}`, { name: 'Replied' })
  await expect(rowOf(rosas, first).getByRole('button', { name: 'Status: Replied' })).toBeVisible()
  await expect(rowOf(tomas, first).getByRole('button', { name: 'Status: Replied' })).toBeVisible()

  await calls.mark('deleted', [third])
  await expect(rowOf(rosas, third).getByText('Deleted')).toBeVisible()
  expect(await shownIds(rosas)).toEqual(ids)
  await calls.mark('undeleted', [third])
  await expect(rowOf(rosas, third).getByText('Deleted')).toHaveCount(0)
  for (const page of [rosas, tomas]) await page.context().close()
})

test('an active filter’s status that a colleague deletes is removed from the filters', async ({
  browser,
  workspace,
}) => {
  const calls = createProjectCalls(workspace.tomas, workspace.projects.Live.id)
  const status = (await calls.statuses())[0]!
  const [lead] = await calls.leads()
  await calls.setStatus([lead!.id], status.id)
  const { rosas, ofStatuses } = await openBoth({ browser, workspace }, `?status_config_id=${status.id}`)
  await slow(rosas.getByRole('button', { name: `Take away: ${status.name}` })).toBeVisible()
  await ofStatuses('DELETE', `/status/${status.id}`)
  const told = `The status “${status.name}” was deleted. The list is no longer filtered by it.`
  await expect(toast(rosas, told)).toBeVisible()
  await expect(rosas.getByRole('button', { name: /^Take away/ })).toHaveCount(0)
  await expect.poll(async () => (await shownIds(rosas)).length).toBeGreaterThan(1)
  await rosas.context().close()
})

test('the open lead says that a colleague deleted it, and typed text stays', async ({ browser, workspace }) => {
  const calls = createProjectCalls(workspace.tomas, workspace.projects.Live.id)
  const lead = (await calls.leads())[1]!
  const { rosas } = await openBoth({ browser, workspace }, `/${lead.id}`)
  const reading = pane(rosas)
  const note = reading.getByRole('textbox', { name: /note/i })
  await note.fill('Half a sentence')
  await calls.call('POST', `/lead/${lead.id}/notes`, { text: 'From Tomas' })
  await expect(reading.getByText('From Tomas')).toBeVisible()
  await calls.mark('deleted', [lead.id])
  await expect(reading.getByText('This lead is deleted.')).toBeVisible()
  await expect(note).toHaveValue('Half a sentence')
  await expect(note).toBeFocused()
  await reading.getByRole('button', { name: 'Bring it back' }).click()
  await expect(reading.getByText('This lead is deleted.')).toHaveCount(0)
  await slow.poll(() => calls.lead(lead.id).then(({ deleted }) => deleted)).toBe(false)
  await rosas.context().close()
})

test('two people who write one draft lose no word', async ({ browser, workspace }) => {
  const calls = createProjectCalls(workspace.tomas, workspace.projects.Live.id)
  const lead = (await calls.leads())[2]!
  const { rosas } = await openBoth({ browser, workspace }, `/${lead.id}`)
  const save = (draft: string) => calls.call('POST', `/leads/${lead.id}/update-draft-reply`, { draft })
  const { card, text } = draftOf(rosas, 'Reply')
  await save('As Tomas began it')
  await expect(text).toHaveValue('As Tomas began it')
  // Tomas saves while Rosa types: hers is based on the former text.
  await text.fill('As Rosa has it')
  await save('As Tomas has it')
  await expect(card.getByText('This draft was changed somewhere else meanwhile.')).toBeVisible()
  await expect(card).toContainText('As Tomas has it')
  for (const width of WIDTHS) {
    await rosas.setViewportSize(width)
    await card.scrollIntoViewIfNeeded()
    await expectNoViolations(rosas, 'two texts of a draft')
  }
  await rosas.setViewportSize(WIDTHS[0])
  await card.getByRole('button', { name: 'Keep mine' }).click()
  await slow(card.getByText('Saved', { exact: true })).toBeVisible()
  await expect(text).toHaveValue('As Rosa has it')
  await card.getByRole('button', { name: 'Former text' }).click()
  await expect(text).toHaveValue('As Tomas has it')
  await rosas.context().close()
})

test('a guest whose access is revoked is redirected from the project', async ({ browser, workspace }) => {
  const { rosa, tomas, projects } = workspace
  const member = (role: string) => ask(rosa, `PATCH /api/v1/organization/members/${tomas.userId}`, { role })
  const access = `/api/v1/project/guests-access/${projects.Live.id}/user/${tomas.userId}`
  await member('GUEST')
  try {
    await ask(rosa, `POST ${access}`)
    const page = await openPosts(browser, tomas, { projectId: projects.Live.id })
    await slow(page.locator('[data-row-id]').first()).toBeVisible()
    await ask(rosa, `DELETE ${access}`)
    await expect(page).toHaveURL(/\/org\/projects$/)
    await expect(toast(page, 'Invalid project id')).toBeVisible()
    await page.context().close()
  } finally {
    await member('MEMBER')
  }
})
