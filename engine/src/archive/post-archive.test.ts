import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packVector } from '../embedding/vector-bytes.ts'
import { bm25, countTerms } from '../language/bm25.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import { readTerms } from '../language/words.ts'
import type { ArchivedMatch, ArchivedPost, ArchiveRequest } from './archived-post.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { MEANING_WEIGHT, PostArchive } from './post-archive.ts'

const WORDS = ['bookkeeper', 'invoice', 'kiln', 'dentist', 'visa', 'monitor', 'export', 'tile', 'rent', 'choir']
const PROJECTS = ['here', 'there', 'elsewhere']
const PLATFORMS = ['hacker_news', 'feed', 'reddit']

const ids = fc.constantFrom(...Array.from({ length: 30 }, (_, number) => uuidOf(number)))
const vectors = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: 384, maxLength: 384 })
  .filter((numbers) => numbers.some((number) => number !== 0))
  .map(unitVector)
const posts: fc.Arbitrary<ArchivedPost> = fc.record({
  id: ids,
  postedAt: fc.integer({ min: 0, max: 20 }),
  platform: fc.constantFrom(...PLATFORMS),
  seenBy: fc.option(fc.subarray(PROJECTS), { nil: null }),
  text: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')),
  vector: fc.option(vectors.map(packVector), { nil: null }),
})
const edits = fc.array(fc.oneof({ weight: 4, arbitrary: posts }, { weight: 1, arbitrary: ids }), {
  minLength: 20,
  maxLength: 120,
})
const requests: fc.Arbitrary<ArchiveRequest> = fc.record({
  voices: fc.array(vectors, { maxLength: 3 }),
  terms: fc.array(fc.constantFrom(...WORDS.flatMap(readTerms)), { maxLength: 5 }),
  projectId: fc.constantFrom(...PROJECTS),
  without: fc.subarray(PLATFORMS),
  since: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
  limit: fc.integer({ min: 1, max: 40 }),
})

test('a search answers as a plain reading of the posts does, whatever was added, replaced and removed', () => {
  let found = 0
  const property = fc.property(edits, requests, (steps, request) => {
    const archive = new PostArchive()
    const held = new Map<string, ArchivedPost>()
    for (const step of steps) {
      if (typeof step === 'string') {
        archive.remove(step)
        held.delete(step)
      } else {
        archive.put(step)
        held.set(step.id, step)
      }
    }
    expect(archive.size).toBe(held.size)
    const answer = archive.search(request)
    expect(answer).toEqual(readPlainly([...held.values()], request))
    found += answer.length
  })
  fc.assert(property, { numRuns: 300 })
  expect(found).toBeGreaterThan(500)
})

/** What a search promises, written without regard to time. */
function readPlainly(held: readonly ArchivedPost[], request: ArchiveRequest): ArchivedMatch[] {
  const visible = held
    .filter(({ seenBy }) => seenBy === null || seenBy.includes(request.projectId))
    .filter(({ platform, postedAt }) => !request.without.includes(platform) && postedAt >= (request.since ?? 0))
    .toSorted((a, b) => b.postedAt - a.postedAt || (a.id < b.id ? -1 : 1))
  const near = visible.flatMap((post, row) =>
    post.vector && request.voices.length > 0 ? [{ row, score: nearness(request.voices, post.vector) }] : [],
  )
  const worded = visible.flatMap((post, row) => {
    const score = Math.fround(bm25(wordStatistics, request.terms, countTerms(readTerms(post.text))))
    return score > 0 ? [{ row, score }] : []
  })
  const orders = [near, worded].map((list, at) => ({
    rows: list.toSorted((a, b) => b.score - a.score || a.row - b.row).map(({ row }) => row),
    weight: at === 0 ? MEANING_WEIGHT : 1,
  }))
  return fuseRanks(orders, (one, other) => one < other)
    .slice(0, request.limit)
    .map(({ row, rank }) => ({ postId: visible[row]?.id ?? '', rank }))
}

/** The cosine with the mean of the voices, in the whole numbers in which the archive multiplies. */
function nearness(voices: readonly Float32Array[], packed: Uint8Array): number {
  const signed = [...new Int8Array(packed)]
  const mean = new Float32Array(384)
  for (const voice of voices) voice.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / voices.length))
  const product = signed.reduce((sum, value, at) => sum + value * Math.round((mean[at] ?? 0) * 32_767), 0)
  return product * Math.fround(1 / (Math.sqrt(signed.reduce((sum, value) => sum + value * value, 0)) * 32_767))
}

test('thousands of posts that come and go leave no trace, and their room is used again', () => {
  const archive = new PostArchive()
  const post = (number: number, text: string): ArchivedPost => ({
    id: uuidOf(number),
    postedAt: number,
    platform: 'feed',
    seenBy: number % 2 === 0 ? null : ['here'],
    text,
    vector: packVector(unitVector(Array.from({ length: 384 }, (_, at) => Math.sin(number + at)))),
  })
  const request = { voices: [], terms: readTerms('kiln'), projectId: 'here', without: [], since: null, limit: 100_000 }
  for (let number = 0; number < 17_000; number++) archive.put(post(number, `a kiln, number${number} of many`))
  const full = archive.bytes
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 17_000; number++) archive.remove(uuidOf(number + 17_000 * round))
    expect([archive.size, archive.search(request)]).toEqual([0, []])
    for (let number = 17_000; number < 34_000; number++)
      archive.put(post(number + 17_000 * round, `a kiln, number${number} of many`))
  }
  expect(archive.bytes).toBeLessThan(1.3 * full)
  const answer = archive.search(request)
  expect(new Set(answer.map(({ postId }) => postId)).size).toBe(17_000)
  expect(
    archive.search({ ...request, projectId: 'there' }).every(({ postId }) => Number(`0x${postId.slice(-6)}`) % 2 === 0),
  ).toBe(true)
})

test('a post with another text, vector or audience is found by the new ones alone', () => {
  const archive = new PostArchive()
  const first = { id: uuidOf(1), postedAt: 5, platform: 'feed', seenBy: ['here'], text: 'a kiln', vector: null }
  const ask = (terms: string, projectId: string) =>
    archive.search({ voices: [], terms: readTerms(terms), projectId, without: [], since: null, limit: 5 }).length
  archive.put(first)
  expect([ask('kiln', 'here'), ask('kiln', 'there')]).toEqual([1, 0])
  archive.put({ ...first, seenBy: null, text: 'a choir' })
  expect([ask('kiln', 'here'), ask('choir', 'here'), ask('choir', 'there')]).toEqual([0, 1, 1])
  expect(archive.size).toBe(1)
})

function unitVector(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => number / length)
}

/** Numbers spread over the whole id, so that ids share neither a beginning nor an end. */
function uuidOf(number: number): string {
  const hex = (Math.imul(number, 0x9e37_79b1) >>> 0).toString(16).padStart(8, '0')
  return `${hex}-0000-7000-8000-000000${number.toString(16).padStart(6, '0')}`
}
