import { expect, test } from 'vitest'
import { planLegs } from './plan-legs.ts'
import { planQueries } from './queries.ts'

test.each([
  ['Shop owners asking which crate pump to buy', ['crate pump', 'owners buy']],
  ['Bakers who ask what flour costs or where to order', ['flour costs', 'bakers order']],
])('%s is searched as it was when the peer was frozen', (sentence, queries) => {
  expect(planQueries(sentence)).toEqual(queries)
})

test('five queries go to what can be searched, and an empty one to what can be listed', () => {
  const legs = planLegs(
    ['a', 'b', 'c', 'd', 'e', 'f'],
    [
      { platform: 'one', sources: null, reading: 'sweep' },
      { platform: 'two', sources: ['x', 'y'], reading: 'list', postsMax: 300 },
    ],
  )
  expect(legs.map(({ platform, source, query, postsMax }) => [platform, source, query.words, postsMax])).toEqual([
    ...['a', 'b', 'c', 'd', 'e'].map((words) => ['one', null, words, 2_000]),
    ['one', null, '', 6_000],
    ['two', 'x', '', 300],
    ['two', 'y', '', 300],
  ])
})
