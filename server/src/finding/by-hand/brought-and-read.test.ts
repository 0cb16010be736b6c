import { getCredits } from '@leadlight/contract/organization'
import { expect, onTestFinished, test } from 'vitest'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { KEPT_FROM, QUOTE, startOpinionFixture } from '@leadlight/testing/opinion-fixture'
import { bringPosts } from './bring-posts.ts'

test('two who bring in the same at once have it read by the large model, and pay for one reading that is kept', async () => {
  const fixture = await startOpinionFixture()
  onTestFinished(() => fixture.close())
  const { app, matching, model } = fixture
  const site = await mintLeadSite(app)
  const { organization, organizationId, projectId } = site
  const before = (await organization.call(getCredits)).credit_balance
  const actor = { userId: organization.userId, organizationId, role: 'ADMIN' as const, projectIds: 'all' as const }
  const text = `[${KEPT_FROM - 1}] I need a bookkeeper. ${QUOTE}?`
  const { signal } = new AbortController()
  const items: Parameters<typeof bringPosts>[2]['items'] = [{ url: 'https://www.linkedin.com/posts/1', text }]
  const answers = await Promise.all([1, 2].map(() => bringPosts(matching, actor, { projectId, items, signal })))
  expect(answers.flatMap((answer) => answer.items.map(({ state }) => state)).toSorted()).toEqual(['duplicate', 'lead'])
  expect(model.asked.length).toBeGreaterThan(0)
  const ask = await openUnfenced(app.database)
  expect(await ask('select state from second_opinion where project_id = $1', [projectId])).toEqual([{ state: 'given' }])
  expect(before - (await organization.call(getCredits)).credit_balance).toBe(2)
})

test('what the balance does not pay for is refused before the large model reads it', async () => {
  const fixture = await startOpinionFixture({ MONTHLY_CREDITS: '1' })
  onTestFinished(() => fixture.close())
  const { matching, model } = fixture
  const { organization, organizationId, projectId } = await mintLeadSite(fixture.app)
  const actor = { userId: organization.userId, organizationId, role: 'ADMIN' as const, projectIds: 'all' as const }
  const text = `[${KEPT_FROM - 1}] I need a bookkeeper. ${QUOTE}?`
  const { signal } = new AbortController()
  const items = [{ url: 'https://www.linkedin.com/posts/1', text }]
  await expect(bringPosts(matching, actor, { projectId, items, signal })).rejects.toMatchObject({
    code: 'no_credits_left',
    message: 'This needs up to 2 credits, and the balance is 1. Nothing was brought in.',
  })
  expect(model.asked).toEqual([])
})
