import { expect, test } from 'vitest'
import { runHostileModels } from '@leadlight/testing/hostile-models'

test('whatever a model does, no score leaves its band and no false quote is kept; `npm run soak` tries thousands', async () => {
  const { read, unread } = await runHostileModels('a sample', 108)
  expect([read + unread, read > 15, unread > 40]).toEqual([108, true, true])
})
