import { tmpdir } from 'node:os'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { createStorage, explainFileError, hasMissedStorage, measureRoom, ROOM_MIN_BYTES } from './storage.ts'

const failure = (code: string, file = 'md.c') => Object.assign(new Error(`said ${code}`), { code, file })
const noRoom = failure('53100')

function watchStorage(options: { room?: () => number } = {}) {
  const clock = createManualClock('2026-11-27T09:00:00Z')
  const tried: string[] = []
  const writing = { fails: undefined as Error | undefined }
  const tryWriting = async () => {
    tried.push('write')
    if (writing.fails) throw writing.fails
  }
  return { clock, tried, writing, storage: createStorage({ clock, tryWriting, measureRoom: options.room }) }
}

test.each([
  { code: '53100', file: 'md.c', told: 'storage_full', isMissed: true },
  { code: '25006', file: 'utility.c', told: 'storage_read_only', isMissed: true },
  { code: '42501', file: 'fd.c', told: 'storage_read_only', isMissed: true },
  { code: 'XX001', file: 'bufmgr.c', told: 'storage_damaged', isMissed: false },
  { code: 'XX002', file: 'nbtpage.c', told: 'storage_damaged', isMissed: false },
  { code: '58030', file: 'md.c', told: 'storage_damaged', isMissed: false },
  { code: '58P01', file: 'md.c', told: 'storage_damaged', isMissed: false },
])('$code of $file is $told', ({ code, file, told, isMissed }) => {
  const presented = watchStorage().storage.present(failure(code, file))
  expect(presented).toMatchObject({ kind: 'unavailable', code: told, retryAfterMs: 30_000 })
  expect(hasMissedStorage(presented)).toBe(isMissed)
})

test.each([
  failure('42501', 'execMain.c'),
  failure('42501', 'aclchk.c'),
  failure('23505'),
  new Error('a bug'),
  'words',
])('%s is not the storage’s', async (error) => {
  const { storage, tried } = watchStorage()
  expect(storage.present(error)).toBeUndefined()
  expect(await storage.findProblem()).toBeUndefined()
  expect(tried).toEqual([])
  expect(hasMissedStorage(new AppError('unavailable', 'database_away', 'Away.'))).toBe(false)
})

test('trouble is told until something can be written again', async () => {
  const { storage, writing, tried } = watchStorage()
  storage.present(noRoom)
  writing.fails = failure('25006')
  expect(await storage.findProblem()).toBe(
    'The database can only be read: make its disk and its files writable for its user. It goes on by itself. It says: said 25006.',
  )
  writing.fails = undefined
  expect(await storage.findProblem()).toBeUndefined()
  expect(await storage.findProblem()).toBeUndefined()
  expect(tried).toEqual(['write', 'write'])
})

test('a trial that fails for another reason says nothing of the storage', async () => {
  const { storage, writing } = watchStorage()
  storage.present(noRoom)
  writing.fails = failure('42501', 'aclchk.c')
  expect(await storage.findProblem()).toBeUndefined()
})

test('damage is told for a minute after it was met last, as writing elsewhere proves nothing', async () => {
  const { storage, clock, tried } = watchStorage()
  storage.present(failure('XX001'))
  await clock.advance(59_999)
  expect(await storage.findProblem()).toContain('finds its data damaged')
  await clock.advance(1)
  expect(await storage.findProblem()).toBeUndefined()
  expect(tried).toEqual([])
})

test('a disk that is about to be full is only read, and says so, until it has room', async () => {
  let bytes = ROOM_MIN_BYTES
  const { storage, clock } = watchStorage({ room: () => bytes })
  expect(storage.mayWrite()).toBe(true)
  bytes = ROOM_MIN_BYTES - 1
  await clock.advance(999)
  expect(storage.mayWrite()).toBe(true)
  await clock.advance(1)
  expect(storage.mayWrite()).toBe(false)
  expect(storage.present(failure('25006'))).toMatchObject({ code: 'storage_full' })
  expect(await storage.findProblem()).toContain('Only 63 MiB are free there.')
  bytes = ROOM_MIN_BYTES
  await clock.advance(1000)
  expect(storage.mayWrite()).toBe(true)
  expect(await storage.findProblem()).toBeUndefined()
})

test('the room of a folder is that of its disk', () => {
  expect(measureRoom(tmpdir())).toBeGreaterThan(0)
})

test.each([
  ['ENOSPC', 'no room left'],
  ['EDQUOT', 'no room left'],
  ['EROFS', 'can only be read'],
  ['EIO', 'fails to read or write'],
])('a start that meets %s says it in words', (code, words) => {
  expect(explainFileError({ code })).toContain(words)
  expect(explainFileError({ code: 'ECONNREFUSED' })).toBeUndefined()
})
