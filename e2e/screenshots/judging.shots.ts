import { expect } from '@playwright/test'
import { giveReading, isReadingAsked, readAskedReading } from '@leadlight/testing/doubles/reading-model'
import { scriptByWord } from '@leadlight/testing/doubles/language-model-double'
import { createModelFixture, startWithModel } from '../support/installation-with-model.ts'
import { ask, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { pane } from '../support/posts-screen.ts'
import { copyDatabase } from '../support/run.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

interface Whole {
  id: string
  matches: { second_opinion: { state: string } | null }[]
}

test('a picture of a lead that a large model read too', async ({ browser }) => {
  test.setTimeout(180_000)
  const { databaseUrl } = await copyDatabase()
  const modelled = await startWithModel(databaseUrl, { AI_MODEL: 'gpt-5-mini' })
  const fixture = await createModelFixture(modelled, (asked) => {
    if (!isReadingAsked(asked.prompt)) return scriptByWord(asked)
    const question = /[^.?!\n]{20,200}\?/u.exec(readAskedReading(asked).text)?.[0].trim()
    if (!question) return { kind: 'error', status: 503 }
    const reason = 'The author has the need themselves and asks others what they use.'
    return giveReading(asked, { score: 85, for: [question], reason })
  })
  try {
    await verifyAddress(modelled, fixture.member.email)
    const base = `/api/v1/leads/${fixture.projectId}/lead`
    const leads = await Promise.all(fixture.leads.map(({ id }) => ask<Whole>(fixture.member, `GET ${base}/${id}`)))
    const lead = leads.find(({ matches }) => matches[0]?.second_opinion?.state === 'given')
    if (!lead) throw new Error('The model has read no lead.')
    await take({
      name: 'judging',
      page: await openAs(browser, fixture.member),
      path: () => `/projects/${fixture.projectId}/posts/${lead.id}`,
      ready: (at) =>
        pane(at)
          .getByText(/^gpt-5-mini read this post too/)
          .first(),
      // The actions on a lead appear a moment after its text.
      prepare: async (at) => {
        await expect(pane(at).getByRole('heading', { name: 'Answer' })).toBeVisible()
        await expect(pane(at).getByRole('button', { name: 'Draft' }).first()).toBeVisible()
      },
      isSingle: true,
    })
  } finally {
    await modelled.stop()
  }
})
