import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { openWithExtension, type BrowserWithExtension } from './support/extension.ts'
import { ask, createMember, PASSWORD } from './support/member.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

const FORUM = 'http://forum.example/threads'
const ASKS = 'Which invoicing software do freelancers here use? I bill three clients a month.'
const BIDI = '\u202Bאיזו תוכנה?\u202C \u2067plain\u2069'
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>`

/** A page, and what is done on it before the button is pressed. */
interface Layout {
  body: string
  select?: (page: Page) => Promise<void>
  /** The words that Leadlight is opened with. */
  words: string
  type?: string
}

const selectAll = (selector: string) => (page: Page) =>
  page.locator(selector).evaluate((element) => getSelection()?.selectAllChildren(element))

const LAYOUTS: Record<string, Layout> = {
  'a page, with its paragraphs': {
    body: '<main><p>Which <b>one</b>?</p><p>I need it.</p></main><p>Something else</p>',
    select: selectAll('main'),
    words: 'Which one?\n\nI need it.',
  },
  'a component with a tree of its own, inside another': {
    body: `<div id="outer"></div><script>
      const inner = document.createElement('div')
      outer.attachShadow({ mode: 'open' }).append(inner)
      inner.attachShadow({ mode: 'open' }).innerHTML = '<p>Which one?</p>'
    </script>`,
    select: (page) =>
      page.getByText('Which one?').evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        getSelection()?.setBaseAndExtent(element, 0, element, element.childNodes.length)
      }),
    words: 'Which one?',
  },
  'a frame of the same site': {
    body: '<iframe srcdoc="<p>Which one?</p>"></iframe>',
    select: (page) =>
      page
        .frameLocator('iframe')
        .locator('p')
        .evaluate((element) => element.ownerDocument.getSelection()?.selectAllChildren(element)),
    words: 'Which one?',
  },
  'a frame of another site, which the button may not read': {
    body: '<iframe src="http://ads.example/"></iframe>',
    select: (page) =>
      page
        .frameLocator('iframe')
        .locator('p')
        .evaluate((element) => element.ownerDocument.getSelection()?.selectAllChildren(element)),
    words: '',
  },
  'a field of several lines': {
    body: '<textarea>Not this.\nWhich one?</textarea>',
    select: (page) =>
      page.locator('textarea').evaluate((field: HTMLTextAreaElement) => {
        field.focus()
        field.setSelectionRange(10, 20)
      }),
    words: 'Which one?',
  },
  'a password, which is never read': {
    body: '<input type="password" value="secret lamp">',
    select: (page) => page.locator('input').evaluate((field: HTMLInputElement) => field.select()),
    words: '',
  },
  'what is being written': {
    body: '<div contenteditable>Which one?<br>I need it.</div>',
    select: (page) => page.locator('div').selectText(),
    words: 'Which one?\nI need it.',
  },
  'a text from right to left': {
    body: '<p dir="rtl">באיזו תוכנה אתם משתמשים?</p>',
    select: selectAll('p'),
    words: 'באיזו תוכנה אתם משתמשים?',
  },
  'a text with controls of direction': { body: `<p>${BIDI}</p>`, select: selectAll('p'), words: BIDI },
  'a text longer than is judged': {
    body: `<p>${'word '.repeat(8_000)}</p>`,
    select: selectAll('p'),
    words: 'word '.repeat(8_000).slice(0, 20_000),
  },
  'a page on which nothing is selected': { body: '<p>Which one?</p>', words: '' },
  'a PDF': { body: PDF, type: 'application/pdf', words: '' },
}

let browser: BrowserWithExtension
let server: Server
/** Stands for somebody’s Leadlight. */
let home = ''
test.beforeAll(async () => {
  browser = await openWithExtension()
  // A tab that an extension opens asks before a route could answer.
  server = createServer((_, answer) => answer.end('Leadlight')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await browser.context.route('http://ads.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Which one?</p>' }),
  )
})
test.afterAll(async () => {
  await browser.close()
  server.close()
})

// They share a browser: each goes on from the address that the first has told it.
test.describe.configure({ mode: 'serial' })

function foundAt(page: Page): Record<string, string> {
  const { origin, pathname, search, hash } = new URL(page.url())
  expect(origin + pathname + search).toBe(`${home}/add`)
  return Object.fromEntries(new URLSearchParams(hash.slice(1)))
}

test('whoever has just loaded the extension tells it once where their Leadlight is', async () => {
  const { options } = browser
  await options.getByLabel('Address of your Leadlight').fill('nowhere at all')
  await options.getByRole('button', { name: 'Save' }).click()
  await expect(options.getByRole('status')).toHaveText('That is no web address, such as https://leads.example.com.')
  const page = await browser.context.newPage()
  await page.route(FORUM, (route) => route.fulfill({ contentType: 'text/html', body: 'Hello' }))
  await page.goto(FORUM)
  // Until then its button leads here.
  await options.close()
  const again = await browser.press(page)
  await again.getByLabel('Address of your Leadlight').fill(`${home}/projects`)
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again.getByRole('status')).toHaveText('Saved.')
  await expect(again.getByLabel('Address of your Leadlight')).toHaveValue(home)
  await page.close()
})

for (const [name, { body, select, words, type = 'text/html; charset=utf-8' }] of Object.entries(LAYOUTS)) {
  test(`what is selected in ${name}`, async () => {
    const page = await browser.context.newPage()
    const asked: string[] = []
    const url = `${FORUM}/1?called=${encodeURIComponent(name)}&page=2`
    await page.route(url, (route) => route.fulfill({ contentType: type, body }))
    await page.goto(url)
    await select?.(page)
    browser.context.on('request', (request) => asked.push(request.url()))
    const added = await browser.press(page)
    expect(foundAt(added)).toEqual({ url, text: words })
    // Nothing is sent but the address of Leadlight itself.
    expect(
      asked.filter((one) => /^https?:/u.test(one) && !one.startsWith(`${home}/add`) && !one.endsWith('/favicon.ico')),
    ).toEqual([])
    await added.close()
    await page.close()
  })
}

test('a page of the browser itself brings nothing', async () => {
  const page = await browser.context.newPage()
  await page.goto('chrome://version')
  const added = await browser.press(page)
  expect(foundAt(added)).toEqual({ url: '', text: '' })
  await added.close()
  await page.close()
})

test('from a page to a lead: what is selected is filled in, and judged once somebody says so', async ({
  installation,
}) => {
  const own = await openWithExtension()
  try {
    const member = await createMember(installation)
    const projectId = await createProject(member)
    const intent_signal = 'Freelancers asking which invoicing or bookkeeping software to use'
    await ask(member, `POST /api/v1/intent_signals/${projectId}`, { intent_signal })
    await own.options.getByLabel('Address of your Leadlight').fill(installation.url)
    await own.options.getByRole('button', { name: 'Save' }).click()
    await expect(own.options.getByRole('status')).toHaveText('Saved.')
    const page = await own.context.newPage()
    await page.route(FORUM, (route) => route.fulfill({ contentType: 'text/html', body: `<p>${ASKS}</p>` }))
    await page.goto(FORUM)
    await selectAll('p')(page)

    // Signed out, one comes back to it.
    const added = await own.press(page)
    await added.getByLabel('Email').fill(member.email)
    await added.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await added.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(added.getByLabel('Its words')).toHaveValue(ASKS)
    await expect(added.getByLabel('Address of the post')).toHaveValue(FORUM)
    await added.getByRole('button', { name: 'Judge it' }).click()
    await expect(added.getByText(/^It is a lead\./)).toBeVisible()

    await page.evaluate((words) => {
      document.body.textContent = words
      getSelection()?.selectAllChildren(document.body)
    }, 'word '.repeat(8_000))
    const long = await own.press(page)
    await expect(long.getByText(/^Only the first 10,000 characters are here/)).toBeVisible()
    await expect(long.getByLabel('Its words')).toHaveValue('word '.repeat(2_000))

    await page.evaluate(() => getSelection()?.removeAllRanges())
    const empty = await own.press(page)
    await expect(empty.getByText(/^No words came along: nothing was selected/)).toBeVisible()
  } finally {
    await own.close()
  }
})
