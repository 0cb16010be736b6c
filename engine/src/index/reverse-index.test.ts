import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalEmbedder } from '../embedding/local-embedder.ts'
import { packVector, unpackVector } from '../embedding/vector-bytes.ts'
import { postText } from '../language/post-text.ts'
import { makeUpPosts } from '../testing/made-up-posts.ts'
import { planSignal, type Plan } from '../plan/plan.ts'
import { createPrefilter, voicesOf, type Prefilter } from './prefilter.ts'
import { createReverseIndex, indexedSignal, type IndexedSignal, type ReverseMatch } from './reverse-index.ts'

const SENTENCES = [
  'Freelancers asking which invoicing or bookkeeping software to use',
  'Gardeners whose tomatoes have spots asking what to do',
  'Developers leaving Jira for something simpler',
  'People who need tea',
  'Teams complaining that their error tracker became too expensive',
  'Shop owners looking for e-mail marketing or a follow-up tool',
]
const embedder = createLocalEmbedder()
let posts: { text: string; vector: Uint8Array | undefined }[]
let signals: { signal: IndexedSignal; prefilter: Prefilter }[]

beforeAll(async () => {
  const texts = makeUpPosts('reverse index', 200).map(postText)
  const vectors = await embedder.embed(texts.map((text) => text.slice(0, 300)))
  // Some posts have no vector, so words alone decide.
  posts = texts.map((text, index) => ({ text, vector: vectorOf(vectors[index], index) }))
  signals = await Promise.all(
    SENTENCES.map(async (sentence) => ({
      signal: await indexed(sentence),
      prefilter: await createPrefilter(embedder, planOf(sentence)),
    })),
  )
})
afterAll(() => embedder.close())

function vectorOf(vector: Float32Array | undefined, index: number): Uint8Array | undefined {
  return vector === undefined || index % 5 === 0 ? undefined : packVector(vector)
}

/** Plain signals, and some with unwanted things, second names or excluded words. */
function planOf(sentence: string): Plan {
  const number = SENTENCES.indexOf(sentence)
  if (number === 0) return planSignal(sentence, { notInterested: 'spreadsheets, people who sell their own software' })
  if (number !== 4) return planSignal(sentence)
  const topics = { added: [{ phrase: 'crash', beside: 'error tracker' }], removed: [] }
  return planSignal(sentence, { edits: { ...NO_PLAN_EDITS, topics } })
}

async function indexed(sentence: string): Promise<IndexedSignal> {
  const plan = planOf(sentence)
  return indexedSignal(sentence, plan, await embedder.embed([...voicesOf(plan), ...plan.avoids]))
}

/** What these signals' prefilters say of a post, one by one. */
function expected(of: Iterable<readonly [id: string, prefilter: Prefilter]>, post: (typeof posts)[number]) {
  const found = [...of].flatMap(([id, prefilter]) => {
    const { passed, rank } = prefilter(post.text, post.vector && unpackVector(post.vector))
    return passed ? [{ id, rank }] : []
  })
  return found.toSorted(byId)
}

function byId(a: ReverseMatch, b: ReverseMatch): number {
  return a.id < b.id ? -1 : 1
}

test('the index answers exactly as each signal’s prefilter does', () => {
  const index = createReverseIndex()
  for (const { signal } of signals) index.put(signal)
  const prefilters = signals.map(({ signal, prefilter }) => [signal.id, prefilter] as const)
  const wanted = posts.map((post) => expected(prefilters, post))
  expect(posts.map(({ text, vector }) => index.match(text, vector).toSorted(byId))).toEqual(wanted)
  expect(wanted.flat().length).toBeGreaterThan(20)
})

const edits = fc.array(
  fc.record({
    place: fc.nat({ max: 9 }),
    sentence: fc.option(fc.nat({ max: SENTENCES.length - 1 })),
    post: fc.nat(199),
  }),
  { minLength: 10, maxLength: 60, size: 'max' },
)

test('the same holds at every moment while signals are added, changed and removed', () => {
  const property = fc.property(edits, (steps) => {
    const index = createReverseIndex()
    const there = new Map<string, Prefilter>()
    for (const { place, sentence, post: at } of steps) {
      const id = `signal ${place}`
      const wording = sentence === null ? undefined : signals[sentence]
      if (wording) index.put({ ...wording.signal, id })
      else index.remove(id)
      if (wording) there.set(id, wording.prefilter)
      else there.delete(id)
      const post = posts[at]
      if (!post) continue
      expect(index.match(post.text, post.vector).toSorted(byId)).toEqual(expected(there, post))
      expect(index.size).toBe(there.size)
    }
  })
  fc.assert(property, { numRuns: 40 })
})

test('a removed or replaced signal no longer matches as before', () => {
  const index = createReverseIndex()
  const [bookkeeping, tomatoes] = signals.map(({ signal }) => signal)
  if (!bookkeeping || !tomatoes) throw new Error('two signals were indexed')
  index.put(bookkeeping)
  expect(index.match('Which invoicing or bookkeeping software?', undefined)).toHaveLength(1)
  expect(index.sharesWords('An invoice')).toBe(true)
  index.put({ ...tomatoes, id: bookkeeping.id })
  expect(index.size).toBe(1)
  expect(index.match('Which invoicing or bookkeeping software?', undefined)).toEqual([])
  expect(index.sharesWords('An invoice')).toBe(false)
  expect(index.match('My tomatoes have spots', undefined)).toHaveLength(1)
  index.remove(bookkeeping.id)
  expect(index.match('My tomatoes have spots', undefined)).toEqual([])
  expect(index.size).toBe(0)
})

test('excluded words keep a post out of the index too, and second names let it in', async () => {
  const index = createReverseIndex()
  const plain = planSignal('Gardeners whose tomatoes have spots asking what to do')
  const strict = planSignal(plain.signal, { exclusions: ['greenhouse'] })
  const topics = { added: [{ phrase: 'love apples', beside: 'tomatoes' }], removed: [] }
  const named = planSignal(plain.signal, { edits: { ...NO_PLAN_EDITS, topics } })
  for (const [id, plan] of Object.entries({ plain, strict, named })) {
    index.put(indexedSignal(id, plan, await embedder.embed([...voicesOf(plan), ...plan.avoids])))
  }
  const matching = (text: string) => index.match(text, undefined).map(({ id }) => id)
  expect(matching('My tomatoes have spots.\nThey stand in a greenhouse.').toSorted()).toEqual(['named', 'plain'])
  expect(matching('My love apples have spots.')).toContain('named')
})
