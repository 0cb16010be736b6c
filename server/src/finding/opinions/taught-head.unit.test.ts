import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { expect, test } from 'vitest'
import {
  isKeptByModel,
  keepsBy,
  packHead,
  taughtScore,
  teachHead,
  unpackHead,
  type TeachingVerdict,
} from './taught-head.ts'

const LENGTH = 24

function chances(seed: string): () => number {
  const random = createSeededRandom(seed)
  return () => Buffer.from(random.bytes(4)).readUInt32LE() / 2 ** 32
}

/** Posts of which the model keeps those that `rule` says, unlike the built-in model's scores. */
function verdicts(
  seed: string,
  count: number,
  rule: (post: Pick<TeachingVerdict, 'vector' | 'features'>) => boolean,
): TeachingVerdict[] {
  const chance = chances(seed)
  return Array.from({ length: count }, () => {
    const raw = Float32Array.from({ length: LENGTH }, () => chance() - 0.5)
    const length = Math.hypot(...raw)
    const vector = raw.map((value) => value / length)
    const features = { asks: chance() < 0.5 ? 1 : 0, constant: 7, words: 100 * chance() }
    return { local: 0.15 + 0.35 * chance(), vector, features, modelKept: rule({ vector, features }), said: null }
  })
}

const agreedBy = (head: Parameters<typeof keepsBy>[0], posts: readonly TeachingVerdict[]) =>
  posts.filter((post) => keepsBy(head, post) === post.modelKept).length / posts.length

test('without verdicts nothing is taught', () => {
  expect(teachHead([])).toBeUndefined()
})

test('what is measured on posts left out is what other posts find', () => {
  for (const rule of [
    ({ vector }: Pick<TeachingVerdict, 'vector'>) => vector[0]! > vector[1]!,
    ({ features }: Pick<TeachingVerdict, 'features'>) => features['asks'] === 1,
  ]) {
    const { head, lesson } = teachHead(verdicts('learned', 300, rule))!
    const share = lesson.agreed / lesson.counted
    expect(lesson.counted).toBe(300)
    expect(share).toBeGreaterThan(0.85)
    expect(Math.abs(agreedBy(head, verdicts('others', 2_000, rule)) - share)).toBeLessThan(0.05)
  }
})

test('verdicts by chance are not agreed with, however well they are learned by heart', () => {
  const coin = chances('coin')
  const { lesson } = teachHead(verdicts('by-chance', 300, () => coin() < 0.5))!
  expect(lesson.agreed / lesson.counted).toBeLessThan(0.6)
})

test('what people said goes before what the model said, weighs more, and is not measured', () => {
  const posts = verdicts('said', 100, ({ vector }) => vector[0]! > 0)
  const { head } = teachHead(posts)!
  const [post] = posts
  const corrected = teachHead(posts.map((each) => (each === post ? { ...each, said: !each.modelKept } : each)))!
  const turned = teachHead(posts.map((each) => (each === post ? { ...each, modelKept: !each.modelKept } : each)))!
  const moved = (by: typeof head) => Math.abs(taughtScore(by, post!) - taughtScore(head, post!))
  expect(corrected.lesson.counted).toBe(99)
  expect(moved(corrected.head)).toBeGreaterThan(1.5 * moved(turned.head))
})

test('a head is stored and read again to the bit, and equal verdicts give equal bits', () => {
  const posts = verdicts('stored', 60, ({ features }) => features['asks'] === 1)
  const { head } = teachHead(posts)!
  expect(unpackHead(packHead(head))).toEqual(head)
  expect(packHead(teachHead(posts)!.head).equals(packHead(head))).toBe(true)
})

test('a feature far beyond what was taught counts for three deviations', () => {
  const { head } = teachHead(verdicts('far', 200, ({ features }) => features['words']! > 50))!
  const post = verdicts('one', 1, () => true)[0]!
  const scoreAt = (words: number) => taughtScore(head, { ...post, features: { ...post.features, words } })
  expect(scoreAt(1_000)).toBe(scoreAt(100_000))
  expect(scoreAt(1_000)).toBeGreaterThan(scoreAt(60))
})

test('a model keeps a post from the threshold on', () => {
  expect([isKeptByModel(90), isKeptByModel(5)]).toEqual([true, false])
})
