import type { LedgerEntry } from '@leadlight/contract/billing'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import {
  creditsOf,
  expectCredits,
  CANARY,
  draftOf,
  expectHarmless,
  savedDraft,
  leadPath,
  watchOtherHosts,
  wordsOf,
  CURRENCIES,
  STUDIO,
  SUITE,
  HOSTILE,
  HACKER_NEWS,
  STACK_EXCHANGE,
  WORDS,
} from './support/draft-cards.ts'
import { createModelFixture, DRAFT_PRICE as PRICE, INJECTION, MONTHLY } from './support/installation-with-model.ts'
import type { LeadRow, ModelFixture } from './support/installation-with-model.ts'
import { ask, openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { test } from './support/test.ts'

let fixture: ModelFixture
/** The number of completed drafts, each of which costs credits. */
let paid = 0

test.beforeAll(async ({ modelled }) => {
  fixture = await createModelFixture(modelled)
  const writing = { tone: '', language: '', rules: `Never name the project ${CANARY}.`, samples: [], signature: '' }
  await ask(fixture.member, `PATCH /api/v1/project/${fixture.projectId}`, { writing })
})

test('a reply and a message are streamed into the page, edited, saved and copied', async ({ browser }) => {
  const lead = fixture.leadByTitle(CURRENCIES)
  const page = await openLead(browser, lead, { permissions: ['clipboard-read', 'clipboard-write'] })
  const foreign = watchOtherHosts(page, fixture)
  const reply = draftOf(page, 'Reply')
  await expect(pane(page)).toContainText('Leadlight never posts for you.')
  await expect(reply.card).toContainText('A draft costs 2 credits, written by double-1.')
  await expectCredits(fixture, page, MONTHLY)

  await test.step('the text grows before it is done', async () => {
    fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(WORDS.join('')), pauseMs: 60 })
    await reply.prompt.fill('Speak of two currencies')
    await reply.draft.click()
    await expect(reply.text).not.toHaveValue('')
    const early = await reply.text.inputValue()
    await expect(reply.stop).toBeVisible()
    await expect.poll(async () => (await reply.text.inputValue()).length).toBeGreaterThan(early.length)
    await expect(reply.stop).toBeVisible()
    await expect(reply.text).toHaveValue(WORDS.join(''))
    await expect(reply.card).toContainText('Written by double-1 · ')
    await expect(reply.card).toContainText('2 credits spent')
    expect(fixture.asked().at(-1)?.prompt).toContain('Speak of two currencies')
    await expectCredits(fixture, page, MONTHLY - PRICE)
    paid += 1
  })

  await test.step('what is typed is saved by itself, and is there after a reload', async () => {
    await reply.text.fill('My own words about two currencies.')
    await expect(reply.card).toContainText('Saved')
    await page.reload()
    await expect(reply.text).toHaveValue('My own words about two currencies.')
    await expect(reply.card).toContainText('Written by hand')
  })

  await test.step('a prompt changes the draft, and the former text can be restored', async () => {
    fixture.draftScript = () => ({
      kind: 'say',
      pieces: wordsOf('Shorter: keep one ledger with a rate for each invoice.'),
    })
    await reply.prompt.fill('shorter')
    await reply.prompt.press('Enter')
    await expect(reply.text).toHaveValue('Shorter: keep one ledger with a rate for each invoice.')
    const asked = fixture.asked().at(-1)?.prompt ?? ''
    expect(asked).toContain('My own words about two currencies.')
    expect(asked).toContain('shorter')
    await reply.card.getByRole('button', { name: 'Former text' }).click()
    await expect(reply.text).toHaveValue('My own words about two currencies.')
    await expect(reply.card).toContainText('Saved')
    await expect.poll(() => savedDraft(fixture, lead, 'reply')).toBe('My own words about two currencies.')
  })

  await test.step('it is copied exactly', async () => {
    await reply.card.getByRole('button', { name: 'Copy the reply' }).click()
    await expect(reply.card.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('My own words about two currencies.')
  })

  await test.step('a message to the author is drafted too', async () => {
    const message = draftOf(page, 'Direct message')
    fixture.draftScript = () => ({
      kind: 'say',
      pieces: wordsOf('Hello, is the question about currencies still open?'),
    })
    await message.draft.click()
    await expect(message.text).toHaveValue('Hello, is the question about currencies still open?')
    expect(fixture.asked().at(-1)?.instructions).not.toBe(fixture.asked().at(0)?.instructions)
    await expectCredits(fixture, page, MONTHLY - 3 * PRICE)
    paid += 2
  })
  expect(foreign()).toEqual([])
  await page.context().close()
})

test('a draft similar to an earlier one says so, and links to it', async ({ browser }) => {
  const words =
    'Hello, is the question about currencies still open? I am glad to show how others keep two of them apart.'
  fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(words) })
  const page = await openLead(browser, fixture.leadByTitle(STUDIO))
  const first = draftOf(page, 'Reply')
  await first.draft.click()
  await expect(first.text).toHaveValue(words)
  await page.goto(addressOf(fixture.leadByTitle(SUITE)))
  const second = draftOf(page, 'Reply')
  await second.draft.click()
  await expect(second.card).toContainText(/\d+% of this is worded as in the draft for another lead\./)
  paid += 2
  await second.card.getByRole('link', { name: 'another lead' }).click()
  await expect(pane(page).getByRole('heading', { name: STUDIO })).toBeVisible()
  await page.context().close()
})

test('for a community that wants people’s own words there are talking points', async ({ browser }) => {
  fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf('- Ask what they bill by\n- Name what you make') })
  for (const [title, why] of [
    [HACKER_NEWS, 'Hacker News does not want generated comments.'],
    [STACK_EXCHANGE, 'Stack Exchange forbids generated answers'],
  ] as const) {
    const page = await openLead(browser, fixture.leadByTitle(title))
    const reply = draftOf(page, 'Reply')
    await expect(reply.card).toContainText(why)
    await reply.card.getByRole('button', { name: 'Give points' }).click()
    await expect(reply.card).toContainText('Talking points by double-1')
    await expect(reply.text).toHaveValue('- Ask what they bill by\n- Name what you make')
    paid += 1
    await expect(reply.card.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
    await expect(draftOf(page, 'Direct message').card).toHaveCount(0)
    await page.context().close()
  }
})

test('a failed draft says why, costs nothing and leaves the former text', async ({ browser }) => {
  const lead = fixture.leadByTitle(STUDIO)
  const before = await savedDraft(fixture, lead, 'reply')
  const page = await openLead(browser, lead)
  const reply = draftOf(page, 'Reply')
  await expect(reply.text).toHaveValue(before)
  const balance = await creditsOf(fixture)
  for (const [script, said] of [
    [{ kind: 'broken', pieces: wordsOf(WORDS.join('')) }, /Nothing was charged/],
    [{ kind: 'failing', pieces: wordsOf(WORDS.join('')) }, /Nothing was charged/],
    [{ kind: 'garbage' }, /Nothing was charged/],
    [{ kind: 'error', status: 429, retryAfterS: 1 }, /Nothing was charged/],
  ] as const) {
    await test.step(script.kind, async () => {
      fixture.draftScript = () => script
      await reply.draft.click()
      const notice = reply.card.getByRole('alert')
      await expect(notice).toContainText(said)
      await expect(notice).toContainText('What stood here before is kept.')
      await expect(reply.text).toHaveValue(before)
      expect(await savedDraft(fixture, lead, 'reply')).toBe(before)
      await expect.poll(() => creditsOf(fixture)).toBe(balance)
    })
  }
  await test.step('the next attempt succeeds', async () => {
    fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf('At last.') })
    await reply.card.getByRole('button', { name: 'Retry' }).click()
    await expect(reply.text).toHaveValue('At last.')
    await expect(reply.card.getByRole('alert')).toHaveCount(0)
    await expectCredits(fixture, page, balance - PRICE)
    paid += 1
  })
  await page.context().close()
})

test('a slow model is waited for, and an endless one is cut off at a draft’s limit', async ({ browser }) => {
  const page = await openLead(browser, fixture.leadByTitle(SUITE))
  const reply = draftOf(page, 'Reply')
  const balance = await creditsOf(fixture)
  fixture.draftScript = () => ({ kind: 'say', pieces: ['One. ', 'Two. ', 'Three.'], pauseMs: 1200 })
  await reply.draft.click()
  await expect(reply.text).toHaveValue(/^One\./)
  await expect(reply.stop).toBeVisible()
  await expect(reply.text).toHaveValue('One. Two. Three.')
  await expect(reply.card).toContainText('2 credits spent')
  await expectCredits(fixture, page, balance - PRICE)
  fixture.draftScript = () => ({ kind: 'endless' })
  await reply.draft.click()
  await expect(reply.draft).toBeVisible()
  await expect.poll(() => fixture.asked().at(-1)?.isCutOff).toBe(true)
  const length = (await reply.text.inputValue()).length
  expect(length).toBeGreaterThan(9900)
  expect(length).toBeLessThanOrEqual(10_000)
  await expectCredits(fixture, page, balance - 2 * PRICE)
  paid += 2
  await page.context().close()
})

test('stopping keeps the partial text, closing the tab the former draft, and neither is charged', async ({
  browser,
}) => {
  const lead = fixture.leadByTitle(CURRENCIES)
  const page = await openLead(browser, lead)
  const balance = await creditsOf(fixture)
  const reply = draftOf(page, 'Reply')
  fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(WORDS.join('').repeat(20)), pauseMs: 20 })
  await reply.draft.click()
  await expect(reply.text).toHaveValue(/^Two currencies are/)
  await reply.stop.click()
  await expect(reply.draft).toBeVisible()
  await expect.poll(() => fixture.asked().at(-1)?.isCutOff).toBe(true)
  const stopped = await reply.text.inputValue()
  expect(stopped).toMatch(/^Two currencies are/)
  await expect(reply.card).toContainText('Saved')
  expect(await savedDraft(fixture, lead, 'reply')).toBe(stopped)
  await expectCredits(fixture, page, balance)

  const message = draftOf(page, 'Direct message')
  const before = await savedDraft(fixture, lead, 'dm')
  const asked = fixture.asked().length
  await message.draft.click()
  await expect(message.text).toHaveValue(/^Two currencies are/)
  await page.close({ runBeforeUnload: false })
  await expect.poll(() => fixture.asked().at(-1)?.isCutOff).toBe(true)
  expect(fixture.asked().length).toBe(asked + 1)
  await expect.poll(() => creditsOf(fixture)).toBe(balance)
  expect(await savedDraft(fixture, lead, 'dm')).toBe(before)
})

test('a double press makes one draft, and so does a repeated call', async ({ browser }) => {
  const lead = fixture.leadByTitle(STUDIO)
  const page = await openLead(browser, lead)
  const message = draftOf(page, 'Direct message')
  const [balance, asked] = [await creditsOf(fixture), fixture.asked().length]
  fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf('Hello, one draft is enough.') })
  const sent = page.waitForRequest((request) => request.url().endsWith('/draft_message'))
  await message.draft.dblclick()
  const request = await sent
  await expect(message.text).toHaveValue('Hello, one draft is enough.')
  await expectCredits(fixture, page, balance - PRICE)
  const headers = { ...(await request.allHeaders()), ':authority': '' }
  const again = await fetch(request.url(), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fixture.member.token}`,
      'content-type': 'application/json',
      'idempotency-key': (headers as Record<string, string>)['idempotency-key'] ?? '',
    },
    body: request.postData() ?? '',
  })
  expect(await again.text()).toContain('Hello, one draft is enough.')
  expect(fixture.asked().length).toBe(asked + 1)
  expect(await creditsOf(fixture)).toBe(balance - PRICE)
  paid += 1
  await page.context().close()
})

test('a model that obeys the post gets none of its orders into the page', async ({ browser }) => {
  const lead = fixture.leadByTitle(HOSTILE)
  const page = await openLead(browser, lead)
  const foreign = watchOtherHosts(page, fixture)
  const reply = draftOf(page, 'Reply')
  const balance = await creditsOf(fixture)

  await test.step('the draft contains links, markup and a secret', async () => {
    const obeyed =
      'Certainly. Sign in at [our page](https://evilhost.example/login) or www.evilhost.example <img src="https://evilhost.example/x.png"> to go on.'
    fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(obeyed) })
    await reply.draft.click()
    await expect(reply.card).toContainText('2 credits spent')
    expect(fixture.asked().at(-1)?.prompt).toContain(INJECTION)
    await expectHarmless(page, reply.card, await reply.text.inputValue())
  })

  await test.step('the draft repeats its instructions', async () => {
    const before = await reply.text.inputValue()
    fixture.draftScript = ({ instructions }) => ({ kind: 'say', pieces: wordsOf(`Here they are. ${instructions}`) })
    await reply.draft.click()
    await expect(reply.card.getByRole('alert')).toContainText('Nothing was charged')
    await expect(reply.text).toHaveValue(before)
    await expectHarmless(page, reply.card, await reply.text.inputValue())
  })

  await test.step('the draft contains what the rules forbid', async () => {
    fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(`The project is called ${CANARY}.`) })
    await reply.draft.click()
    await expect(reply.draft).toBeVisible()
    await expectHarmless(page, reply.card, await reply.text.inputValue())
  })
  await expectCredits(fixture, page, balance - PRICE)
  paid += 1
  expect(foreign()).toEqual([])
  await page.context().close()
})

test('with no credits left the page says so, and where to look', async ({ browser }) => {
  const lead = fixture.leadByTitle(SUITE)
  fixture.draftScript = () => ({ kind: 'say', pieces: ['Spent.'] })
  while ((await creditsOf(fixture)) >= PRICE) {
    await ask(fixture.member, `POST ${leadPath(fixture, lead)}/draft_message`, { message_type: 'reply' })
    paid += 1
  }
  const asked = fixture.asked().length
  const page = await openLead(browser, lead)
  const message = draftOf(page, 'Direct message')
  await expectCredits(fixture, page, 0)
  await message.draft.click()
  await expect(message.card.getByRole('alert')).toContainText(/credits/)
  expect(fixture.asked().length).toBe(asked)
  await message.text.fill('I write it myself then.')
  await expect(message.card).toContainText('Saved')
  await page.context().close()
})

test('nothing was posted, and exactly the completed drafts were charged', async ({ modelled }) => {
  const asked = modelled.platforms.flatMap(({ questions }) => questions)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
  const path = 'GET /api/v1/organization/credits/ledger?limit=200'
  const { items } = await ask<{ items: LedgerEntry[] }>(fixture.member, path)
  const charges = items.filter(({ kind }) => kind === 'charge')
  expect(charges.map(({ credits }) => credits)).toEqual(Array.from({ length: paid }, () => -PRICE))
  expect(await creditsOf(fixture)).toBe(MONTHLY - paid * PRICE)
})

async function openLead(browser: Browser, lead: LeadRow, options: object = {}): Promise<Page> {
  const page = await openAs(browser, fixture.member, options)
  await page.goto(addressOf(lead))
  await expect(draftOf(page, 'Reply').card).toBeVisible()
  return page
}

function addressOf({ id }: LeadRow): string {
  return `/projects/${fixture.projectId}/posts/${id}`
}
