import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chunked, deltaEvent, doneEvent, draft } from '../../testing/chunked.ts'
import { problem } from '../../testing/fake-server.ts'
import { acceptSave, SAVE, startSession, WRITE } from './testing/draft-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.setItem('access_token', 'a-token-12345678')
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

describe('a draft', () => {
  /** A browser aborts the requests of an unloading page, and the page may still notice. */
  test.each([false, true])(
    'cut off by a reload is there as far as it had come (the page notices: %s)',
    async (isHeard) => {
      const stream = chunked()
      const { session } = startSession({ [WRITE]: stream.answer, [SAVE]: acceptSave })
      session.type('My own words')
      void session.write('')
      await vi.advanceTimersByTimeAsync(0)
      stream.send(deltaEvent('Half of it'))
      await vi.advanceTimersByTimeAsync(0)
      if (isHeard) stream.breakOff()
      await vi.advanceTimersByTimeAsync(0)

      const kept = draft({ draft: 'My own words', updated_at: '2026-11-21T13:00:00.000Z' })
      const reloaded = startSession({ [SAVE]: acceptSave }, kept)
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
      expect(startSession({}).session.read()).toMatchObject({ text: 'The former text', isCutOff: false, former: null })
    },
  )

  test.each([
    ['done', draft().draft],
    ['refused', 'The former text'],
    ['stopped', 'Half of it'],
  ])('that is %s is not taken for a cut-off one', async (end, text) => {
    const stream = chunked()
    const { session } = startSession({ [WRITE]: stream.answer, [SAVE]: acceptSave })
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(0)
    stream.send(deltaEvent('Half of it'))
    await vi.advanceTimersByTimeAsync(0)
    if (end === 'stopped') session.stop()
    else if (end === 'done') stream.send(doneEvent(draft()))
    else stream.send('event: error\ndata: {"status":503,"detail":"The model is busy."}\n\n')
    await writing
    expect(session.read()).toMatchObject({ text, isCutOff: false, isWriting: false })
    expect(startSession({}).session.read()).toMatchObject({ isCutOff: false, former: null })
  })

  test('whose connection breaks keeps what has arrived, and the former text', async () => {
    const stream = chunked()
    const { session, saves } = startSession({ [WRITE]: stream.answer, [SAVE]: acceptSave })
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

  test('that lost only its end in transit is there whole, and was paid for', async () => {
    const whole = draft({ draft: 'Half of it, and the rest', updated_at: '2026-11-21T12:30:00.000Z' })
    const stream = chunked()
    const { session, reported } = startSession({
      [WRITE]: stream.answer,
      [SAVE]: problem(409, 'This draft was changed.', 'draft_changed'),
      'GET /api/v1/leads/p/lead/l': Response.json({ drafts: [whole] }),
    })
    const writing = session.write('')
    await vi.advanceTimersByTimeAsync(0)
    stream.send(deltaEvent('Half of it, '))
    await vi.advanceTimersByTimeAsync(0)
    stream.breakOff()
    await writing
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.read()).toMatchObject({
      text: whole.draft,
      kept: whole,
      theirs: null,
      isCutOff: false,
      writeError: null,
      saving: 'saved',
      former: 'The former text',
    })
    expect(reported).toEqual([`written ${whole.draft}`])
    expect(startSession({}, whole).session.read()).toMatchObject({ text: whole.draft, isCutOff: false })
  })
})
