import * as contract from '@leadlight/contract/columns'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addLeads,
  createColumn,
  filled,
  readMoney,
  readValues,
  startColumnFixture,
  type ColumnFixture,
} from '@leadlight/testing/column-fixture'
import { mintLeadSite } from '@leadlight/testing/lead-builder'

const ASKING = {
  title: 'Accounting software for a small bakery?',
  body: 'I run a small bakery with two employees. My spreadsheets are a mess. Which accounting software should I use, and what does it cost?',
}
const ELSEWHERE = {
  title: 'My sourdough will not rise',
  body: 'I feed my starter twice a day and it stays flat. It smells of apples.',
}
const GERMAN = {
  title: null,
  body: 'Welche Buchhaltungssoftware könnt ihr mir für meine kleine Bäckerei empfehlen? Ich habe zwei Angestellte und das ist nicht einfach.',
}

let fixture: ColumnFixture
beforeAll(async () => {
  fixture = await startColumnFixture({ hasModel: false, environment: { COLUMN_VALUE_PRICE: '0.25' } })
})
afterAll(() => fixture.close())

async function answer(
  column: { prompt: string; type: 'boolean' | 'text' },
  posts: { title?: string | null; body: string }[],
) {
  const { app } = fixture
  const site = await mintLeadSite(app)
  for (const [n, post] of posts.entries()) {
    await addLeads(app, site, [{ ...post, postedAt: `2026-10-${20 - n}T00:00:00Z` }])
  }
  const params = { projectId: site.projectId }
  const quote = await site.organization.call(contract.quoteSmartColumn, { params, body: column })
  const { id } = await createColumn(site, column)
  await filled(app, site, id)
  expect(await readMoney(app, site)).toMatchObject({ held: 0, charged: 0 })
  return { quote, values: await readValues(app, site, id) }
}

test('a yes or no is given only where the judge is clear, with the words it rests on', async () => {
  const prompt = 'Is the author asking which accounting software to use?'
  const { quote, values } = await answer({ prompt, type: 'boolean' }, [ASKING, ELSEWHERE, GERMAN])
  expect(quote).toMatchObject({ credits: 0, answered_by: 'local' })
  expect(values).toMatchObject([
    { state: 'done', bool_value: true, why: expect.stringMatching(/^The post says “.*ccounting software/) },
    { state: 'done', bool_value: false, why: expect.stringMatching(/accounting software/) },
    { state: 'needs_model', bool_value: null, why: 'The built-in model reads English only.' },
  ])
})

test('an unclear post gets no answer, and says that it is not clear enough', async () => {
  const prompt = 'Is the author asking which accounting software to use?'
  const unclear = {
    title: 'Bakery books',
    body: 'We talked about our accounting last week. Some like software, some do not.',
  }
  const { values } = await answer({ prompt, type: 'boolean' }, [unclear])
  expect(values).toMatchObject([{ state: 'needs_model', why: 'Not clear enough for the built-in model' }])
})

test('a fact that can be looked up is answered word for word', async () => {
  const posts = [{ body: 'We use QuickBooks Online. Write to ada@example.com.' }, { body: 'Nothing to see.' }]
  const text = async (prompt: string) => (await answer({ prompt, type: 'text' }, posts)).values
  expect(await text('Which e-mail address is mentioned?')).toMatchObject([
    { state: 'done', text_value: 'ada@example.com' },
    { state: 'done', text_value: null, why: 'The post gives no email address.' },
  ])
  expect(await text('Which tool do they use?')).toMatchObject([
    { state: 'done', text_value: 'QuickBooks Online' },
    { state: 'needs_model', text_value: null },
  ])
  const { values } = await answer({ prompt: 'Mentions quickbooks', type: 'boolean' }, posts)
  expect(values).toMatchObject([
    { bool_value: true, why: 'The post says “QuickBooks”.' },
    { bool_value: false, why: 'The post does not have the words “quickbooks”.' },
  ])
})

test.each([
  ['text', 'Summarise what they want', 'A text answer to this needs a large model. Set AI_PROVIDER.'],
  ['boolean', 'Is the author a woman?', 'A yes or no to this needs a large model. Set AI_PROVIDER.'],
] as const)('any other question, as %s “%s”, says what it would need', async (type, prompt, why) => {
  const { quote, values } = await answer({ prompt, type }, [ASKING])
  expect(quote).toEqual({ leads: 1, credits: 0, answered_by: 'none', why })
  expect(values).toMatchObject([{ state: 'needs_model', bool_value: null, text_value: null, why }])
})
