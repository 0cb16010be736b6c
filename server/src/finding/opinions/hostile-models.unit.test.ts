import { expect, test } from 'vitest'
import { runHostileModels } from '@leadlight/testing/hostile-models'

test('no hostile model moves a score out of its band or gets a false quote kept; `npm run soak` tries thousands', async () => {
  const { read, unread } = await runHostileModels('a sample', 108)
  expect([read + unread, read > 15, unread > 40]).toEqual([108, true, true])
})
