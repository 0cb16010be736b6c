import type { Person as Found, PersonList } from '@leadlight/contract/prospects'
import { expect } from '@playwright/test'
import type { Browser, Locator, Page } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, openAs } from './support/member.ts'
import { test } from './support/test.ts'
import { toast, undoBy } from './support/workspace-screen.ts'
import type { Person } from './support/workspace.ts'

let rosa: Person
let projectId: string

test.beforeAll(({ workspace }) => {
  rosa = workspace.rosa
  projectId = workspace.projects.Twins.id
})

const api = () => `/api/v1/prospects/people/${projectId}`
const listUrl = (at = '') => `/projects/${projectId}/prospects/people${at}`

/** The server's people in a fixed order. */
async function people(query = ''): Promise<PersonList['items']> {
  const { items } = await ask<PersonList>(rosa, `GET ${api()}?limit=200&sort_by=created_at&${query}`)
  return items
}
const person = (id: string) => ask<Found>(rosa, `GET ${api()}/lead/${id}`)

/** The id of the person with this account. */
async function idOf(platform: string, handle: string): Promise<string> {
  const found = (await people()).find(({ profiles }) =>
    profiles.some((profile) => profile.platform === platform && profile.handle === handle),
  )
  if (!found) throw new Error(`${handle} is not among the people`)
  return found.id
}

async function open(browser: Browser, at: string, options = {}): Promise<Page> {
  const page = await openAs(browser, rosa, options)
  await page.goto(listUrl(at))
  return page
}

const pane = (page: Page) => page.getByRole('region', { name: 'Person', exact: true })
const proposals = (page: Page) => pane(page).getByRole('region', { name: /^May be (?!the same)/u })
const accounts = (page: Page): Locator =>
  pane(page).getByRole('region', { name: 'Accounts', exact: true }).getByRole('listitem')

test('an accepted proposal merges two people until it is undone, which restores everything', async ({ browser }) => {
  const [ottoline, berg] = [await idOf('github', 'ottoline'), await idOf('bluesky', 'berg')]
  const before = await people()
  const page = await open(browser, `/${berg}?platforms=bluesky`)
  await expect(proposals(page)).toHaveCount(1)
  const card = proposals(page).first()
  await expect(card).toHaveAccessibleName('May be ottoline')
  await expect(card.getByText(/^\d+ in 100 such pairs are one person$/u)).toBeVisible()
  await expect(card.getByText('The profile on Bluesky links to the other as its own (ottoline).')).toBeVisible()

  await card.getByRole('button', { name: 'Same person' }).click()
  await expect(toast(page, 'Made one person of both')).toBeVisible()
  await expect(page).toHaveURL(listUrl(`/${ottoline}?platforms=bluesky`))
  await expect(accounts(page)).toHaveCount(2)
  await expect(page.locator('[data-row-id]')).toHaveCount(1)
  expect((await people()).map(({ id }) => id)).not.toContain(berg)
  expect((await person(ottoline)).posts).toBe(3)

  const joined = pane(page).getByRole('region', { name: 'Became one with' })
  await expect(joined.getByText('berg').first()).toBeVisible()
  await page.reload()
  await joined.getByRole('button', { name: 'Take apart' }).click()
  await expect(joined).toHaveCount(0)
  await expect(accounts(page)).toHaveCount(1)
  expect(await people()).toEqual(before)
  await page.context().close()
})

test('two selected people are merged from the list, which can be undone', async ({ browser }) => {
  const before = await people()
  const [ottoline, zeppo] = [await idOf('github', 'ottoline'), await idOf('github', 'zeppo')]
  const page = await open(browser, '?platforms=github')
  const check = (id: string) => page.locator(`[data-row-id="${id}"]`).getByRole('checkbox').check()
  await check(zeppo)
  await check(ottoline)
  await page
    .getByRole('toolbar', { name: 'Selected people' })
    .getByRole('button', { name: 'Same person', exact: true })
    .click()
  await expect(page.locator(`[data-row-id="${zeppo}"]`)).toHaveCount(0)
  expect((await person(ottoline)).profiles.map(({ handle }) => handle).toSorted()).toEqual(['ottoline', 'zeppo'])
  await undoBy(page, 'Made one person of both')
  await expect(page.locator(`[data-row-id="${zeppo}"]`)).toHaveCount(1)
  await expect.poll(() => people()).toEqual(before)
  await page.context().close()
})

test('a dismissed proposal is gone for both, unless that is undone', async ({ browser }) => {
  const [one, other] = [await idOf('hacker_news', 'wrenfold'), await idOf('github', 'wrenfold')]
  const before = await people()
  const page = await open(browser, `/${one}`)
  const refuse = proposals(page).first().getByRole('button', { name: 'Not the same' })
  await refuse.click()
  await expect(proposals(page)).toHaveCount(0)
  await undoBy(page, 'Kept them as two people')
  await expect(proposals(page)).toHaveCount(1)
  await refuse.click()
  await expect(proposals(page)).toHaveCount(0)
  for (const id of [one, other]) {
    await page.goto(listUrl(`/${id}`))
    await expect(pane(page).getByRole('region', { name: 'Timeline' })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(proposals(page)).toHaveCount(0)
  }
  expect(await people()).toEqual(before)
  await page.context().close()
})

test('proposals have no accessibility violations, at both widths and in both themes', async ({ browser }) => {
  const [ottoline, berg] = [await idOf('github', 'ottoline'), await idOf('bluesky', 'berg')]
  const page = await open(browser, `/${ottoline}`)
  await expect(proposals(page)).toHaveCount(1)
  await expectNoViolationsAtAllWidths(page, 'person with a proposal')
  await page.getByRole('button', { name: 'Erase this person' }).click()
  await expect(page.getByRole('dialog', { name: /^Erase / })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'asked before erasing')
  await page.getByRole('button', { name: 'Keep them' }).click()
  await proposals(page).first().getByRole('button', { name: 'Same person' }).click()
  const joined = pane(page).getByRole('region', { name: 'Became one with' })
  await expect(joined).toBeVisible()
  await expect(accounts(page)).toHaveCount(2)
  await expectNoViolationsAtAllWidths(page, 'person made one of two')
  await joined.getByRole('button', { name: 'Take apart' }).click()
  await expect(joined).toHaveCount(0)
  await page.goto(listUrl())
  await expect(page.locator('[data-row-id]').first()).toBeVisible()
  for (const id of [ottoline, berg]) await page.locator(`[data-row-id="${id}"]`).getByRole('checkbox').check()
  await expect(page.getByRole('toolbar', { name: 'Selected people' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'two people selected')
  await page.context().close()
})

test('profiles are read again on request, and new values show by themselves', async ({ browser }) => {
  const ottoline = await idOf('github', 'ottoline')
  const page = await open(browser, `/${ottoline}`)
  const card = pane(page).getByRole('region', { name: 'Accounts', exact: true })
  await expect(card.getByText('Read 12 Nov 2026: location.')).toBeVisible()
  await card.getByRole('button', { name: 'Read again' }).click()
  await expect(card.getByText(/^Read .+: .*role/u)).toBeVisible()
  await expect(pane(page).getByRole('heading', { level: 1, name: 'Ottoline Berg' })).toBeVisible()
  await expect(pane(page).getByText('hello@ottoline.example')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Read again' })).toBeVisible()
  await page.context().close()
})

test('an admin erases a person on request by typing their name', async ({ browser, workspace }) => {
  const zeppo = await idOf('github', 'zeppo')
  const [lead] = (await person(zeppo)).timeline
  const member = await openAs(browser, workspace.tomas)
  await member.goto(listUrl(`/${zeppo}`))
  await expect(pane(member).getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect(member.getByRole('button', { name: 'Erase this person' })).toHaveCount(0)
  await member.context().close()

  const page = await open(browser, `/${zeppo}`)
  await page.getByRole('button', { name: 'Erase this person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase zeppo?' })
  await expect(dialog.getByRole('button', { name: 'Erase for good' })).toBeDisabled()
  await dialog.getByLabel('Type the name of the person').fill('zeppo')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(toast(page, 'zeppo is being erased.')).toBeVisible()
  await expect(page).toHaveURL(listUrl())
  await expect(page.locator(`[data-row-id="${zeppo}"]`)).toHaveCount(0)
  await expect.poll(async () => (await people()).map(({ id }) => id)).not.toContain(zeppo)
  await page.goto(`/projects/${projectId}/posts/${lead?.id}`)
  await expect(page.getByRole('heading', { name: 'This lead does not exist' })).toBeVisible()
  await page.context().close()
})
