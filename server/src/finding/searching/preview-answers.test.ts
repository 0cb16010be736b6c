import * as contract from '@leadlight/contract/signals'
import { logOddsOf } from '@leadlight/domain/scoring'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { keepLead, keepPosts, newPost, retentionOf } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite } from '@leadlight/testing/lead-builder'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import {
  BOOKKEEPING,
  ended,
  startSearch,
  startSearchFixture,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savePosts } from '../../core/posts/posts.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import type { Actor } from '../../platform/actor.ts'
import { installationScope } from '../../platform/scopes.ts'
import { createSignal } from './create-signal.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'

let fixture: SearchFixture
let org: TestOrganization
let projectId: string
let preview: contract.SignalPreview
beforeAll(async () => {
  fixture = await startSearchFixture()
  org = await fixture.app.organization()
  projectId = (await org.project()).id
  const body = { intent_signal: BOOKKEEPING, search_days: 365 }
  preview = await org.call(contract.previewSignal, { params: { projectId }, body })
})
afterAll(() => fixture.close())

const UNKNOWN = '01900000-0000-7000-8000-000000000000'
const GONE_SENTENCE = 'A post that you answered about does not exist. Look at the preview again, and answer anew.'
let made = 0

/** The same answer to each of the preview's questions. */
function answerAll(fits: boolean): Given[] {
  return preview.ask_about.map((post_id) => ({ post_id, fits }))
}

interface Given {
  post_id: string
  fits: boolean
}

/** The input of a call that creates a signal of these words, or of words that no other has. */
function withAnswers(answers: readonly Given[], words?: string) {
  made += 1
  const intent_signal = words ?? `${BOOKKEEPING}, try ${made}`
  return { params: { projectId }, body: { intent_signal, search_days: 365, answers: [...answers] } }
}

function create(answers: readonly Given[], words?: string): Promise<contract.IntentSignal> {
  return org.call(contract.createIntentSignal, withAnswers(answers, words))
}

async function refusedFor(answers: readonly Given[]) {
  return (await org.ask(contract.createIntentSignal, withAnswers(answers))).problem()
}

async function labelsOf(signalId: string) {
  const ask = await openUnfenced(fixture.app.database)
  return ask<{ post_id: string; fits: boolean; base: number | null; source: string }>(
    'select post_id, fits, base, source from signal_label where intent_signal_id = $1 order by post_id',
    [signalId],
  )
}

async function countLearned(signalId: string): Promise<number | undefined> {
  const ask = await openUnfenced(fixture.app.database)
  const rows = await ask<{ labels: number }>('select labels from signal_adjustment where intent_signal_id = $1', [
    signalId,
  ])
  return rows[0]?.labels
}

describe('a preview', () => {
  test('asks about eight of the posts that it judged, of which it shows each once', () => {
    const shown = [...preview.posts, ...preview.near_misses]
    expect(preview.ask_about).toHaveLength(8)
    expect(new Set(shown.map(({ post_id }) => post_id)).size).toBe(shown.length)
    expect(shown.map(({ post_id }) => post_id)).toEqual(expect.arrayContaining(preview.ask_about))
    expect(preview.ask_about.slice(0, 3)).toEqual(shown.slice(0, 3).map(({ post_id }) => post_id))
  })
})

describe('answers sent along with a new signal', () => {
  test('are its labels, with what the judge said of each post', async () => {
    const answers = answerAll(true).map((answer, index) => ({ ...answer, fits: index % 2 === 0 }))
    const signal = await create(answers, BOOKKEEPING)

    expect(signal.answers).toHaveLength(8)
    expect(signal.answers).toEqual(expect.arrayContaining(answers))
    const [listed] = await org.call(contract.listIntentSignals, { params: { projectId } })
    expect(listed?.answers).toEqual(signal.answers)
    const labels = await labelsOf(signal.id)
    expect(labels.map(({ source }) => source)).toEqual(answers.map(() => 'preview'))
    for (const { post_id, score } of preview.posts.filter((post) => preview.ask_about.includes(post.post_id))) {
      const label = labels.find((one) => one.post_id === post_id)
      expect(label?.base).toBeCloseTo(logOddsOf(score / 100), 0)
    }
    expect(await countLearned(signal.id)).toBe(8)
  })

  test('teach it before its first search', async () => {
    const scores = new Map<boolean, Map<string, number>>()
    for (const fits of [true, false]) {
      const mine = await fixture.app.organization()
      const params = { projectId: (await mine.project()).id }
      const body = { intent_signal: BOOKKEEPING, search_days: 365, answers: answerAll(fits) }
      const { id: signalId } = await mine.call(contract.createIntentSignal, { params, body })
      const run = await mine.call(contract.runSearch, { params: { ...params, id: signalId } })
      await ended(fixture, mine, { ...params, signalId, searchId: run.search_id })
      const ask = await openUnfenced(fixture.app.database)
      const rows = await ask<{ post_id: string; score: number }>(
        'select post_id, score from judgement where intent_signal_id = $1',
        [signalId],
      )
      scores.set(fits, new Map(rows.map(({ post_id, score }) => [post_id, score])))
    }
    const lowered = [...(scores.get(true) ?? [])].filter(([id, score]) => score > (scores.get(false)?.get(id) ?? score))
    expect(lowered.length).toBeGreaterThanOrEqual(8)
  })

  test.each([
    [
      'more than twenty',
      () => Array.from({ length: 21 }, () => ({ post_id: crypto.randomUUID(), fits: true })),
      'Must be at most 20 answers',
    ],
    [
      'two about one post',
      () => [true, false].map((fits) => ({ post_id: UNKNOWN, fits })),
      'Must have one answer a post',
    ],
    ['an answer without a post', () => [{ post_id: 'x', fits: true }], 'Must be an id, such as'],
  ])('are refused where there are %s', async (_, answers, sentence) => {
    const before = await org.call(contract.listIntentSignals, { params: { projectId } })
    const problem = await refusedFor(answers())
    expect(problem).toMatchObject({ status: 422 })
    expect(JSON.stringify(problem)).toContain(sentence)
    expect(await org.call(contract.listIntentSignals, { params: { projectId } })).toEqual(before)
  })

  test('are not found where there is no such post, or the project may not see it, and nothing is saved', async () => {
    const before = await org.call(contract.listIntentSignals, { params: { projectId } })
    const stranger = await fixture.app.organization()
    const owners = [
      { organizationId: stranger.organizationId, projectId: (await stranger.project()).id },
      { organizationId: org.organizationId, projectId: (await org.project()).id },
    ]
    const hidden = await Promise.all(
      owners.map((owner) =>
        inOrganization(fixture.app, owner, (tx) =>
          savePosts(tx, [newPost(fixture.app, { externalId: `hidden-${owner.projectId}` })], {
            origin: [owner],
            collectedAt: fixture.app.clock.now(),
          }),
        ),
      ),
    )
    const told = [UNKNOWN, ...hidden.flat()].map(async (post_id) => {
      const problem = await refusedFor([...answerAll(true).slice(0, 2), { post_id, fits: true }])
      return { ...problem, request_id: '' }
    })
    for (const problem of await Promise.all(told)) {
      expect(problem).toEqual(await told[0])
      expect(problem).toMatchObject({ status: 404, code: 'post_not_found', detail: GONE_SENTENCE })
      expect(problem.errors).toEqual([{ path: 'body.answers.2.post_id', message: 'There is no such post.' }])
    }
    expect(hidden.flat()).toHaveLength(2)
    expect(await org.call(contract.listIntentSignals, { params: { projectId } })).toEqual(before)
  })

  test('leave out a post that was deleted at its source meanwhile', async () => {
    const [going = '', staying = ''] = await fixture.app.db.transaction(installationScope(), async (tx) => {
      const ids = await savePosts(
        tx,
        ['going', 'staying'].map((externalId) => newPost(fixture.app, { externalId })),
        { origin: 'everybody', collectedAt: fixture.app.clock.now() },
      )
      await sql`update post set gone_at = now() where id = ${ids[0]}`.execute(tx)
      return ids
    })
    const answers = [going, staying].map((post_id) => ({ post_id, fits: true }))
    const signal = await create(answers)
    expect(signal.answers).toEqual([{ post_id: staying, fits: true }])
  })

  test('leave out a post that goes while the judge is asked, whether or not anything is left of it', async () => {
    const { app } = fixture
    const site = await mintLeadSite(app)
    const wishes = ['leaving', 'emptied', 'remaining'].map((externalId) => newPost(app, { externalId }))
    const [leaving = '', emptied = '', remaining = ''] = await keepPosts(app, site, wishes)
    await keepLead(app, [site], wishes[1]!)
    const deps: SearchingDependencies = {
      ...app.dependencies.matching,
      judge: {
        ...app.dependencies.matching.judge,
        async judge(...asked) {
          await eraseDeletedPosts(retentionOf(app), 'hacker_news', ['leaving', 'emptied'])
          return app.dependencies.matching.judge.judge(...asked)
        },
      },
    }
    const { organizationId, userId } = org
    const actor: Actor = { organizationId, userId, role: 'ADMIN', projectIds: 'all' }
    const answers = [leaving, emptied, remaining].map((postId) => ({ postId, fits: true }))
    const words = {
      kind: 'intent' as const,
      intentSignal: `${BOOKKEEPING} today`,
      notInterested: '',
      planEdits: NO_PLAN_EDITS,
    }
    const rest = { projectId, searchDays: undefined, searchBudget: undefined, answers }
    const signal = await createSignal(deps, actor, { ...words, ...rest })
    expect(signal.answers).toEqual([{ post_id: remaining, fits: true }])
    expect(await countLearned(signal.id)).toBeUndefined()
  })
})

describe('answers sent along when a signal is saved', () => {
  test('teach it before the posts that it judged are judged again', async () => {
    const run = await startSearch(org)
    const first = await ended(fixture, org, run)
    const scores = async (fits: boolean) => {
      const body = { intent_signal: BOOKKEEPING, do_reanalyze: true, answers: answerAll(fits) }
      const params = { projectId: run.projectId, id: run.signalId }
      const { last_search: search } = await org.call(contract.updateIntentSignal, { params, body })
      const again = await ended(fixture, org, { ...run, searchId: search?.id ?? '' })
      expect(again.reanalysis?.done).toBe(first.judged)
      const ask = await openUnfenced(fixture.app.database)
      const rows = await ask<{ post_id: string; score: number }>(
        'select post_id, score from judgement where intent_signal_id = $1 and post_id = any($2)',
        [run.signalId, preview.ask_about],
      )
      return new Map(rows.map(({ post_id, score }) => [post_id, score]))
    }
    const raised = await scores(true)
    const lowered = await scores(false)
    expect(raised.size).toBeGreaterThan(0)
    for (const [id, score] of lowered) expect(score).toBeLessThan(raised.get(id) ?? 0)
  })

  test('are all listed, also where they are more than one call may send', async () => {
    const { app } = fixture
    const wishes = Array.from({ length: 23 }, (_, n) => newPost(app, { externalId: `many-answers-${n}` }))
    const ids = await keepPosts(app, { organizationId: org.organizationId, projectId }, wishes)
    const given = ids.map((post_id) => ({ post_id, fits: true }))
    const { id, intent_signal } = await create(given.slice(0, 20))
    const body = { intent_signal, do_reanalyze: false, answers: given.slice(20) }
    const saved = await org.call(contract.updateIntentSignal, { params: { projectId, id }, body })
    expect(saved.answers).toHaveLength(23)
    expect(saved.answers).toEqual(expect.arrayContaining(given))
  })

  test('are added, changed and taken back, until nothing is learned', async () => {
    const [first = '', second = ''] = preview.ask_about
    const signal = await create([{ post_id: first, fits: true }])
    const save = (answers: { post_id: string; fits: boolean | null }[]) =>
      org.call(contract.updateIntentSignal, {
        params: { projectId, id: signal.id },
        body: { intent_signal: signal.intent_signal, do_reanalyze: false, answers },
      })
    await fixture.app.clock.advance(1_000)
    const changed = await save([{ post_id: second, fits: true }])
    expect(changed.answers).toEqual([second, first].map((post_id) => ({ post_id, fits: true })))
    expect((await save([{ post_id: second, fits: false }])).answers).toContainEqual({ post_id: second, fits: false })
    expect(await countLearned(signal.id)).toBe(2)
    expect((await save([first, second].map((post_id) => ({ post_id, fits: null })))).answers).toEqual([])
    expect(await countLearned(signal.id)).toBeUndefined()
    expect((await save([])).answers).toEqual([])
  })

  test('about a post that the project may not see change nothing', async () => {
    const signal = await create([])
    const params = { projectId, id: signal.id }
    const body = {
      intent_signal: 'Bakers asking which flour to buy',
      do_reanalyze: false,
      answers: [{ post_id: UNKNOWN, fits: false }],
    }
    const reply = await org.ask(contract.updateIntentSignal, { params, body })
    expect(reply.problem()).toMatchObject({ status: 404, code: 'post_not_found', detail: GONE_SENTENCE })
    const signals = await org.call(contract.listIntentSignals, { params: { projectId } })
    expect(signals.find(({ id }) => id === signal.id)?.intent_signal).toBe(signal.intent_signal)
  })
})
