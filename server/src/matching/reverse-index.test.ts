import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalEmbedder } from '../ai/local-embedder.ts'
import { packVector, unpackVector } from '../ai/vector-bytes.ts'
import { loadCorpus } from '../testing/doubles/corpus.ts'
import { planSignal } from './plan.ts'
import { createPrefilter, voicesOf } from './prefilter.ts'
import { createReverseIndex, type IndexedSignal } from './reverse-index.ts'
import { readTerms } from './words.ts'

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

async function indexed(sentence: string): Promise<IndexedSignal> {
  const plan = planSignal(sentence)
  return { id: sentence, subject: readTerms(plan.subject), voices: await embedder.embed(voicesOf(plan)) }
}

test('the index answers what the prefilter answers signal by signal', async () => {
  const index = createReverseIndex()
  for (const sentence of SIGNALS) index.put(await indexed(sentence))
  const prefilters = await Promise.all(
    SIGNALS.map(async (sentence) => ({ sentence, prefilter: await createPrefilter(embedder, planSignal(sentence)) })),
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

function round(rank: number): number {
  return Math.round(rank * 1_000) / 1_000
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
