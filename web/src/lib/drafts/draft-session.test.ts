import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../testing/fake-server.ts'
import type { SentRequest } from '../../testing/fake-server.ts'
import { chunked, deltaEvent, doneEvent, draft } from '../../testing/chunked.ts'
import type { ToastOptions } from '../../ui/toast.tsx'
import { acceptSave, SAVE, startSession, WRITE } from './testing/draft-fixture.ts'

const toasts = vi.hoisted((): ToastOptions[] => [])
vi.mock(import('../../ui/toast.tsx'), async (original) => ({
  ...(await original()),
  showToast: (options) => toasts.push(options),
}))

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.setItem('access_token', 'a-token-12345678')
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  toasts.splice(0)
})

describe('what is typed', () => {
  test('is saved after a pause in typing', async () => {
    const { session, saves, reported } = startSession({ [SAVE]: acceptSave })
    session.type('A')
    await vi.advanceTimersByTimeAsync(500)
    session.type('AB')
    expect(session.read().saving).toBe('unsaved')
    await vi.advanceTimersByTimeAsync(500)
    expect(saves()).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(saves()).toEqual(['AB'])
    expect(session.read()).toMatchObject({ saving: 'saved', text: 'AB', kept: { written_by: 'Rosa Klein' } })
    expect(reported).toEqual(['saved AB'])
  })

  test('during a save is saved after it, one save at a time', async () => {
    const answers: (() => void)[] = []
    const { session, saves } = startSession({
      [SAVE]: (request) => new Promise((resolve) => answers.push(() => resolve(acceptSave(request)))),
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

  test('outlasts a failed save and a reload, and is saved once that works again', async () => {
    const { session, server } = startSession({ [SAVE]: problem(503, 'The database is busy.') })
    session.type('Precious')
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.read()).toMatchObject({ saving: 'failed', saveError: 'The database is busy.', text: 'Precious' })
    const reloaded = startSession({ [SAVE]: acceptSave })
    expect(reloaded.session.read()).toMatchObject({ text: 'Precious', saving: 'unsaved' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(reloaded.saves()).toEqual(['Precious'])
    expect(startSession({}).session.read().text).toBe('The former text')
    server.answers[SAVE] = acceptSave
  })

  test('loses only what the server would refuse', () => {
    const { session } = startSession({ [SAVE]: acceptSave })
    session.type('a\u0000b\u001B[31m\tc\nd\r\ne 👋')
    expect(session.read().text).toBe('ab[31m\tc\nd\r\ne 👋')
  })
})

describe('two writers of one draft', () => {
  const theirs = draft({ draft: 'Their words', updated_at: '2026-11-21T12:30:00.000Z' })
  const refusing = {
    [SAVE]: ({ body }: SentRequest) =>
      (body as { based_on: string }).based_on === theirs.updated_at
        ? acceptSave({ body } as SentRequest)
        : problem(409, 'This draft was changed.', 'draft_changed'),
    'GET /api/v1/leads/p/lead/l': Response.json({ drafts: [theirs] }),
  }

  async function meet(words: string) {
    const begun = startSession(refusing)
    begun.session.type(words)
    await vi.advanceTimersByTimeAsync(1000)
    expect(begun.session.read()).toMatchObject({ text: words, saving: 'failed', theirs: { draft: 'Their words' } })
    return begun
  }

  test('conflict: nothing is saved until one of the texts is chosen, however much is typed', async () => {
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

  test('keep one’s own: it is saved over the other, which can be brought back', async () => {
    const { session, saves } = await meet('My words')
    session.keepMine()
    await vi.advanceTimersByTimeAsync(0)
    expect(saves()).toEqual(['My words', 'My words'])
    expect(session.read()).toMatchObject({ saving: 'saved', text: 'My words', former: 'Their words', theirs: null })
  })

  test('take the other: one’s own text can be brought back', async () => {
    const { session } = await meet('My words')
    session.takeTheirs()
    expect(session.read()).toMatchObject({ saving: 'saved', text: 'Their words', former: 'My words', theirs: null })
  })

  test('conflict also after a reload with unsaved words', async () => {
    const { session } = startSession({ [SAVE]: problem(503, 'Busy.') })
    session.type('Typed before the reload')
    await vi.advanceTimersByTimeAsync(1000)
    const reloaded = startSession(refusing, theirs)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reloaded.session.read()).toMatchObject({ text: 'Typed before the reload', theirs: { draft: 'Their words' } })
  })

  test('do not conflict if nothing is typed: the other text is simply shown', () => {
    const { session } = startSession({})
    session.adopt(theirs)
    expect(session.read()).toMatchObject({ text: 'Their words', saving: 'saved', theirs: null, former: null })
  })

  test('do not conflict if what was typed is saved: it can be brought back, however long the other goes on', async () => {
    const { session } = startSession({ [SAVE]: acceptSave })
    session.type('My words')
    await vi.advanceTimersByTimeAsync(1000)
    for (const second of [1, 2, 3]) {
      session.adopt(draft({ draft: `Their words ${second}`, updated_at: `2026-11-21T14:00:0${second}.000Z` }))
    }
    expect(session.read()).toMatchObject({ text: 'Their words 3', saving: 'saved', former: 'My words' })
  })
})

describe('a draft', () => {
  test('replaces the former text, which can be brought back', async () => {
    const stream = chunked()
    const { session, reported, saves } = startSession({ [WRITE]: stream.answer, [SAVE]: acceptSave })
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
    expect(reported).toEqual([`written ${draft().draft}`])
    session.bringFormerBack()
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves()).toEqual(['The former text'])
    expect(session.read()).toMatchObject({ text: 'The former text', former: draft().draft })
  })

  test('that fails leaves the former text, unsaved words included, and can be requested again', async () => {
    const { session, server, saves } = startSession({ [WRITE]: problem(503, 'The model is busy.'), [SAVE]: acceptSave })
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

  test('that is stopped keeps what has arrived, and the former text', async () => {
    const stream = chunked()
    const { session, saves } = startSession({ [WRITE]: stream.answer, [SAVE]: acceptSave })
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

  test('that is stopped before its first word changes nothing', async () => {
    const stream = chunked()
    const { session, saves } = startSession({ [WRITE]: stream.answer })
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(0)
    session.stop()
    await writing
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.read()).toMatchObject({ text: 'The former text', former: null, saving: 'saved', isWriting: false })
    expect(saves()).toEqual([])
  })

  test('is requested once the server has the words it is to change', async () => {
    const { session, server } = startSession({
      [SAVE]: acceptSave,
      [WRITE]: { draft: draft().draft, credits_spent: 0, details: draft() },
    })
    session.type('My own words')
    await session.write('Shorter')
    expect(server.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['update-draft-reply', 'draft_message'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.requests).toHaveLength(2)
  })

  test('waits for a pending save, so the older text never lands after it', async () => {
    const order: string[] = []
    const { session } = startSession({
      [SAVE]: async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        order.push('saved')
        return acceptSave(request)
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

describe('a text that was edited by hand', () => {
  const written = (words: string) => ({ draft: words, credits_spent: 0, details: draft({ draft: words }) })

  test('is said to be replaced, and Undo brings it back', async () => {
    const { session, saves } = startSession({ [SAVE]: acceptSave, [WRITE]: written('Anew') })
    session.type('My own words')
    await session.write('')
    expect(session.read()).toMatchObject({ text: 'Anew', former: 'My own words' })
    expect(toasts.map(({ message }) => message)).toEqual(['The new draft replaced the text you had edited.'])
    toasts[0]?.onUndo?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.read()).toMatchObject({ text: 'My own words', former: 'Anew', saving: 'saved' })
    expect(saves()).toEqual(['My own words', 'My own words'])
  })

  test('stays the former text however often a draft is written anew', async () => {
    const { session, server } = startSession({ [SAVE]: acceptSave, [WRITE]: written('Anew') })
    session.type('My own words')
    await session.write('')
    server.answers[WRITE] = written('And again')
    await session.write('')
    expect(session.read()).toMatchObject({ text: 'And again', former: 'My own words' })
    expect(toasts).toHaveLength(1)
  })

  test('is not spoken of where a draft replaced only a draft', async () => {
    const { session } = startSession({ [WRITE]: written('Anew') })
    await session.write('')
    expect(session.read()).toMatchObject({ text: 'Anew', former: 'The former text' })
    expect(toasts).toEqual([])
  })
})

test('a teammate’s save is adopted unless there is something newer here', () => {
  const { session } = startSession({ [SAVE]: acceptSave })
  const theirs = draft({ draft: 'Theirs', updated_at: '2026-11-21T14:00:00.000Z' })
  session.adopt(theirs)
  expect(session.read().text).toBe('Theirs')
  session.adopt(draft({ draft: 'Older', updated_at: '2026-11-20T14:00:00.000Z' }))
  expect(session.read().text).toBe('Theirs')
  session.type('Mine')
  session.adopt(draft({ draft: 'Newest', updated_at: '2026-11-21T15:00:00.000Z' }))
  expect(session.read().text).toBe('Mine')
})
