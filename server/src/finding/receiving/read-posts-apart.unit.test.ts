import { expect, test } from 'vitest'
import { readPostsApart } from './read-posts-apart.ts'

/** Large enough for a thread of its own. */
function large(number: number) {
  const posts = [{ url: `https://example.org/${number}`, text: 'I need a bookkeeper. '.repeat(2_000) }]
  return { bytes: new TextEncoder().encode(JSON.stringify(posts)), contentType: 'application/json' }
}

test('of many large messages at once one organization has a few read and is told to come again, and another finds a place', async () => {
  const [one, other] = ['one', 'other'].map((organizationId) =>
    Array.from({ length: organizationId === 'one' ? 12 : 2 }, (_, number) =>
      readPostsApart(large(number), organizationId),
    ),
  )
  const outcomes = await Promise.allSettled(one ?? [])
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  // Two are read and four wait.
  expect(refused).toHaveLength(6)
  expect(refused[0]).toMatchObject({ reason: { kind: 'too_many', code: 'too_many_waiting', retryAfterMs: 10_000 } })
  expect((await Promise.all(other ?? [])).map((read) => 'found' in read && read.found.length)).toEqual([1, 1])
})
