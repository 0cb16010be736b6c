import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalEmbedder } from '../ai/local-embedder.ts'
import { packVector, unpackVector } from '../ai/vector-bytes.ts'
import { loadCorpus } from '../testing/doubles/corpus.ts'
import { planSignal, type Plan } from './plan.ts'
import { createPrefilter, voicesOf } from './prefilter.ts'
import { createReverseIndex, indexedSignal, type IndexedSignal } from './reverse-index.ts'

const SIGNALS = [
  'Freelancers asking which invoicing or bookkeeping software to use',
  'Gardeners whose tomatoes have spots asking what to do',
  'Developers leaving Jira for something simpler',
  'People who need tea',
  'Teams complaining that their error tracker became too expensive',
]
const embedder = createLocalEmbedder()
let posts: { text: string; vector: Uint8Array | undefined }[]

beforeAll(async () => {
  const corpus = await loadCorpus({ now: new Date('2026-11-02T09:00:00Z') })
  const texts = corpus.slice(0, 200).map(({ title, text }) => `${title ?? ''}\n${text}`)
  const vectors = await embedder.embed(texts.map((text) => text.slice(0, 300)))
  // Some posts have no vector: words alone decide of them.
  posts = texts.map((text, index) => ({ text, vector: vectorOf(vectors[index], index) }))
})
afterAll(() => embedder.close())

function vectorOf(vector: Float32Array | undefined, index: number): Uint8Array | undefined {
  return vector === undefined || index % 5 === 0 ? undefined : packVector(vector)
}

/** Besides plain signals some with more said of them: what is not wanted, second names, words that keep posts out. */
function planOf(sentence: string): Plan {
  const number = SIGNALS.indexOf(sentence)
  if (number === 0) return planSignal(sentence, { notInterested: 'spreadsheets, people who sell their own software' })
  if (number === 4) {
    const topics = { added: [{ phrase: 'crash', beside: 'error tracker' }], removed: [] }
    return planSignal(sentence, { edits: { ...NO_PLAN_EDITS, topics } })
  }
  return planSignal(sentence)
}

async function indexed(sentence: string): Promise<IndexedSignal> {
  const plan = planOf(sentence)
  return indexedSignal(sentence, plan, await embedder.embed([...voicesOf(plan), ...plan.avoids]))
}

test('the index answers what the prefilter answers signal by signal', async () => {
  const index = createReverseIndex()
  for (const sentence of SIGNALS) index.put(await indexed(sentence))
  const prefilters = await Promise.all(
    SIGNALS.map(async (sentence) => ({ sentence, prefilter: await createPrefilter(embedder, planOf(sentence)) })),
  )
  let matches = 0
  for (const { text, vector } of posts) {
    const expected = prefilters.flatMap(({ sentence, prefilter }) => {
      const { passed, rank } = prefilter(text, vector && unpackVector(vector))
      return passed ? [{ id: sentence, rank: round(rank) }] : []
    })
    const found = index.match(text, vector).map(({ id, rank }) => ({ id, rank: round(rank) }))
    expect(found.toSorted(byId)).toEqual(expected.toSorted(byId))
    matches += found.length
  }
  expect(matches).toBeGreaterThan(20)
})

test('a signal that was removed or put anew no longer matches as it was', async () => {
  const index = createReverseIndex()
  const [bookkeeping, tomatoes] = await Promise.all(SIGNALS.slice(0, 2).map(indexed))
  if (!bookkeeping || !tomatoes) throw new Error('two signals were indexed')
  index.put(bookkeeping)
  expect(index.match('Which invoicing or bookkeeping software?', undefined)).toHaveLength(1)
  index.put({ ...tomatoes, id: bookkeeping.id })
  expect(index.size).toBe(1)
  expect(index.match('Which invoicing or bookkeeping software?', undefined)).toEqual([])
  expect(index.match('My tomatoes have spots', undefined)).toHaveLength(1)
  index.remove(bookkeeping.id)
  expect(index.match('My tomatoes have spots', undefined)).toEqual([])
  expect(index.size).toBe(0)
})

test('words that keep a post out keep it out of the index too', async () => {
  const index = createReverseIndex()
  const plain = planSignal('Gardeners whose tomatoes have spots asking what to do')
  const strict = planSignal(plain.signal, { exclusions: ['greenhouse'] })
  for (const [id, plan] of [
    ['plain', plain],
    ['strict', strict],
  ] as const) {
    index.put(indexedSignal(id, plan, await embedder.embed([...voicesOf(plan), ...plan.avoids])))
  }
  const text = 'My tomatoes have spots.\nThey stand in a greenhouse.'
  expect(index.match(text, undefined).map(({ id }) => id)).toEqual(['plain'])
})

function round(rank: number): number {
  return Math.round(rank * 1_000) / 1_000
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
