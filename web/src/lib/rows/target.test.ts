import { expect, test, vi } from 'vitest'
import { RequestError } from '../request-error.ts'
import { createChanges, PartlyDone, type Undo } from './changes.ts'
import { createRowQueue } from './row-queue.ts'
import { sendInBulk } from './target.ts'

const CUT = new RequestError(0, null, 'The server could not be reached.')
const UNDONE = new RequestError(404, { code: 'undo_not_found', detail: 'It was undone already.' })

/** A change of five rows in calls of two, of which the call of `cutAt` fails as long as there is a `failure`. */
function createBulk({ cutAt }: { cutAt: string }) {
  const state = { failure: CUT as Error | null, sent: [] as string[], undone: [] as string[] }
  const reach = (list: string[], name: string) => {
    if (state.failure && name === cutAt) return Promise.reject(state.failure)
    list.push(name)
    return Promise.resolve({ undo_token: name })
  }
  const send = () =>
    sendInBulk<never, string[]>({
      target: { rows: ['1', '2', '3', '4', '5'].map((id) => ({ id })) },
      idsMax: 2,
      naming: (ids) => ids,
      matching: () => [],
      send: (ids) => reach(state.sent, ids.join('')),
      undo: (token) => reach(state.undone, `-${token}`),
      refresh: () => undefined,
    })
  return { state, send }
}

test('a change that is cut off after its first call says how to undo that', async () => {
  const { state, send } = createBulk({ cutAt: '34' })
  const error: unknown = await send().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PartlyDone)
  expect(error).toMatchObject({ message: 'A part was changed before that. The server could not be reached.' })
  await (error as PartlyDone).undo()
  expect(state).toMatchObject({ sent: ['12'], undone: ['-12'] })
})

test('a change that is cut off at its first call has nothing to undo', async () => {
  await expect(createBulk({ cutAt: '12' }).send()).rejects.toBe(CUT)
})

test('an undo that is cut off goes on where it was, without undoing anything twice', async () => {
  const { state, send } = createBulk({ cutAt: '-34' })
  const undo = (await send())!
  await expect(undo()).rejects.toBe(CUT)
  state.failure = null
  await undo()
  await undo()
  expect(state.undone).toEqual(['-5', '-34', '-12'])
})

test('an undo whose answer was lost counts as done once it is refused as done already', async () => {
  const { state, send } = createBulk({ cutAt: '-34' })
  const undo = (await send())!
  await expect(undo()).rejects.toBe(CUT)
  state.failure = UNDONE
  await undo()
  expect(state.undone).toEqual(['-5', '-12'])
})

test('an undo that is refused as done already, without having been tried, is refused', async () => {
  const { state, send } = createBulk({ cutAt: '-34' })
  state.failure = UNDONE
  await expect((await send())!()).rejects.toBe(UNDONE)
  expect(state.undone).toEqual(['-5'])
})

/** Changes over a list that shows nothing, and how often it was read anew. */
function startChanges() {
  const refresh = vi.fn<() => void>()
  const changes = createChanges({ changed: () => undefined, refresh }, { undoable: [], inOrder: createRowQueue() })
  const carryOut = (send: () => Promise<Undo | null>) =>
    changes.carryOut({ show: () => () => undefined, send, done: null, failed: 'It failed.' })
  return { refresh, carryOut, undoLatest: changes.undoLatest }
}

test('an undo without an answer is the next to be undone, a refused one is not', async () => {
  const { refresh, carryOut, undoLatest } = startChanges()
  const answers = [CUT, null, new RequestError(404, null)]
  const undo = vi.fn<Undo>(() => {
    const error = answers.shift()
    return error ? Promise.reject(error) : Promise.resolve()
  })
  await carryOut(() => Promise.resolve(undo))
  expect(undoLatest()).toBe(true)
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(1))
  expect(undoLatest()).toBe(true)
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2))
  expect(undo).toHaveBeenCalledTimes(2)
  expect(undoLatest()).toBe(false)

  await carryOut(() => Promise.resolve(undo))
  undoLatest()
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(3))
  expect(undoLatest()).toBe(false)
})

test('what a cut-off change has done can be undone', async () => {
  const { carryOut, undoLatest } = startChanges()
  const { state, send } = createBulk({ cutAt: '34' })
  expect(await carryOut(send)).toBe(false)
  expect(undoLatest()).toBe(true)
  await vi.waitFor(() => expect(state.undone).toEqual(['-12']))
})
