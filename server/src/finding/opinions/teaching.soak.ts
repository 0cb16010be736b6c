import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOpinionFixture, WRITTEN_JUDGE, type OpinionFixture } from '@leadlight/testing/opinion-fixture'
import { teachOnce } from '@leadlight/testing/teach-once'
import { registerOpinionJobs } from '../rereading/register-jobs.ts'

let fixture: OpinionFixture
beforeAll(async () => {
  fixture = await startOpinionFixture({ MONTHLY_CREDITS: '100000' }, undefined, ({ matching }) =>
    registerOpinionJobs({ ...matching, judge: WRITTEN_JUDGE }),
  )
})
afterAll(() => fixture.close())

test.each(['one', 'two', 'three'])(
  'a taught signal loses less than three points of F1 at a twentieth of the calls: %s',
  async (seed) => {
    const run = await teachOnce(fixture, seed, [2_000, 2_000, 1_700])
    expect(run.calls / run.posts).toBeLessThanOrEqual(0.05)
    expect(run.asked.f1 - run.decided.f1).toBeLessThanOrEqual(0.03)
    expect(run.charged).toBe(300 * 2_000)
  },
)
