import { expect, test } from 'vitest'
import { endEmbeddings, endParent, MOMENTS, PARENT_ENDS, PARENT_STATUS } from '../testing/ended-embedding.ts'

const STARTS = 1_000
const PARENTS_EACH = 20

test(`${STARTS} embedding processes, ended at any moment, end as meant and leave their parent alive`, async () => {
  const { started = 0, ...tally } = await endEmbeddings('soak', STARTS)
  process.stdout.write(`${started} starts: ${JSON.stringify(tally)}\n`)
  expect(started).toBeGreaterThanOrEqual(STARTS)
  expect(Object.entries(tally).filter(([what]) => what.startsWith('ended by'))).toEqual([['ended by SIGKILL', started]])
  for (const moment of MOMENTS) expect(tally[moment]).toBeGreaterThan(STARTS / 5)
})

test.each(MOMENTS.flatMap((moment) => PARENT_ENDS.map((end) => [moment, end] as const)))(
  '%s, it ends with a parent that ends by %s, and the parent’s own end is unchanged',
  async (moment, end) => {
    const expected = { end: end === 'exit' ? PARENT_STATUS : end, complaints: '' }
    for (let n = 0; n < PARENTS_EACH; n += 1) expect(await endParent(moment, end, `soak-${n}`)).toEqual(expected)
  },
)
