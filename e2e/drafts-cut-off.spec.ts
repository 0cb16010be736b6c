import { expect } from '@playwright/test'
import { creditsOf, CURRENCIES, draftOf, savedDraft, WORDS, wordsOf } from './support/draft-cards.ts'
import { createModelFixture, DRAFT_PRICE } from './support/installation-with-model.ts'
import type { ModelFixture } from './support/installation-with-model.ts'
import { openAs } from './support/member.ts'
import { test } from './support/test.ts'

let fixture: ModelFixture

test.beforeAll(async ({ modelled }) => {
  fixture = await createModelFixture(modelled)
})

test('a draft cut off by a reload keeps its partial text, costs nothing, and can be edited', async ({ browser }) => {
  const lead = fixture.leadByTitle(CURRENCIES)
  const balance = await creditsOf(fixture)
  const page = await openAs(browser, fixture.member)
  await page.goto(`/projects/${fixture.projectId}/posts/${lead.id}`)
  const reply = draftOf(page, 'Reply')
  await reply.text.fill('My own words.')
  await expect(reply.card).toContainText('Saved')
  fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(WORDS.join('').repeat(20)), pauseMs: 20 })
  await reply.draft.click()
  await expect(reply.text).toHaveValue(/^Two currencies are where/)
  const early = await reply.text.inputValue()
  await page.reload()

  await expect(reply.card).toContainText('The page was left while this was being written.')
  const left = await reply.text.inputValue()
  expect(left.startsWith(early)).toBe(true)
  expect(left.length).toBeLessThan(WORDS.join('').length * 20)
  await expect(reply.card).toContainText('Saved')
  expect(await savedDraft(fixture, lead, 'reply')).toBe(left)
  await expect.poll(() => fixture.asked().at(-1)?.isCutOff).toBe(true)
  await expect.poll(() => creditsOf(fixture)).toBe(balance)

  await test.step('the former text can be restored, and back again', async () => {
    await reply.card.getByRole('button', { name: 'Former text' }).click()
    await expect(reply.text).toHaveValue('My own words.')
    await expect(reply.card).not.toContainText('The page was left')
    await reply.card.getByRole('button', { name: 'Former text' }).click()
    await expect(reply.text).toHaveValue(left)
  })

  await test.step('it can be edited by hand, and is then like any other', async () => {
    await reply.text.fill(`${left} And so on.`)
    await expect(reply.card).toContainText('Saved')
    await page.reload()
    await expect(reply.text).toHaveValue(`${left} And so on.`)
    await expect(reply.card).not.toContainText('The page was left')
  })

  await test.step('the model continues it, and is paid once', async () => {
    fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf('Two currencies, to the end.') })
    await reply.prompt.fill('Bring it to its end')
    await reply.prompt.press('Enter')
    await expect(reply.text).toHaveValue('Two currencies, to the end.')
    expect(fixture.asked().at(-1)?.prompt).toContain('And so on.')
    await expect.poll(() => creditsOf(fixture)).toBe(balance - DRAFT_PRICE)
  })

  await test.step('a long text is read from its beginning, once it is written and when it is opened', async () => {
    const isAtBeginning = () => reply.text.evaluate((box) => [box.scrollTop, box.scrollHeight > box.clientHeight])
    const long = WORDS.join('').repeat(20)
    fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(long) })
    await reply.draft.click()
    await expect(reply.text).toHaveValue(long)
    await expect(reply.stop).toBeHidden()
    await expect.poll(isAtBeginning).toEqual([0, true])
    await page.reload()
    await expect(reply.text).toHaveValue(long)
    await page.keyboard.press('r')
    await expect(reply.text).toBeFocused()
    expect(await isAtBeginning()).toEqual([0, true])
  })
  await page.context().close()
})

test('a message to a person cut off by a reload is kept too', async ({ browser }) => {
  const page = await openAs(browser, fixture.member)
  await page.goto(`/projects/${fixture.projectId}/prospects/people?platforms=reddit`)
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Draft a message' }).click()
  const message = page.getByRole('region', { name: 'Direct message draft' })
  const text = message.getByRole('textbox', { name: 'Direct message', exact: true })
  fixture.draftScript = () => ({ kind: 'say', pieces: wordsOf(WORDS.join('').repeat(20)), pauseMs: 20 })
  await message.getByRole('button', { name: 'Draft', exact: true }).click()
  await expect(text).toHaveValue(/^Two currencies are where/)
  await page.reload()
  await expect(message).toContainText('The page was left while this was being written.')
  await expect(text).toHaveValue(/^Two currencies are where/)
  await page.context().close()
})
