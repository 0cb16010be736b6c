import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askDraft,
  creditsOf,
  draftsOf,
  ledgerOf,
  mintDraftSite,
  SAY_WORDS,
  startDraftFixture,
  WORDS,
  type DraftFixture,
} from '@leadlight/testing/draft-fixture'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { beginDraft } from './begin-draft.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { writeDraft } from './write-draft.ts'

const PRICE = 2000
const LOST = new Error('The database died with this unwritten.')

let fixture: DraftFixture
beforeAll(async () => {
  fixture = await startDraftFixture()
  fixture.model.script = SAY_WORDS
})
afterAll(() => fixture.close())

/** A database that loses whatever may be lost, having reported it as committed. */
function losing(db: Db): Db {
  return {
    read: (scope, statement) => db.read(scope, statement),
    async transaction<T>(...[scope, work, options]: Parameters<typeof db.transaction<T>>): Promise<T> {
      if (!options?.mayBeLost) return db.transaction(scope, work, options)
      const said: T[] = []
      const lost = db.transaction(scope, async (tx) => {
        said.push(await work(tx))
        throw LOST
      })
      await expect(lost).rejects.toBe(LOST)
      return said[0]!
    },
  }
}

test('a reservation lost while the words come keeps and charges nothing, and the same call works again', async () => {
  const site = await mintDraftSite(fixture.app)
  const before = await creditsOf(site.organization)
  const { dependencies } = fixture.app
  const deps: DraftDependencies = { ...dependencies, db: losing(dependencies.db), draftPrice: PRICE }
  const { organizationId, userId } = site.organization
  const actor: Actor = { organizationId, userId, role: 'ADMIN', projectIds: 'all' }
  const { projectId, leadId } = site
  const order = { projectId, leadId, messageType: 'reply' as const, prompt: '', idempotencyKey: 'lost-with-its-hold' }

  const begun = await beginDraft(deps, actor, order)
  if (!('run' in begun)) throw new Error('The call was made before')
  const { signal: stopped } = new AbortController()
  const words = writeDraft(deps, begun.run, { stopped, asChange: (work) => work() })
  const heard: string[] = []
  const reading = (async () => {
    for await (const piece of words) heard.push(piece)
  })()
  await expect(reading).rejects.toMatchObject({ code: 'model_unavailable' })
  expect(heard.join('')).toBe(WORDS)
  expect(await draftsOf(site)).toEqual([])
  expect(await ledgerOf(fixture.app, site)).toEqual([])
  expect(await creditsOf(site.organization)).toBe(before)

  const again = await askDraft(site, { headers: { 'idempotency-key': order.idempotencyKey } })
  expect(again.status).toBe(200)
  expect(await draftsOf(site)).toMatchObject([{ draft: WORDS }])
  expect(await creditsOf(site.organization)).toBe(before - PRICE / 1000)
})
