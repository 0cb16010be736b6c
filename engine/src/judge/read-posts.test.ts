import { expect, test } from 'vitest'
import { VECTOR_LENGTH, type Embedder } from '../embedding/embedder.ts'
import type { JudgedPostInput } from './judgement.ts'
import { createPostReader } from './read-posts.ts'

/** An embedder that notes what it was given. */
function createNotingEmbedder(): { embedder: Embedder; texts: string[] } {
  const texts: string[] = []
  const vector = new Float32Array(VECTOR_LENGTH).fill(1)
  const embedder: Embedder = {
    model: 'noting',
    embed: () => Promise.reject(new Error('Posts are read token by token.')),
    embedTokens(given) {
      texts.push(...given)
      return Promise.resolve(given.map(() => ({ vector, tokens: vector, near: vector, starts: Int32Array.of(0) })))
    },
    close: () => Promise.resolve(),
  }
  return { embedder, texts }
}

function post(text: string): JudgedPostInput {
  return { title: null, text, platform: 'hacker_news', kind: 'post' }
}

const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => post(`Post ${from + at}.`))

test('a post is read once for any number of signals, and twice in one batch it is one', async () => {
  const { embedder, texts } = createNotingEmbedder()
  const read = createPostReader(embedder)
  const [first] = await read([post('Which host?')])
  const again = await read([post('Which host?'), post('Which bank?'), post('Which host?')])
  expect(texts).toEqual(['Which host?', 'Which bank?'])
  expect(again.map(({ text }) => text)).toEqual(['Which host?', 'Which bank?', 'Which host?'])
  expect(again[0]).toBe(first)
})

test('the same words under another title are another post', async () => {
  const { embedder } = createNotingEmbedder()
  const read = createPostReader(embedder)
  const readings = await read([post('Which host?'), { ...post('Which host?'), title: 'Help' }])
  expect(readings.map(({ text }) => text)).toEqual(['Which host?', expect.stringContaining('Help')])
})

test('the newest 64 are remembered, and a batch loses none of its posts to those read beside it', async () => {
  const { embedder, texts } = createNotingEmbedder()
  const read = createPostReader(embedder)
  await read(numbered(0, 64))
  const [mixed] = await Promise.all([read([post('New.'), ...numbered(0, 3)]), read(numbered(100, 200))])
  expect(mixed.map(({ text }) => text)).toEqual(['New.', 'Post 0.', 'Post 1.', 'Post 2.'])
  expect(texts).toHaveLength(64 + 1 + 100)
  await read(numbered(136, 200))
  expect(texts).toHaveLength(64 + 1 + 100)
  await read(numbered(135, 136))
  expect(texts).toHaveLength(64 + 1 + 100 + 1)
})
