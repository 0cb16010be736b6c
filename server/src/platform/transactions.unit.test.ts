import { expect, test } from 'vitest'
import type { DatabaseError } from './database-metrics.ts'
import { noteFailure } from './transactions.ts'

test.each([
  { code: '53100', file: 'md.c', kind: 'storage' },
  { code: '25006', file: 'utility.c', kind: 'storage' },
  { code: '42501', file: 'fd.c', kind: 'storage' },
  { code: 'XX001', file: 'bufmgr.c', kind: 'storage' },
  { code: 'XX002', file: 'nbtpage.c', kind: 'storage' },
  { code: '58030', file: 'md.c', kind: 'storage' },
  { code: '58P01', file: 'md.c', kind: 'storage' },
  { code: '42501', file: 'aclchk.c', kind: 'other' },
  // Memory, and a limit of its settings.
  { code: '53200', file: 'aset.c', kind: 'other' },
  { code: '53400', file: 'fd.c', kind: 'other' },
  { code: '53300', file: 'proc.c', kind: 'away' },
  { code: '57014', file: 'postgres.c', kind: 'timeout' },
  { code: '40P01', file: 'deadlock.c', kind: 'conflict' },
  { code: '23505', file: 'nbtinsert.c', kind: 'constraint' },
])('a failure with $code of $file is counted as $kind', ({ code, file, kind }) => {
  const counted: DatabaseError[] = []
  const error = Object.assign(new Error('It failed.'), { severity: 'ERROR', code, file })
  noteFailure({ onFailed: (told) => counted.push(told) }, error)
  expect(counted).toEqual([kind])
})
