import { expect, onTestFinished, test } from 'vitest'
import { packVector } from '../embedding/vector-bytes.ts'
import { readTerms } from '../language/words.ts'
import { startArchiveThread } from './archive-thread.ts'
import type { ArchivedPost } from './archived-post.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const along = (number: number) => Float32Array.from({ length: 384 }, (_, at) => (at === number ? 1 : 0))
const post: ArchivedPost = {
  id: ID,
  postedAt: 0,
  platform: 'feed',
  seenBy: null,
  text: 'a kiln',
  vector: packVector(along(3)),
}
const request = { voices: [along(3)], terms: readTerms('kiln'), projectId: '', without: [], since: null, limit: 5 }

function open() {
  const thread = startArchiveThread()
  onTestFinished(() => thread.stop())
  return thread
}

test('a thread knows everything put and removed before a search', async () => {
  const thread = open()
  const answers = await Promise.all([
    thread.search(request),
    thread.put([post]),
    thread.search(request),
    thread.measure(),
    thread.remove([ID]),
    thread.search(request),
  ])
  expect([answers[0], answers[2], answers[5]]).toEqual([[], [{ postId: ID, rank: 3 / 61 }], []])
  expect(answers[3].posts).toBe(1)
  expect(answers[3].bytes).toBeGreaterThan(384)
})

test('an order that fails is answered with its problem, and the thread goes on', async () => {
  const thread = open()
  const many = Array.from({ length: 300 }, (_, number) => ({ ...post, platform: `platform ${number}` }))
  await expect(thread.put(many)).rejects.toThrow('too many platforms')
  expect(thread.isLost()).toBe(false)
  expect((await thread.measure()).posts).toBe(1)
})

test('a stopped thread is lost: it rejects the orders it had and those that come', async () => {
  const thread = open()
  const late = thread.search(request)
  const stopped = thread.stop()
  await expect(late).rejects.toThrow('stopped')
  await stopped
  expect(thread.isLost()).toBe(true)
  await expect(thread.put([post])).rejects.toThrow('stopped')
})
