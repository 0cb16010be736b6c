import { Draft, updateDraftReply } from '@leadlight/contract/drafts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintDraftSite, startDraftFixture, type DraftFixture } from '@leadlight/testing/draft-fixture'
import type { TestReply } from '@leadlight/testing/test-client'

let fixture: DraftFixture
beforeAll(async () => {
  fixture = await startDraftFixture()
})
afterAll(() => fixture.close())

/** A lead, and a way to save its reply as a change of the version saved at a given time. */
async function mintReply() {
  const site = await mintDraftSite(fixture.app)
  const params = { projectId: site.projectId, id: site.leadId }
  return (draft: string, base: string | null): Promise<TestReply> =>
    site.organization.ask(updateDraftReply, { params, body: { draft, based_on: base } })
}

test('a draft is not saved over somebody else’s newer words', async () => {
  const save = await mintReply()
  const first = Draft.parse((await save('The first words', null)).body)
  await fixture.app.clock.advance(1000)
  const second = Draft.parse((await save('Mine', first.updated_at)).body)
  const late = await save('Theirs', first.updated_at)
  expect(late.status).toBe(409)
  expect(late.problem().code).toBe('draft_changed')
  expect((await save('Theirs', null)).problem().code).toBe('draft_changed')
  // Sent again because the answer was lost.
  expect((await save('Mine', first.updated_at)).body).toEqual(second)
  expect(Draft.parse((await save('Theirs', second.updated_at)).body).draft).toBe('Theirs')
})

test('of several who save the first words of a draft at once, one succeeds', async () => {
  const save = await mintReply()
  const replies = await Promise.all([1, 2, 3, 4, 5].map((number) => save(`Words ${number}`, null)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
})
