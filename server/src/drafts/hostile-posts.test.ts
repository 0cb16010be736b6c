import { test } from 'vitest'
import { runHostilePosts } from '../testing/hostile-run.ts'

test('whatever a post tells an obedient model, no secret and no foreign link leaves; `npm run soak` asks a thousand', async () => {
  await runHostilePosts('a sample', 60)
})
