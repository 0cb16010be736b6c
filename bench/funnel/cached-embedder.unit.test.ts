import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VECTOR_LENGTH, type Embedder } from '@leadlight/engine/embedding/embedder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCachedEmbedder } from './cached-embedder.ts'

let folder: string
let made: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vectors-'))
  made = []
})

afterEach(() => rm(folder, { recursive: true }))

const openEmbedder = (model = 'made-up') =>
  createCachedEmbedder(
    {
      model,
      async embed(texts) {
        made.push(...texts)
        return texts.map((text) => new Float32Array(VECTOR_LENGTH).fill(text.length / 3))
      },
      embedTokens: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    } satisfies Embedder,
    join(folder, 'vectors.bin'),
  )

test('a text is embedded once, in this run and the next, and comes in the order asked', async () => {
  const first = await (await openEmbedder()).embed(['one', 'three', 'one'])
  expect(first.map(([value]) => value)).toEqual([1, Math.fround(5 / 3), 1])
  const again = await (await openEmbedder()).embed(['three', 'four', 'one'])
  expect(again).toEqual([first[1], new Float32Array(VECTOR_LENGTH).fill(4 / 3), first[0]])
  expect(made).toEqual(['one', 'three', 'four'])
})

test('another model makes vectors of its own', async () => {
  await (await openEmbedder()).embed(['one'])
  await (await openEmbedder('other')).embed(['one'])
  expect(made).toEqual(['one', 'one'])
})

test('what a stopped run has half written is made again', async () => {
  await (await openEmbedder()).embed(['one'])
  await appendFile(join(folder, 'vectors.bin'), 'half a record')
  await (await openEmbedder()).embed(['two'])
  await (await openEmbedder()).embed(['one', 'two'])
  expect(made).toEqual(['one', 'two'])
})
