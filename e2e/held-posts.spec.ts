import type { Search } from '@leadlight/contract/search'
import type { IntentSignal } from '@leadlight/contract/signals'
import { systemClock } from '@leadlight/server/platform/clock'
import { expect } from '@playwright/test'
import type { Browser, Locator, Page } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { startInstallation } from './support/installation.ts'
import type { Installation } from './support/installation.ts'
import { ask, createMember, openAs } from './support/member.ts'
import type { Member } from './support/member.ts'
import { rows } from './support/posts-screen.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { copyDatabase } from './support/run.ts'
import { corpusStory } from './support/stories.ts'
import { test } from './support/test.ts'

const DAYS = 365
const EARLIER = {
  text: 'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  days: DAYS,
}
const SIGNAL = 'Freelancers asking which bookkeeping or invoicing tool to choose'
const HOUR_MS = 3_600_000
const FINISHED_MS_MAX = 240_000

let installation: Installation

test.afterEach(() => installation.stop())

/** A project's list of leads. */
interface Watched {
  member: Member
  projectId: string
  list: Page
}

/** What a search says of itself. */
interface Counts {
  seen: number
  /** What was held before any channel was asked. */
  held: number
  judged: number
  kept: number
  /** What the channels brought. */
  brought: number
}

test('the first leads come from posts that are held, before any platform answers', async ({ browser }) => {
  test.setTimeout(2 * FINISHED_MS_MAX)
  installation = await startInstallation({})
  await test.step('an earlier search, of another organization, collects posts', collectPosts)

  const watched = await openProject(browser)
  await test.step('a signal is written and shows what it would match', () => writeSignal(watched))
  const release = await startSilently(watched, 'Start finding leads')

  const early = await test.step('while the platforms are silent, all counts agree', async () => {
    const counts = await expectAgreement(watched, 'Searching')
    expect(counts.brought, 'no platform has answered').toBe(0)
    expect(counts.kept).toBeGreaterThan(0)
    await watched.list.reload()
    expect(await expectAgreement(watched, 'Searching')).toEqual(counts)
    await expectNoViolationsAtAllWidths(watched.list, 'leads of what is held')
    return counts
  })

  // Nothing holds it yet.
  installation.postOnHackerNews([
    corpusStory({
      title: 'Ask HN: Which invoicing software should a freelance designer use?',
      text: 'I am a freelancer with eight clients in Porto. Which invoicing or bookkeeping tool should I choose?',
      createdAt: new Date(systemClock.now().getTime() - HOUR_MS),
    }),
  ])
  release()
  await test.step('the platforms answer, more leads come, and all counts agree', async () => {
    await expect(progressOn(watched.list)).toContainText('Search finished', { timeout: FINISHED_MS_MAX })
    const counts = await expectAgreement(watched, 'Search finished')
    expect(counts.brought).toBeGreaterThan(0)
    expect(counts.held).toBe(early.held)
    expect(counts.kept).toBeGreaterThan(early.kept)
    await watched.list.reload()
    expect(await expectAgreement(watched, 'Search finished')).toEqual(counts)
  })
  await watched.list.context().close()
})

test('where one process answers requests and another searches, the first leads come from there too', async ({
  browser,
}) => {
  const { databaseUrl } = await copyDatabase()
  const variables = () => ({ SECRET_KEY: 'a secret that both processes know' })
  installation = await startInstallation({ databaseUrl, variables, isSplit: true })
  await collectPosts()
  const watched = await openProject(browser)
  const { member, projectId, list } = watched
  const body = { intent_signal: SIGNAL, search_days: DAYS }
  await ask(member, `POST /api/v1/intent_signals/${projectId}`, body)
  await list.goto(`/projects/${projectId}/posts`)
  const release = await startSilently(watched, 'Run search')
  const { brought } = await expectAgreement(watched, 'Searching')
  expect(brought, 'no platform has answered').toBe(0)
  release()
  await expect(progressOn(watched.list)).toContainText('Search finished', { timeout: FINISHED_MS_MAX })
  await expectAgreement(watched, 'Search finished')
  await watched.list.context().close()
})

/** Lets somebody search, until what that collected is held: until a search that no platform answers sees posts. */
async function collectPosts(): Promise<void> {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  await searchFor(member, projectId, EARLIER)
  await waitForSearches(member, projectId)
  const [signal] = await signalsOf({ member, projectId })
  const path = `/api/v1/intent_signals/${projectId}/${signal?.id}`
  await expect(async () => {
    const release = installation.silencePlatforms()
    await ask(member, `POST ${path}/run_search`)
    await expect.poll(async () => (await searchOf({ member, projectId })).channels.length).toBeGreaterThan(0)
    const { seen } = await searchOf({ member, projectId })
    await ask(member, `POST ${path}/stop_search`)
    release()
    expect(seen).toBeGreaterThan(0)
  }).toPass()
}

async function openProject(browser: Browser): Promise<Watched> {
  const member = await createMember(installation)
  return { member, projectId: await createProject(member), list: await openAs(browser, member) }
}

async function writeSignal({ projectId, list: page }: Watched): Promise<void> {
  await page.goto(`/projects/new/${projectId}/step-4`)
  await page.getByRole('combobox', { name: 'How far back to look' }).click()
  await page.getByRole('option', { name: `Last ${DAYS} days` }).click()
  await page.getByLabel('New signal').fill(SIGNAL)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('article').first()).toBeVisible()
}

/** Starts the search while no platform answers, until the first lead shows. Returns what lets them answer. */
async function startSilently({ list }: Watched, button: string): Promise<() => void> {
  const start = list.getByRole('button', { name: button }).first()
  await expect(start).toBeEnabled()
  const release = installation.silencePlatforms()
  const said = Date.now()
  await start.click()
  await expect(rows(list).first()).toBeVisible()
  const description = `${Date.now() - said} ms`
  test.info().annotations.push({ type: 'first leads after', description })
  process.stdout.write(`first leads after ${description}\n`)
  return release
}

/** Expects the API, the list, the navigation, the search's progress and the signal's card to say the same. */
async function expectAgreement(watched: Watched, title: string): Promise<Counts> {
  const { list } = watched
  const progress = progressOn(list)
  await expect(progress).toContainText(title)
  const unfold = progress.getByRole('button', { name: 'Show the channels' })
  if (await unfold.isVisible()) await unfold.click()
  const card = await list.context().newPage()
  let counts: Counts | undefined
  await expect(async () => {
    const pill = list.getByRole('button', { name: /^\d+ new leads?$/ })
    if (await pill.isVisible()) await pill.click()
    const { channels, seen, held, judged, kept, new_leads: newLeads } = await searchOf(watched)
    counts = { seen, held, judged, kept, brought: channels.reduce((sum, channel) => sum + channel.seen, 0) }
    await expectFromApi(watched, counts)
    const leads = written(kept, 'lead')
    const figures = `${written(seen)} collected · ${written(judged)} judged · ${written(kept)} kept`
    await card.goto(`/projects/new/${watched.projectId}/step-4`)
    const soon = { timeout: 2_000 }
    await expect(card.getByText(leads, { exact: true })).toBeVisible(soon)
    await expect(progress).toContainText(`${figures} · ${written(newLeads ?? -1, 'new lead')}`, soon)
    await expect(progress).toContainText(`days · ${figures}`, soon)
    await expect(progress.getByRole('listitem').filter({ hasText: 'Collected before' })).toContainText(
      `${written(held)} collected`,
      soon,
    )
    for (const channel of channels)
      await expect(channelIn(progress, channel.display_name)).toContainText(
        ` · ${written(channel.seen)} collected`,
        soon,
      )
    await expect(list.getByText(leads, { exact: true })).toBeVisible(soon)
    await expect(list.getByRole('link', { name: /^Posts/ })).toHaveText(`Posts${kept} unread`, soon)
  }).toPass()
  await card.close()
  if (!counts) throw new Error('Nothing was counted')
  return counts
}

async function expectFromApi(
  { member, projectId }: Watched,
  { seen, held, judged, kept, brought }: Counts,
): Promise<void> {
  const [signal] = await signalsOf({ member, projectId })
  expect(seen, 'what was held and what the channels brought').toBe(held + brought)
  expect(signal?.lead_count).toBe(kept)
  expect(signal?.last_search).toMatchObject({ seen, held, judged, kept })
  const leads = `GET /api/v1/leads/${projectId}`
  expect((await ask<{ total: number }>(member, leads)).total).toBe(kept)
  expect(await ask(member, `${leads}/unread_count`)).toEqual({ unread_count: kept })
}

type OfProject = Pick<Watched, 'member' | 'projectId'>

/** The project's newest search. */
async function searchOf({ member, projectId }: OfProject): Promise<Search> {
  const [search] = await ask<Search[]>(member, `GET /api/v1/intent_signals/${projectId}/searches`)
  if (!search) throw new Error('Nothing was searched for')
  return search
}

function signalsOf({ member, projectId }: OfProject): Promise<IntentSignal[]> {
  return ask<IntentSignal[]>(member, `GET /api/v1/intent_signals/${projectId}`)
}

/** Its counts: a platform that has been silent for long has a line of trouble too. */
function channelIn(progress: Locator, name: string): Locator {
  return progress.getByRole('listitem').filter({ hasText: name }).filter({ hasText: ' collected' })
}

function progressOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Search progress' })
}

function written(count: number, one?: string): string {
  return [count.toLocaleString('en'), ...(one === undefined ? [] : [count === 1 ? one : `${one}s`])].join(' ')
}
