import { expect, test } from 'vitest'
import { findCommunities } from './communities.ts'

/** Groups of nodes, each tied to all others of its group, and a weak tie from each group to the next. */
function tie(groups: number, each: number): Map<number, number>[] {
  const ties = Array.from({ length: groups * each }, () => new Map<number, number>())
  const join = (one: number, other: number, strength: number) => {
    ties[one]?.set(other, strength)
    ties[other]?.set(one, strength)
  }
  for (let one = 0; one < ties.length; one++)
    for (let other = 0; other < one; other++)
      if (Math.floor(one / each) === Math.floor(other / each)) join(one, other, 1)
  for (let group = 1; group < groups; group++) join(group * each, group * each - 1, 0.1)
  return ties
}

test('nodes tied to each other more than to others are one community', () => {
  const communities = findCommunities(tie(12, 7), 1)
  for (let group = 0; group < 12; group++) expect(new Set(communities.slice(group * 7, group * 7 + 7)).size).toBe(1)
  expect(new Set(communities).size).toBe(12)
})

test('a high resolution parts what a low one joins', () => {
  const loose = tie(40, 3)
  const count = (resolution: number) => new Set(findCommunities(loose, resolution)).size
  expect(count(0.1)).toBeLessThan(count(1))
})

test('nodes without ties are communities of their own', () => {
  expect([...findCommunities([new Map(), new Map(), new Map()], 1)]).toEqual([0, 1, 2])
})
