import { ask, openAs } from '../support/member.ts'
import { test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'
import { take } from './take.ts'

async function firstOf({ rosa, projects }: Workspace, list: 'people' | 'companies', query: string): Promise<string> {
  const { items } = await ask<{ items: { id: string }[] }>(
    rosa,
    `GET /api/v1/prospects/${list}/${projects.Prospects.id}?${query}`,
  )
  return items[0]?.id ?? ''
}

test('pictures of people and companies', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa)
  const base = `/projects/${workspace.projects.Prospects.id}/prospects`
  const personId = await firstOf(workspace, 'people', 'location=Lisbon')
  const companyId = await firstOf(workspace, 'companies', 'company_name=Quillworks')
  await take({
    name: 'people',
    page,
    path: (isWide) => (isWide ? `${base}/people/${personId}` : `${base}/people`),
    ready: (at) => at.locator('[data-row-id]').first(),
  })
  await take({
    name: 'person',
    page,
    path: () => `${base}/people/${personId}`,
    ready: (at) => at.getByRole('region', { name: 'Timeline' }),
  })
  await take({
    name: 'companies',
    page,
    path: () => `${base}/companies`,
    ready: (at) => at.locator('[data-row-id]').first(),
  })
  await take({
    name: 'company',
    page,
    path: () => `${base}/companies/${companyId}`,
    ready: (at) => at.getByRole('region', { name: 'Timeline' }),
  })
  await page.context().close()
})
