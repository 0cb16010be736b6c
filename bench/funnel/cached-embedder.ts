import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readFile, truncate } from 'node:fs/promises'
import { VECTOR_LENGTH, type Embedder } from '@leadlight/engine/embedding/embedder'

const KEY_BYTES = 16
const RECORD_BYTES = KEY_BYTES + VECTOR_LENGTH * Float32Array.BYTES_PER_ELEMENT

/** An embedder that keeps each text's vector in a file, so that no run makes it again. Tokens are not kept. */
export async function createCachedEmbedder(inner: Embedder, file: string): Promise<Embedder> {
  const known = await readVectors(file)
  const keyOf = (text: string) =>
    createHash('sha256').update(`${inner.model}\0${text}`).digest().subarray(0, KEY_BYTES).toString('hex')

  async function make(texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return
    const made = await inner.embed(texts)
    const records = made.map((vector, index) => {
      const key = keyOf(texts[index] ?? '')
      known.set(key, vector)
      return Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)])
    })
    await appendFile(file, Buffer.concat(records))
  }

  return {
    model: inner.model,
    async embed(texts) {
      await make([...new Set(texts)].filter((text) => !known.has(keyOf(text))))
      return texts.flatMap((text) => known.get(keyOf(text)) ?? [])
    },
    embedTokens: (texts) => inner.embedTokens(texts),
    close: () => inner.close(),
  }
}

/** Vectors by key. What a run that was stopped has half written is cut off. */
async function readVectors(file: string): Promise<Map<string, Float32Array>> {
  const known = new Map<string, Float32Array>()
  if (!existsSync(file)) return known
  const bytes = await readFile(file)
  const whole = bytes.length - (bytes.length % RECORD_BYTES)
  if (whole < bytes.length) await truncate(file, whole)
  for (let at = 0; at < whole; at += RECORD_BYTES) {
    const values = bytes.buffer.slice(bytes.byteOffset + at + KEY_BYTES, bytes.byteOffset + at + RECORD_BYTES)
    known.set(bytes.subarray(at, at + KEY_BYTES).toString('hex'), new Float32Array(values))
  }
  return known
}
