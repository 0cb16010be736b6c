import { readFile } from 'node:fs/promises'
import { HOSTILE_WORDS } from '@leadlight/testing/hostile-words'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { ask } from './support/member.ts'
import { test } from './support/test.ts'
import { openPosts } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'

const WIDTHS = [390, 1440]
/** How a cell begins that a spreadsheet calculates. */
const FORMULA = /^[=+\-@\t\r]/

/** Everything that strangers' words might do to a page. */
function watch(page: Page, home: string) {
  const outward: string[] = []
  const dialogs: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== home) outward.push(request.url())
  })
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return async () => {
    const drawn = await page.evaluate(() => ({
      hit: (window as { hit?: string }).hit ?? null,
      elements: [
        ...document.querySelectorAll(
          'iframe, object, embed, base, video, math, [onerror], [onload], [onfocus], [ontoggle], [onmouseover], meta[http-equiv="refresh"]',
        ),
        ...[...document.querySelectorAll('script, img, link, form')].filter((element) =>
          ['src', 'href', 'action'].some((name) => element.getAttribute(name)?.includes('evil.example')),
        ),
        ...document.querySelectorAll('script:not([src])'),
      ].map((element) => element.outerHTML.slice(0, 200)),
      addresses: [...document.querySelectorAll('a[href]')]
        .map((link) => (link as HTMLAnchorElement).protocol)
        .filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol)),
    }))
    expect
      .soft({ ...drawn, outward, dialogs }, page.url())
      .toEqual({ hit: null, elements: [], addresses: [], outward: [], dialogs: [] })
  }
}

test('more than two hundred hostile texts of strangers run nothing, call nobody and draw nothing', async ({
  browser,
  workspace: { rosa, projects },
}) => {
  expect(HOSTILE_WORDS.length).toBeGreaterThan(200)
  const { id: projectId, signalIds } = projects.Hostile
  const leads = await createProjectCalls(rosa, projectId).leads()
  expect(leads).toHaveLength(48)
  const idsOf = async (kind: 'people' | 'companies') =>
    (await ask<{ items: { id: string }[] }>(rosa, `GET /api/v1/prospects/${kind}/${projectId}?limit=200`)).items
  const [people, companies] = [await idsOf('people'), await idsOf('companies')]
  expect([people.length > 20, companies.length > 5]).toEqual([true, true])
  const home = new URL(rosa.url).origin
  for (const width of WIDTHS) {
    const page = await openPosts(browser, rosa, { projectId, options: { viewport: { width, height: 2600 } } })
    const check = watch(page, home)
    await expect(page.locator('[data-row-id]').first()).toBeVisible()
    await check()
    const at = [
      // On a phone only what is laid out otherwise.
      ...leads.slice(width < 700 ? -8 : 0).map(({ id }) => `posts/${id}`),
      'prospects/people',
      'prospects/companies',
      'insights',
      'signals',
      `signals/${signalIds[0]}`,
      'sources',
      ...people.slice(0, 8).map(({ id }) => `prospects/people/${id}`),
      ...companies.slice(0, 8).map(({ id }) => `prospects/companies/${id}`),
    ]
    for (const path of at) {
      await page.goto(`/projects/${projectId}/${path}`)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await check()
    }
    await page.context().close()
  }
})

test('no hostile text is a formula in an export', async ({ browser, workspace: { rosa, projects } }) => {
  const page = await openPosts(browser, rosa, { projectId: projects.Hostile.id })
  await expect(page.locator('[data-row-id]').first()).toBeVisible()
  await page.getByRole('button', { name: 'More about this list' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const rows = parse(await readFile(await (await coming).path()), { bom: true, columns: false })
  expect(rows).toHaveLength(49)
  const calculated = rows.flat().filter((cell) => FORMULA.test(cell) && Number.isNaN(Number(cell)))
  expect(calculated).toEqual([])
  await page.context().close()
})
