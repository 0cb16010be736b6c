import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { ask, openAs } from './support/member.ts'
import { smallTargets } from './support/targets.ts'
import { test } from './support/test.ts'
import type { Workspace } from './support/workspace.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }

/** The screens with what shows that they are there. */
async function screensOf({ rosa, projects }: Workspace): Promise<Record<string, string>> {
  const { id, signalIds } = projects.Prospects
  const first = async (path: string) =>
    (await ask<{ items: { id: string }[] }>(rosa, `GET ${path}?limit=1`)).items[0]?.id
  const project = `/projects/${id}`
  return {
    posts: `${project}/posts`,
    lead: `${project}/posts/${await first(`/api/v1/leads/${id}`)}`,
    people: `${project}/prospects/people`,
    person: `${project}/prospects/people/${await first(`/api/v1/prospects/people/${id}`)}`,
    companies: `${project}/prospects/companies`,
    company: `${project}/prospects/companies/${await first(`/api/v1/prospects/companies/${id}`)}`,
    signals: `${project}/signals`,
    signal: `${project}/signals/${signalIds[0]}`,
    'passed over': `${project}/passed-over`,
    sources: `${project}/sources`,
    insights: `${project}/insights`,
    settings: `${project}/settings/project`,
    business: `${project}/settings/business`,
    writing: `${project}/settings/writing`,
    notifications: `${project}/settings/notifications`,
    'danger zone': `${project}/settings/danger-zone`,
    'step 1': `/projects/new/${id}/step-1`,
    'step 2': `/projects/new/${id}/step-2`,
    'step 3': `/projects/new/${id}/step-3`,
    'step 4': `/projects/new/${id}/step-4`,
    projects: '/org/projects',
    team: '/org/team',
    account: '/account',
    billing: '/org/billing',
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function expectForThumbs(page: Page, screen: string, within?: string): Promise<void> {
  const folder = process.env['E2E_STATES']
  if (folder) await page.screenshot({ path: `${folder}/phone-${screen.replaceAll(' ', '-')}.png` })
  expect.soft(await smallTargets(page, within), `small targets of: ${screen}`).toEqual([])
  // The page scrolls within its main part, which hides what sticks out of it from the document.
  const widths = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].map(({ scrollWidth }) => scrollWidth),
  )
  expect.soft(Math.max(...widths), `the width of: ${screen}`).toBe(PHONE.viewport.width)
}

test('on a phone whatever can be pressed is 44 px wide and high, and no screen is wider than it', async ({
  browser,
  workspace,
  visitor,
}) => {
  const page = await openAs(browser, workspace.rosa, PHONE)
  const screens = await screensOf(workspace)
  for (const [screen, path] of Object.entries(screens)) {
    await open(page, path)
    await expectForThumbs(page, screen)
  }
  await open(page, screens['posts'] ?? '')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
  await expectForThumbs(page, 'navigation')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about this list' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectForThumbs(page, 'menu', '[role=menu]')
  await page.context().close()
  await visitor.setViewportSize(PHONE.viewport)
  for (const path of ['/sign-in', '/sign-up', '/forgot-password']) {
    await open(visitor, path)
    await expectForThumbs(visitor, path.slice(1))
  }
})

test('on a phone the button for the thread is off the edge, and tabs fade where they go on', async ({
  browser,
  workspace,
}) => {
  const page = await openAs(browser, workspace.rosa, PHONE)
  const screens = await screensOf(workspace)
  await open(page, screens['lead'] ?? '')
  const thread = await page.getByRole('link', { name: 'Open thread' }).boundingBox()
  expect((thread?.x ?? Infinity) + (thread?.width ?? 0)).toBe(PHONE.viewport.width - 16)
  const fades = () =>
    page.getByRole('navigation', { name: 'Settings' }).evaluate((strip) => {
      const ends = getComputedStyle(strip).maskImage.split(/, (?=linear)/)
      return ['to left', 'to right'].filter((end) =>
        ends.some((one) => one.includes(end) && /, rgba\(0, 0, 0, 0\)/.test(one)),
      )
    })
  for (const [screen, expected] of [
    ['settings', ['to right']],
    ['writing', ['to left', 'to right']],
    ['danger zone', ['to left']],
  ] as const) {
    await open(page, screens[screen] ?? '')
    await expect.poll(fades, { message: screen }).toEqual(expected)
  }
  await page.context().close()
})

test('on a phone a long passed-over post of a long signal stays within the screen', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa, PHONE)
  const post = {
    intent_signal_id: crypto.randomUUID(),
    intent_signal: 'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
    post_id: crypto.randomUUID(),
    platform: 'reddit',
    community: 'r/freelance',
    author: 'inkandoak',
    title: 'What invoicing software are you all using?',
    excerpt: 'Illustrator, four years in, still on a text document. I need recurring invoices and deposits. '.repeat(3),
    url: 'https://reddit.example/1',
    posted_at: '2026-09-01T00:00:00.000Z',
    score: 21,
    lead_id: crypto.randomUUID(),
    others: [
      {
        intent_signal_id: crypto.randomUUID(),
        intent_signal: 'Illustrators and designers who lose track of deposits and want to be paid before they begin',
        score: 4,
      },
    ],
  }
  await page.route('**/passed_over*', (route) =>
    route.fulfill({ json: { kept_from: 22, items: [post], is_more: false } }),
  )
  await open(page, (await screensOf(workspace))['passed over'] ?? '')
  await expect(page.getByRole('link', { name: 'It is a lead by another signal' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Passed over by 1 other signal too' }).click()
  for (const name of [post.intent_signal, post.others[0]?.intent_signal ?? '']) {
    // Whole, however long.
    const words = page.getByRole('link', { name })
    expect(await words.locator('span').evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  }
  await expectForThumbs(page, 'a long passed-over post')
  await page.context().close()
})

test('on a phone a table has rows for thumbs, and the filters keep their buttons in reach', async ({
  browser,
  workspace,
}) => {
  const page = await openAs(browser, workspace.rosa, { ...PHONE, viewport: { width: 390, height: 600 } })
  await open(page, (await screensOf(workspace))['posts'] ?? '')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  expect(await sheet.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  await expect(sheet.getByRole('button', { name: 'Show leads' })).toBeInViewport({ ratio: 1 })
  await sheet.getByRole('checkbox').first().click()
  await expect(sheet.getByRole('button', { name: 'Clear all filters' })).toBeInViewport({ ratio: 1 })
  await expectForThumbs(page, 'filters', '[role=dialog]')
  await sheet.getByRole('button', { name: 'Clear all filters' }).click()
  await sheet.getByRole('button', { name: 'Show leads' }).click()
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const row = page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1)
  await expect(row).toBeVisible()
  expect((await row.boundingBox())?.height).toBe(44)
  await page.getByRole('button', { name: 'Show as cards' }).click()
  await page.context().close()
})

test('on a phone what takes all filters away stands in line with each of them', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa, PHONE)
  const screens = await screensOf(workspace)
  for (const screen of ['posts', 'people'] as const) {
    await open(page, `${screens[screen]}?search_text=a`)
    const filters = page.getByRole('list', { name: 'Filters that are set' })
    const middles = ['Take away: "a"', 'Clear all'].map(async (name) => {
      const box = await filters.getByRole('button', { name }).boundingBox()
      return box && box.y + box.height / 2
    })
    const [one, all] = await Promise.all(middles)
    expect(all, screen).toBe(one)
    await expectForThumbs(page, `${screen} narrowed`, '[aria-label="Filters that are set"]')
  }
  await page.context().close()
})

test('people and companies are cards on a phone, with status and selection', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa, PHONE)
  const screens = await screensOf(workspace)
  for (const [screen, name] of [
    ['people', 'People'],
    ['companies', 'Companies'],
  ] as const) {
    await open(page, screens[screen] ?? '')
    const cards = page.getByRole('feed', { name }).getByRole('article')
    await expect(cards.first().getByRole('button', { name: /^Status: / })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.getByRole('button', { name: `Select ${screen}` }).click()
    await cards.first().getByRole('checkbox').check()
    await expect(page.getByRole('toolbar', { name: `Selected ${screen}` })).toContainText('1 ')
    await expectForThumbs(page, `${screen} selected`)
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await cards.first().getByRole('link').click()
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  }
  await page.context().close()
})

test('where nothing costs anything no screen but billing speaks of credits', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa)
  for (const [screen, path] of Object.entries(await screensOf(workspace))) {
    await open(page, path)
    const words = await page.evaluate(() => {
      // What people write may be about a budget.
      for (const post of document.querySelectorAll('article')) post.remove()
      return document.body.innerText
    })
    if (screen === 'billing') expect(words).toMatch(/credits/i)
    else expect.soft(words, screen).not.toMatch(/credit|budget/i)
  }
  await page.context().close()
})
