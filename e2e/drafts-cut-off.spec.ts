import { expect } from '@playwright/test'
import { creditsOf, CURRENCIES, draftOf, keptDraft, WORDS, wordsOf } from './support/draft-cards.ts'
import { createStand, DRAFT_PRICE } from './support/installation-with-model.ts'
import type { Stand } from './support/installation-with-model.ts'
import { openAs } from './support/member.ts'
import { test } from './support/test.ts'

let stand: Stand

test.beforeAll(async ({ modelled }) => {
  stand = await createStand(modelled)
})

test('a draft that a reload cuts off is there as far as it had come, costs nothing, and can be written on', async ({
  browser,
}) => {
  const lead = stand.leadCalled(CURRENCIES)
  const balance = await creditsOf(stand)
  const page = await openAs(browser, stand.member)
  await page.goto(`/projects/${stand.projectId}/posts/${lead.id}`)
  const reply = draftOf(page, 'Reply')
  await reply.text.fill('My own words.')
  await expect(reply.card).toContainText('Saved')
  stand.model.script = () => ({ kind: 'say', pieces: wordsOf(WORDS.join('').repeat(20)), pauseMs: 20 })
  await reply.draft.click()
  await expect(reply.text).toHaveValue(/^Two currencies are where/)
  const early = await reply.text.inputValue()
  await page.reload()

  await expect(reply.card).toContainText('The page was left while this was being written.')
  const left = await reply.text.inputValue()
  expect(left.startsWith(early)).toBe(true)
  expect(left.length).toBeLessThan(WORDS.join('').length * 20)
  await expect(reply.card).toContainText('Saved')
  expect(await keptDraft(stand, lead, 'reply')).toBe(left)
  await expect.poll(() => stand.asked().at(-1)?.isCutOff).toBe(true)
  await expect.poll(() => creditsOf(stand)).toBe(balance)

  await test.step('what stood there before can be brought back, and the other way round', async () => {
    await reply.card.getByRole('button', { name: 'Former text' }).click()
    await expect(reply.text).toHaveValue('My own words.')
    await expect(reply.card).not.toContainText('The page was left')
    await reply.card.getByRole('button', { name: 'Former text' }).click()
    await expect(reply.text).toHaveValue(left)
  })

  await test.step('it is written on by hand, and from then on is like any other', async () => {
    await reply.text.fill(`${left} And so on.`)
    await expect(reply.card).toContainText('Saved')
    await page.reload()
    await expect(reply.text).toHaveValue(`${left} And so on.`)
    await expect(reply.card).not.toContainText('The page was left')
  })

  await test.step('the model goes on with it, and is paid once', async () => {
    stand.model.script = () => ({ kind: 'say', pieces: wordsOf('Two currencies, to the end.') })
    await reply.wish.fill('Bring it to its end')
    await reply.wish.press('Enter')
    await expect(reply.text).toHaveValue('Two currencies, to the end.')
    expect(stand.asked().at(-1)?.prompt).toContain('And so on.')
    await expect.poll(() => creditsOf(stand)).toBe(balance - DRAFT_PRICE)
  })
  await page.context().close()
})

test('a person’s message that a reload cuts off is kept as well', async ({ browser }) => {
  const page = await openAs(browser, stand.member)
  await page.goto(`/projects/${stand.projectId}/prospects/people`)
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Draft a message' }).click()
  const message = page.getByRole('region', { name: 'Direct message draft' })
  const text = message.getByRole('textbox', { name: 'Direct message', exact: true })
  stand.model.script = () => ({ kind: 'say', pieces: wordsOf(WORDS.join('').repeat(20)), pauseMs: 20 })
  await message.getByRole('button', { name: 'Draft', exact: true }).click()
  await expect(text).toHaveValue(/^Two currencies are where/)
  await page.reload()
  await expect(message).toContainText('The page was left while this was being written.')
  await expect(text).toHaveValue(/^Two currencies are where/)
  await page.context().close()
})
