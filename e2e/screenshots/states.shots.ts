import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
import { ask, createMember, openAs } from '../support/member.ts'
import type { Member } from '../support/member.ts'
import { test } from '../support/test.ts'
import { takeThemes } from './take.ts'

/** To be looked at and not kept: the pictures of docs/screenshots are those that documents show. */
const FOLDER = resolve(import.meta.dirname, '../../test-results/states')
const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
]
const PAGES = {
  projects: () => '/org/projects',
  posts: (id: string) => `/projects/${id}/posts`,
  people: (id: string) => `/projects/${id}/prospects/people`,
  companies: (id: string) => `/projects/${id}/prospects/companies`,
  signals: (id: string) => `/projects/${id}/signals`,
  sources: (id: string) => `/projects/${id}/sources`,
  insights: (id: string) => `/projects/${id}/insights`,
  team: () => '/org/team',
}
/** What a member may not do or see is said there. */
const ADMINS_PAGES = {
  billing: () => '/org/billing',
  audit: () => '/org/audit-log',
  team: () => '/org/team',
  danger: (id: string) => `/projects/${id}/settings/danger-zone`,
}
/** What the frame needs; all else is the page's own. */
const FRAME = /^\/api\/v1\/(instance|organization|organization\/credits|project)$/
const FAILING = { status: 503, contentType: 'application/problem+json', body: '{"detail":"The database is busy."}' }

interface State {
  name: string
  member: Member
  projectId: string
  pages?: Record<string, (id: string) => string>
  /** Answers what the page asks for. */
  answer?: (route: Route) => Promise<void> | void
  /** What is asked for never comes. */
  isLoading?: boolean
}

test('pictures of every state of the pages, at three widths in both themes', async ({
  browser,
  installation,
  workspace,
}) => {
  const newcomer = await createMember(installation)
  const { id: emptyId } = await ask<{ id: string }>(newcomer, 'POST /api/v1/project', { name: 'Nothing yet' })
  const { rosa, tomas, projects } = workspace
  const projectId = projects.Palette.id
  const states: State[] = [
    { name: 'full', member: rosa, projectId },
    { name: 'empty', member: newcomer, projectId: emptyId },
    { name: 'loading', member: rosa, projectId, answer: () => undefined, isLoading: true },
    { name: 'error', member: rosa, projectId, answer: (route) => route.fulfill(FAILING) },
    { name: 'no-permission', member: tomas, projectId, pages: ADMINS_PAGES },
  ]
  for (const state of states) {
    const page = await openAs(browser, state.member)
    await takeState(page, state)
    await page.context().close()
  }
})

async function takeState(page: Page, { name, projectId, pages = PAGES, answer, isLoading = false }: State) {
  if (answer) await page.route(isOfPage, answer)
  for (const [pageName, pathOf] of Object.entries(pages)) {
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport)
      await page.goto(pathOf(projectId))
      await expect(page.getByRole('main')).toBeVisible()
      if (!isLoading) await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      const file = (theme: string) => resolve(FOLDER, `${name}-${pageName}-${theme}-${viewport.width}.png`)
      await takeThemes(page, ['light', 'dark'], file)
    }
  }
}

const isOfPage = ({ pathname }: URL) => pathname.startsWith('/api/v1/') && !FRAME.test(pathname)
