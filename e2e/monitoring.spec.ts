import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { subscribe } from './support/hosted-installation.ts'
import type { HostedInstallation } from './support/hosted-installation.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { rows } from './support/posts-screen.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'
const FIRST = 'Ask HN: Which invoicing software should a freelance designer use?'
const SECOND = 'Ask HN: Recommend bookkeeping software for a translator?'
const UNHEARD = 'Ask HN: Best bookkeeping app for a freelance photographer?'
const TEXTS = {
  [FIRST]: 'I am a freelancer with eight clients in Porto. Which invoicing or bookkeeping software do you recommend?',
  [SECOND]:
    'My spreadsheet does not do any more. As a freelance translator I am looking for bookkeeping software, which one?',
  [UNHEARD]:
    'I shoot weddings and need an invoicing and bookkeeping tool. Which software do other freelancers here use?',
}

test('monitoring is turned on, finds new posts, and reports when it was blind', async ({ browser, hosted }) => {
  const member = await createMember(hosted)
  await subscribe(hosted, member)
  const projectId = await createProject(member)
  const { id } = await ask<{ id: string }>(member, `POST /api/v1/intent_signals/${projectId}`, {
    intent_signal: SIGNAL,
  })
  const page = await openAs(browser, member)
  const posts = `/projects/${projectId}/posts`
  const signal = `/projects/${projectId}/signals/${id}`

  await page.goto(signal)
  await turnOn(page)
  await page.goto(posts)
  await expect(page.getByText('New posts are judged as they come; what matches appears here.')).toBeVisible()

  post(hosted, FIRST)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('article', { name: FIRST })).toBeVisible()
  post(hosted, SECOND)
  const pill = page.getByRole('button', { name: '1 new lead' })
  await expect(pill).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await pill.click()
  await expect(rows(page)).toHaveCount(2)

  await page.goto(`/projects/${projectId}/sources`)
  await expectFailing(page, hosted)
  await expectBackfilled(page, hosted)
  await expect(page.getByRole('link', { name: '3 leads from Hacker News' })).toBeVisible()
  await page.goto(posts)
  await expect(page.getByRole('article', { name: UNHEARD })).toBeVisible()

  await page.goto(signal)
  await turnOff(page)
  await page.context().close()
})

function post(hosted: HostedInstallation, title: keyof typeof TEXTS) {
  hosted.post(title, TEXTS[title])
}

function monitoring(page: Page): Locator {
  return page.getByRole('group', { name: `Monitoring of: ${SIGNAL}` })
}

async function turnOn(page: Page): Promise<void> {
  const group = monitoring(page)
  await expect(group.getByText('Only searches look for posts.')).toBeVisible()
  await group.getByRole('switch', { name: 'Monitoring' }).click()
  await expect(group.getByText(/look close enough to judge/)).toBeVisible()
  const field = group.getByLabel('At most a month, in credits')
  await field.fill('-5')
  await expect(group.getByRole('alert')).toHaveText('Enter a number from 0 to 1,000,000, such as 100.')
  await expectAtBothWidths(page, 'a budget that is none')
  await field.fill('50')
  await group.getByRole('button', { name: 'Start listening' }).click()
  await expect(group.getByText('Listening')).toBeVisible()
  await expectAtBothWidths(page, 'a signal that is listened for')
}

async function expectFailing(page: Page, hosted: HostedInstallation): Promise<void> {
  const { health, blind } = partsOf(page)
  await expect(health.getByText('Working')).toBeVisible()
  await expect(blind.getByText(/^Never, as far as monitoring knows/)).toBeVisible()
  hosted.failHackerNews()
  await expect(health.getByText('Failing')).toBeVisible()
  await expect(page.getByText(/^Hacker News began to fail\. Hacker News is in trouble \(status 503\)/)).toHaveCount(1)
  await expect(blind.getByRole('listitem')).toHaveText(/^Hacker News: still blind since \d\d:\d\d: .*status 503/)
  await expectAtBothWidths(page, 'a source that fails')
  post(hosted, UNHEARD)
}

async function expectBackfilled(page: Page, hosted: HostedInstallation): Promise<void> {
  const { health, blind, looks } = partsOf(page)
  hosted.recoverHackerNews()
  await expect(health.getByText('Working')).toBeVisible()
  await expect(page.getByText('Hacker News works again.')).toHaveCount(1)
  await expect(blind.getByRole('listitem')).toHaveText(
    /^Hacker News: blind (\d\d:\d\d–|for a moment at )\d\d:\d\d, backfilled \([1-9]\d* posts?\)$/,
  )
  await expect(looks.getByText(/status 503/).first()).toBeVisible()
  await expectAtBothWidths(page, 'a gap that was made good')
}

function partsOf(page: Page) {
  const channels = page.getByRole('region', { name: 'Channels' })
  return {
    health: channels.getByRole('listitem').filter({ has: page.getByText('Hacker News', { exact: true }) }),
    blind: page.getByRole('region', { name: 'When we were blind' }),
    looks: page.getByRole('region', { name: 'Every look' }),
  }
}

async function turnOff(page: Page): Promise<void> {
  const group = monitoring(page)
  await expect(group.getByText(/^[1-9]\d* of 50 credits spent this month by monitoring$/)).toBeVisible()
  await group.getByRole('switch', { name: 'Monitoring' }).click()
  await expect(group.getByText(/^New posts will no longer be judged for it\. Its leads will stay/)).toBeVisible()
  await expectAtBothWidths(page, 'monitoring about to be turned off')
  await group.getByRole('button', { name: 'Turn off' }).click()
  await expect(group.getByText('Only searches look for posts.')).toBeVisible()
}

async function expectAtBothWidths(page: Page, state: string): Promise<void> {
  for (const size of WIDTHS.toReversed()) {
    await page.setViewportSize(size)
    await expectNoViolations(page, state)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
}
