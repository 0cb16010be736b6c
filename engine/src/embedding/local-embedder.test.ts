import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLocalEmbedder } from './local-embedder.ts'
import { cosine, packVector, unpackVector } from './vector-bytes.ts'

const embedder = createLocalEmbedder()
afterAll(() => embedder.close())

describe('the local embedder', () => {
  it('puts texts of the same meaning near each other and others far apart', async () => {
    const [wish, post, bread] = await embedder.embed([
      'alternative to Datadog',
      'We are fed up with what Datadog charges, what else is there?',
      'My sourdough starter smells of apples',
    ])
    expect(cosine(wish!, post!)).toBeGreaterThan(0.45)
    expect(cosine(wish!, bread!)).toBeLessThan(0.1)
  })

  it('gives a text the same vector in any company, of length 1', async () => {
    const [alone] = await embedder.embed(['Which accounting software should I use?'])
    const many = await embedder.embed([
      ...Array.from({ length: 70 }, (_, i) => `post number ${i} `.repeat(i)),
      'Which accounting software should I use?',
    ])
    expect(many.at(-1)).toEqual(alone)
    expect(Math.hypot(...alone!)).toBeCloseTo(1, 5)
  })

  it('gives the start of each token’s word', async () => {
    const text = 'Ünbelievable: QuickBooks  crashed'
    const [embedding] = await embedder.embedTokens([text])
    const { starts, tokens, near } = embedding!
    expect(tokens).toHaveLength(starts.length * 384)
    expect(near).toHaveLength(tokens.length)
    expect(new Set(starts)).toEqual(new Set([0, 12, 14, 26]))
  })

  it('compares words by another last layer, and leaves the vector of the whole as it is', async () => {
    const text = 'Which accounting software should I use?'
    const [whole] = await embedder.embed([text])
    const [embedding] = await embedder.embedTokens([text])
    expect(embedding!.vector).toEqual(whole)
    const [own, near] = [embedding!.tokens, embedding!.near].map((rows) => rows.subarray(0, 384))
    const likeness = cosine(own!, near!) / Math.hypot(...own!) / Math.hypot(...near!)
    // The layer began as the model's own, so it still says something similar.
    expect(likeness).toBeGreaterThan(0.5)
    expect(likeness).toBeLessThan(0.999)
  })

  it('accepts empty, broken and huge texts', async () => {
    const vectors = await embedder.embed(['', '\u0000\ud800\u202e', 'word '.repeat(200_000)])
    for (const vector of vectors) expect(vector.every(Number.isFinite)).toBe(true)
  })

  it('loses little when packed into bytes', async () => {
    const [vector] = await embedder.embed(['How do I get paid on time?'])
    expect(cosine(vector!, unpackVector(packVector(vector!)))).toBeGreaterThan(0.999)
  })
})

it('the embedder closes at once while it reads, and the process lives on', async () => {
  const own = createLocalEmbedder()
  const texts = Array.from({ length: 200 }, (_, number) => `A text that takes its time to be read, number ${number}.`)
  // Few enough to be with the child already: if close waited for them, they would be answered.
  const reading = own.embed(texts.slice(0, 8))
  const waiting = own.embed(texts)
  const closed = own.close()
  await Promise.all([reading, waiting].map((asked) => expect(asked).rejects.toThrow('The embedder is closed.')))
  await closed
  await expect(own.embed(['another'])).rejects.toThrow('The embedder is closed.')
})

// Its library keeps what it is about to report there.
it('keeps nothing of its own in the home of whoever runs it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'leadlight-home-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true, force: true })
  })
  vi.stubEnv('HOME', home)
  const own = createLocalEmbedder()
  await own.embed(['Which accounting software should we use?'])
  await own.close()
  expect(readdirSync(home)).toEqual([])
})
