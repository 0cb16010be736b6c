import { VECTOR_LENGTH } from '@leadlight/engine/embedding/embedder'
import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { keepPosts } from '@leadlight/server/finding/matching/kept-posts'
import { sql } from 'kysely'
import type { Asked, Script } from './doubles/language-model-double.ts'
import { giveReading, readAskedReading } from './doubles/reading-model.ts'
import { newPost } from './kept-posts.ts'
import { inOrganization, type LeadSite } from './lead-builder.ts'
import { KEPT_FROM, searchOver, SHIFT, work, type OpinionFixture } from './opinion-fixture.ts'

/** What posts are about. A double keeps those about some of these, which the built-in model's scores say nothing of. */
const SUBJECTS = ['tax', 'payroll', 'invoice', 'garden', 'piano', 'travel', 'chess', 'baking', 'cycling', 'poetry']
const FILLERS = 40
const FILLERS_A_POST = 4
const FILLER_SHARE = 0.3
/** Each post mentions another subject in passing, so what it is about has to be told from what it mentions. */
const ASIDE_SHARE = 0.5
const QUOTE = 'I look for somebody who knows'
/** All within the band of posts that the built-in model is unsure of. */
const LOCAL = { from: KEPT_FROM - SHIFT + 1, to: KEPT_FROM + SHIFT - 1 }

export interface TaughtPosts {
  /** Each post's text ends with it and the post's number. */
  seed: string
  /** What the double keeps from now on. */
  wanted: ReadonlySet<string>
  script: (asked: Asked) => Script
  /** Searches over so many new posts and judges them; returns what each is about and whether it was kept. */
  judge(site: LeadSite, count: number, revision?: number): Promise<{ subject: string; kept: boolean }[]>
}

const FIRST_WANTED = SUBJECTS.slice(0, 4)
export const LATER_WANTED = SUBJECTS.slice(3, 7)

/** A stream of posts, all uncertain, and a double of a large model with known verdicts on them. */
export function createTaughtPosts(fixture: OpinionFixture, seed: string): TaughtPosts {
  const chance = createChance(seed)
  const words = [...SUBJECTS, ...Array.from({ length: FILLERS }, (_, at) => `filler${at}`)]
  const vectors = new Map(
    words.map((word) => [word, Float32Array.from({ length: VECTOR_LENGTH }, () => chance() - 0.5)]),
  )
  const pick = (from: readonly string[]) => from[Math.floor(chance() * from.length)] ?? ''
  let made = 0

  function write() {
    made += 1
    const subject = pick(SUBJECTS)
    const fillers = Array.from({ length: FILLERS_A_POST }, () => pick(words.slice(SUBJECTS.length)))
    const aside = pick(SUBJECTS)
    const vector = new Float32Array(VECTOR_LENGTH)
    const add = (word: string, share: number) =>
      vectors.get(word)?.forEach((value, at) => (vector[at] = (vector[at] ?? 0) + share * value))
    add(subject, 1)
    add(aside, ASIDE_SHARE)
    for (const filler of fillers) add(filler, FILLER_SHARE)
    const length = Math.hypot(...vector)
    const local = LOCAL.from + Math.floor(chance() * (LOCAL.to - LOCAL.from + 1))
    const text = `[${local}] ${QUOTE} ${subject}: ${aside} ${fillers.join(' ')} ${'abcdefghijklmnop'.repeat(made % 40)} ${seed}-${made}.`
    const wish = { externalId: `${seed}-${made}`, author: `${seed}-${made}`, title: null, text }
    return { subject, vector: packVector(vector.map((value) => value / length)), post: newPost(fixture.app, wish) }
  }

  const stream: TaughtPosts = {
    seed,
    wanted: new Set(FIRST_WANTED),
    script(asked) {
      const subject = new RegExp(`${QUOTE} (\\w+):`).exec(readAskedReading(asked).text)?.[1] ?? ''
      return stream.wanted.has(subject)
        ? giveReading(asked, { score: 90, for: [QUOTE], reason: 'The author looks for help.' })
        : giveReading(asked, { score: 5, against: [QUOTE], reason: 'It is about something else.' })
    },
    async judge(site, count, revision = 1) {
      const written = Array.from({ length: count }, write)
      const about = {
        model: fixture.matching.embedder.model,
        origin: 'everybody' as const,
        now: fixture.app.clock.now(),
      }
      const ids = await inOrganization(fixture.app, site, (tx) => keepPosts(tx, written, about))
      const searchId = await searchOver(fixture, site, { ids, revision })
      await work(fixture, { ...site, searchId, postIds: new Map() })
      const { rows } = await inOrganization(fixture.app, site, (tx) =>
        sql<{ id: string }>`
          select post_id as id from judgement where intent_signal_id = ${site.signalId} and kept`.execute(tx),
      )
      const kept = new Set(rows.map(({ id }) => id))
      return written.map(({ subject }, at) => ({ subject, kept: kept.has(ids[at] ?? '') }))
    },
  }
  return stream
}

function createChance(seed: string): () => number {
  const random = createSeededRandom(seed)
  return () => Buffer.from(random.bytes(4)).readUInt32LE() / 2 ** 32
}
