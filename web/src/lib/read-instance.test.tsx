import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { fakeServer, problem } from '../testing/fake-server.ts'
import { instance } from '../testing/rosas-story.ts'
import { useInstanceWithoutSession } from './read-instance.ts'

const INSTANCE = '/api/v1/instance'

let warn: MockInstance<typeof console.warn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('without the session’s answers', () => {
  test.each([429, 500])('a %i is retried after 1, 2 and 4 seconds, then told', async (status) => {
    const server = fakeServer({ [`GET ${INSTANCE}`]: problem(status, 'Not now.') })
    const pause = vi.fn<(delayMs: number) => Promise<void>>(() => Promise.resolve())
    renderHook(() => useInstanceWithoutSession(pause))
    await waitFor(() => expect(warn).toHaveBeenCalled())
    expect(server.of(INSTANCE)).toHaveLength(4)
    expect(pause.mock.calls.map(([delayMs]) => delayMs)).toEqual([1000, 2000, 4000])
  })

  test('a retry’s answer counts', async () => {
    const server = fakeServer({ [`GET ${INSTANCE}`]: problem(500, 'Not now.') })
    const pause = async () => void (server.answers[`GET ${INSTANCE}`] = instance({ google: true }))
    const { result } = renderHook(() => useInstanceWithoutSession(pause))
    await waitFor(() => expect(result.current).toMatchObject({ google: true }))
    expect(server.of(INSTANCE)).toHaveLength(2)
  })

  test('nothing is read again once the screen is left', async () => {
    const server = fakeServer({ [`GET ${INSTANCE}`]: problem(500, 'Not now.') })
    let resume: () => void = () => undefined
    const pause = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (resume = resolve)))
    const { unmount } = renderHook(() => useInstanceWithoutSession(pause))
    await waitFor(() => expect(pause).toHaveBeenCalled())
    unmount()
    await act(async () => resume())
    expect(server.of(INSTANCE)).toHaveLength(1)
    expect(warn).not.toHaveBeenCalled()
  })
})
