import { expect, test } from 'vitest'
import { createTurns } from './heavy-turns.ts'

/** Work that begins when it is taken and ends when it is told to. */
function startWork(turns: ReturnType<typeof createTurns>, begun: string[], group: string, name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const done = turns.take(group, () => {
    begun.push(name)
    return promise
  })
  return { end: () => resolve(name), fail: () => reject(new Error(name)), done }
}

test('a group has so many at once, the next begin in their order, and another group waits for none of them', async () => {
  const turns = createTurns(2)
  const begun: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => startWork(turns, begun, 'one', name))
  const other = startWork(turns, begun, 'other', 'other')
  expect(begun).toEqual(['a', 'b', 'other'])
  b?.end()
  expect(await b?.done).toBe('b')
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'other', 'c'])
  a?.fail()
  await expect(a?.done).rejects.toThrow('a')
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'other', 'c', 'd'])
  for (const work of [c, d, other]) work?.end()
  expect(await Promise.all([c?.done, d?.done, other.done])).toEqual(['c', 'd', 'other'])
  const again = startWork(turns, begun, 'one', 'again')
  expect(begun.at(-1)).toBe('again')
  again.end()
  expect(await again.done).toBe('again')
})
