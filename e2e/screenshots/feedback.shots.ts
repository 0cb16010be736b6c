import { expect } from '@playwright/test'
import { ask, createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { createProject, searchFor, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take, toTop } from './take.ts'

const SIGNAL = {
  text: 'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  days: 365,
}

test('pictures of feedback and quality', async ({ browser, installation }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member, 'larkbill.example')
  await searchFor(member, projectId, SIGNAL)
  await waitForSearches(member, projectId)
  const signals = () =>
    ask<{ id: string; audit: { waiting: number } }[]>(member, `GET /api/v1/intent_signals/${projectId}`)
  await expect.poll(async () => (await signals())[0]?.audit.waiting, { timeout: 30_000 }).toBeGreaterThan(9)
  const [signal] = await signals()
  const base = `/api/v1/leads/${projectId}`
  const { items } = await ask<{ items: { id: string }[] }>(member, `GET ${base}?limit=9&sort_by=score`)
  for (const [at, { id }] of items.entries()) {
    await ask(member, `PATCH ${base}/lead/${id}/feedback`, { feedback: at % 4 === 3 ? 'negative' : 'positive' })
  }
  const page = await openAs(browser, member)
  await take({
    name: 'passed-over',
    page,
    path: () => `/projects/${projectId}/passed-over/${signal?.id}`,
    ready: (at) => at.getByRole('article', { name: 'Passed-over post' }),
  })
  const deck = await ask<{ posts: { post_id: string }[] }>(
    member,
    `GET /api/v1/intent_signals/${projectId}/${signal?.id}/audit`,
  )
  for (const { post_id } of deck.posts.slice(0, 12)) {
    const path = `POST /api/v1/intent_signals/${projectId}/${signal?.id}/answer_audit`
    await ask(member, path, { post_id, answer: 'no' })
  }
  await take({
    name: 'signal-quality',
    page,
    path: () => `/projects/${projectId}/signals/${signal?.id}`,
    ready: (at) => at.getByText(/^Of \d+ leads you rated/u),
    prepare: async (at) => {
      await expect(at.locator('mark').first()).toBeVisible({ timeout: 60_000 })
      await toTop(at.getByRole('region', { name: 'How good it is' }))
    },
  })
})
