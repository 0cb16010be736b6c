// node bench/reverse/fit-gist.ts [posts folder]: finds the directions in which posts differ most in meaning, for gists.
import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { GIST_LENGTH } from '@leadlight/engine/index/gist'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import { postKey, readGraded, readPostFile, toPost } from '../relevance/read-data.ts'
import { createChance } from './chance.ts'
import { principalDirections } from './principal-directions.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
const TARGET = new URL('../../engine/src/weights/gist.json', import.meta.url)
const POSTS = 15_000
const TEXTS_AT_ONCE = 64
const BYTE_MAX = 127

const folder = process.argv[2] ?? `${SHARED}posts`
/** Graded posts stay outside, so that the fit has not seen what is measured. */
const graded = new Set(readGraded(`${SHARED}relevance`).judgements.map(postKey))
const all = readdirSync(folder)
  .toSorted()
  .map((name) => name.replace(/\.jsonl(\.gz)?$/, ''))
  .flatMap((file) =>
    readPostFile(folder, file).map((row) => ({ key: postKey({ file, id: row.id }), post: toPost(row) })),
  )
  .filter(({ key }) => !graded.has(key))
const chance = createChance(3)
const share = POSTS / all.length
const texts = all.filter(() => chance.share() < share).map(({ post }) => embeddedText(post))

const embedder = createLocalEmbedder()
const vectors: Float32Array[] = []
for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
  const made = await embedder.embed(texts.slice(at, at + TEXTS_AT_ONCE))
  // At the precision with which a post's vector is stored.
  vectors.push(...made.map((vector) => unpackVector(packVector(vector))))
}
await embedder.close()

const { directions, explained } = principalDirections(vectors, GIST_LENGTH)
const weights = {
  about: {
    made: 'by bench/reverse/fit-gist.ts: the principal directions, across their mean, of the vectors of public posts, none of them graded',
    model: embedder.model,
    posts: texts.length,
    dataHash: createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16),
    explained: Math.round(explained * 1_000) / 1_000,
  },
  directions: directions.map(pack),
}
writeFileSync(TARGET, `${JSON.stringify(weights)}\n`)
console.log(weights.about)

function pack(row: Float64Array): { peak: number; bytes: string } {
  const peak = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = Int8Array.from(row, (value) => Math.round((value / peak) * BYTE_MAX))
  return { peak: Number(peak.toPrecision(7)), bytes: Buffer.from(bytes.buffer).toString('base64') }
}
