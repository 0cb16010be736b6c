import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers, Asked } from '../../testing/fake-server.ts'
import { createDraftSession } from './draft-session.ts'
import { chunked, deltaEvent, doneEvent, draft } from '../../testing/chunked.ts'
import { PLACE } from './testing/lead-place.ts'

const WRITE = 'POST /api/v1/leads/p/lead/l/draft_message'
const SAVE = 'POST /api/v1/leads/p/leads/l/update-draft-reply'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.setItem('access_token', 'a-token-12345678')
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

function keep({ body }: Asked) {
  return draft({ ...(body as { draft: string }), written_by: 'Rosa Klein', updated_at: '2026-11-21T13:00:00.000Z' })
}

function begin(answers: Answers, kept = draft({ draft: 'The former text' })) {
  const server = fakeServer(answers)
  const told: string[] = []
  const session = createDraftSession(PLACE, kept, {
    saved: (saved) => told.push(`saved ${saved.draft}`),
    written: (written) => told.push(`written ${written?.draft}`),
  })
  const saves = () => server.of(SAVE.slice(5)).map(({ body }) => (body as { draft: string }).draft)
  return { server, session, told, saves }
}

describe('what is typed', () => {
  test('is saved once its writer pauses', async () => {
    const { session, saves, told } = begin({ [SAVE]: keep })
    session.type('A')
    await vi.advanceTimersByTimeAsync(500)
    session.type('AB')
    expect(session.read().saving).toBe('unsaved')
    await vi.advanceTimersByTimeAsync(500)
    expect(saves()).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(saves()).toEqual(['AB'])
    expect(session.read()).toMatchObject({ saving: 'saved', text: 'AB', kept: { written_by: 'Rosa Klein' } })
    expect(told).toEqual(['saved AB'])
  })

  test('while it is being saved is saved after it, one save at a time', async () => {
    const answers: (() => void)[] = []
    const { session, saves } = begin({
      [SAVE]: (asked) => new Promise((resolve) => answers.push(() => resolve(keep(asked)))),
    })
    session.type('one')
    await vi.advanceTimersByTimeAsync(1000)
    session.type('two')
    await vi.advanceTimersByTimeAsync(5000)
    expect(saves()).toEqual(['one'])
    answers.shift()?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves()).toEqual(['one', 'two'])
    answers.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(session.read()).toMatchObject({ saving: 'saved', text: 'two' })
  })

  test('outlasts a failed save and a reload, and is saved when that works again', async () => {
    const { session, server } = begin({ [SAVE]: problem(503, 'The database is busy.') })
    session.type('Precious')
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.read()).toMatchObject({ saving: 'failed', saveError: 'The database is busy.', text: 'Precious' })
    const reloaded = begin({ [SAVE]: keep })
    expect(reloaded.session.read()).toMatchObject({ text: 'Precious', saving: 'unsaved' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(reloaded.saves()).toEqual(['Precious'])
    expect(begin({}).session.read().text).toBe('The former text')
    server.answers[SAVE] = keep
  })

  test('loses only what the server would refuse', () => {
    const { session } = begin({ [SAVE]: keep })
    session.type('a\u0000b\u001B[31m\tc\nd\r\ne 👋')
    expect(session.read().text).toBe('ab[31m\tc\nd\r\ne 👋')
  })
})

describe('two writers of one draft', () => {
  const theirs = draft({ draft: 'Their words', updated_at: '2026-11-21T12:30:00.000Z' })
  const refusing = {
    [SAVE]: ({ body }: Asked) =>
      (body as { based_on: string }).based_on === theirs.updated_at
        ? keep({ body } as Asked)
        : problem(409, 'This draft was changed.', 'draft_changed'),
    'GET /api/v1/leads/p/lead/l': { drafts: [theirs] },
  }

  async function meet(words: string) {
    const begun = begin(refusing)
    begun.session.type(words)
    await vi.advanceTimersByTimeAsync(1000)
    expect(begun.session.read()).toMatchObject({ text: words, saving: 'failed', theirs: { draft: 'Their words' } })
    return begun
  }

  test('meet: nothing is saved until one of the two texts is chosen, however much is typed', async () => {
    const { session, saves } = await meet('My words')
    session.type('My words, longer')
    await session.save()
    await vi.advanceTimersByTimeAsync(5000)
    await session.write('Shorter')
    expect(saves()).toEqual(['My words'])
    expect(session.read()).toMatchObject({
      text: 'My words, longer',
      writeError: 'Choose first which of the two texts to keep.',
    })
  })

  test("keep one's own: it is saved over the other, which can be brought back", async () => {
    const { session, saves } = await meet('My words')
    session.keepMine()
    await vi.advanceTimersByTimeAsync(0)
    expect(saves()).toEqual(['My words', 'My words'])
    expect(session.read()).toMatchObject({ saving: 'saved', text: 'My words', former: 'Their words', theirs: null })
  })

  test('take the other: the own text can be brought back', async () => {
    const { session } = await meet('My words')
    session.takeTheirs()
    expect(session.read()).toMatchObject({ saving: 'saved', text: 'Their words', former: 'My words', theirs: null })
  })

  test('meet also where the tab was reloaded with words that were not saved', async () => {
    const { session } = begin({ [SAVE]: problem(503, 'Busy.') })
    session.type('Typed before the reload')
    await vi.advanceTimersByTimeAsync(1000)
    const reloaded = begin(refusing, theirs)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reloaded.session.read()).toMatchObject({ text: 'Typed before the reload', theirs: { draft: 'Their words' } })
  })

  test('do not meet where nothing is typed: the other text is simply shown', () => {
    const { session } = begin({})
    session.adopt(theirs)
    expect(session.read()).toMatchObject({ text: 'Their words', saving: 'saved', theirs: null, former: null })
  })

  test('do not meet where what was typed is saved already: it can be brought back, however long the other goes on', async () => {
    const { session } = begin({ [SAVE]: keep })
    session.type('My words')
    await vi.advanceTimersByTimeAsync(1000)
    for (const second of [1, 2, 3]) {
      session.adopt(draft({ draft: `Their words ${second}`, updated_at: `2026-11-21T14:00:0${second}.000Z` }))
    }
    expect(session.read()).toMatchObject({ text: 'Their words 3', saving: 'saved', former: 'My words' })
  })
})

describe('a draft', () => {
  test('takes the place of the former text, which can be brought back', async () => {
    const stream = chunked()
    const { session, told, saves } = begin({ [WRITE]: stream.answer, [SAVE]: keep })
    const writing = session.write('Shorter')
    await vi.advanceTimersByTimeAsync(0)
    expect(session.read()).toMatchObject({ isWriting: true, coming: null, text: 'The former text' })
    stream.send(deltaEvent('At 300'))
    await vi.advanceTimersByTimeAsync(0)
    expect(session.read()).toMatchObject({ coming: 'At 300', text: 'The former text' })
    session.type('typed meanwhile')
    stream.send(doneEvent(draft()))
    await writing
    expect(session.read()).toMatchObject({
      isWriting: false,
      coming: null,
      text: draft().draft,
      former: 'The former text',
      creditsSpent: 2,
      saving: 'saved',
    })
    expect(told).toEqual([`written ${draft().draft}`])
    session.bringFormerBack()
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves()).toEqual(['The former text'])
    expect(session.read()).toMatchObject({ text: 'The former text', former: draft().draft })
  })

  test('that fails leaves what stood there, unsaved words too, and can be asked for again', async () => {
    const { session, server, saves } = begin({ [WRITE]: problem(503, 'The model is busy.'), [SAVE]: keep })
    session.type('My own words')
    await session.write('Shorter')
    expect(session.read()).toMatchObject({ text: 'My own words', writeError: 'The model is busy.', isWriting: false })
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves()).toEqual(['My own words'])
    server.answers[WRITE] = { draft: draft().draft, credits_spent: 0, details: draft() }
    await session.retry()
    expect(session.read()).toMatchObject({ text: draft().draft, writeError: null, former: 'My own words' })
    expect(server.of(WRITE.slice(5)).map(({ body }) => body)).toEqual([
      { stream: true, message_type: 'reply', prompt: 'Shorter' },
      { stream: true, message_type: 'reply', prompt: 'Shorter' },
    ])
  })

  test('that is stopped keeps what has come, and what stood there before', async () => {
    const stream = chunked()
    const { session, saves } = begin({ [WRITE]: stream.answer, [SAVE]: keep })
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(0)
    stream.send(deltaEvent('Half of it'))
    await vi.advanceTimersByTimeAsync(0)
    session.stop()
    await writing
    expect(session.read()).toMatchObject({ text: 'Half of it', former: 'The former text', writeError: null })
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves()).toEqual(['Half of it'])
  })

  /** A browser breaks the answers of a page that goes, and the page still hears of it. */
  test.each([false, true])(
    'that a reload cuts off is there as far as it had come (the page hears of it: %s)',
    async (isHeard) => {
      const stream = chunked()
      const { session } = begin({ [WRITE]: stream.answer, [SAVE]: keep })
      session.type('My own words')
      void session.write('')
      await vi.advanceTimersByTimeAsync(0)
      stream.send(deltaEvent('Half of it'))
      await vi.advanceTimersByTimeAsync(0)
      if (isHeard) stream.breakOff()
      await vi.advanceTimersByTimeAsync(0)

      const kept = draft({ draft: 'My own words', updated_at: '2026-11-21T13:00:00.000Z' })
      const reloaded = begin({ [SAVE]: keep }, kept)
      expect(reloaded.session.read()).toMatchObject({
        text: 'Half of it',
        isCutOff: true,
        isWriting: false,
        former: 'My own words',
        saving: 'unsaved',
      })
      await vi.advanceTimersByTimeAsync(1000)
      expect(reloaded.server.of(SAVE.slice(5))[0]?.body).toEqual({ draft: 'Half of it', based_on: kept.updated_at })
      expect(reloaded.session.read()).toMatchObject({ saving: 'saved', isCutOff: true, former: 'My own words' })
      reloaded.session.type('Half of it, and the rest')
      expect(reloaded.session.read().isCutOff).toBe(false)
      await vi.advanceTimersByTimeAsync(1000)
      expect(begin({}).session.read()).toMatchObject({ text: 'The former text', isCutOff: false, former: null })
    },
  )

  test.each([
    ['done', draft().draft],
    ['refused', 'The former text'],
    ['stopped', 'Half of it'],
  ])('that is %s is not taken for one that was cut off', async (end, text) => {
    const stream = chunked()
    const { session } = begin({ [WRITE]: stream.answer, [SAVE]: keep })
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(0)
    stream.send(deltaEvent('Half of it'))
    await vi.advanceTimersByTimeAsync(0)
    if (end === 'stopped') session.stop()
    else if (end === 'done') stream.send(doneEvent(draft()))
    else stream.send('event: error\ndata: {"status":503,"detail":"The model is busy."}\n\n')
    await writing
    expect(session.read()).toMatchObject({ text, isCutOff: false, isWriting: false })
    expect(begin({}).session.read()).toMatchObject({ isCutOff: false, former: null })
  })

  test('whose connection breaks keeps what has come, and what stood there before', async () => {
    const stream = chunked()
    const { session, saves } = begin({ [WRITE]: stream.answer, [SAVE]: keep })
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(0)
    stream.send(deltaEvent('Half of it'))
    await vi.advanceTimersByTimeAsync(0)
    stream.breakOff()
    await writing
    expect(session.read()).toMatchObject({
      text: 'Half of it',
      isCutOff: true,
      former: 'The former text',
      writeError: 'The answer broke off before the draft was done.',
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves()).toEqual(['Half of it'])
    session.bringFormerBack()
    expect(session.read()).toMatchObject({ text: 'The former text', isCutOff: false })
    await vi.advanceTimersByTimeAsync(1000)
  })

  test('that is stopped before its first word changes nothing', async () => {
    const stream = chunked()
    const { session, saves } = begin({ [WRITE]: stream.answer })
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(0)
    session.stop()
    await writing
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.read()).toMatchObject({ text: 'The former text', former: null, saving: 'saved', isWriting: false })
    expect(saves()).toEqual([])
  })

  test('is asked for once the server has the words it is to change', async () => {
    const { session, server } = begin({
      [SAVE]: keep,
      [WRITE]: { draft: draft().draft, credits_spent: 0, details: draft() },
    })
    session.type('My own words')
    await session.write('Shorter')
    expect(server.asked.map(({ path }) => path.split('/').at(-1))).toEqual(['update-draft-reply', 'draft_message'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.asked).toHaveLength(2)
  })

  test('waits for a save under way, so that the older text never lands after it', async () => {
    const order: string[] = []
    const { session } = begin({
      [SAVE]: async (asked) => {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        order.push('saved')
        return keep(asked)
      },
      [WRITE]: () => {
        order.push('asked for a draft')
        return { draft: draft().draft, credits_spent: 0, details: draft() }
      },
    })
    session.type('My own words')
    await vi.advanceTimersByTimeAsync(1000)
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(5000)
    await writing
    expect(order).toEqual(['saved', 'asked for a draft'])
    expect(session.read()).toMatchObject({ text: draft().draft, former: 'My own words' })
  })
})

test('what a teammate saved since is taken over, unless something newer is here', () => {
  const { session } = begin({ [SAVE]: keep })
  const theirs = draft({ draft: 'Theirs', updated_at: '2026-11-21T14:00:00.000Z' })
  session.adopt(theirs)
  expect(session.read().text).toBe('Theirs')
  session.adopt(draft({ draft: 'Older', updated_at: '2026-11-20T14:00:00.000Z' }))
  expect(session.read().text).toBe('Theirs')
  session.type('Mine')
  session.adopt(draft({ draft: 'Newest', updated_at: '2026-11-21T15:00:00.000Z' }))
  expect(session.read().text).toBe('Mine')
})
