import { LENSES } from '@leadlight/domain/themes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carryOver } from './carry-over.ts'
import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import { findThemes, type FoundTheme, type ThemePost } from './find-themes.ts'
import { bitOf, lensesOf } from './lenses.ts'

const NONE = { themeOf: new Map<string, string>(), namedBy: new Set<string>() }

/** Numbers from -0.5 to 0.5, the same each time. */
function createNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff
    return state / 0x7fff_ffff - 0.5
  }
}

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

const WORDS = ['invoices', 'routers', 'coffee', 'visas', 'bicycles', 'violins']

/** Posts about so many things and posts about nothing in common, in turn; a post's id begins with what it is about. */
function writePosts({
  kinds,
  each,
  others,
  seed = 1,
}: {
  kinds: number
  each: number
  others: number
  seed?: number
}): ThemePost[] {
  const next = createNumbers(seed)
  const draw = () => unit(Float32Array.from({ length: VECTOR_LENGTH }, next))
  const middles = Array.from({ length: kinds }, draw)
  const planted = middles.flatMap((middle, kind) =>
    Array.from({ length: each }, (_, number) => {
      const noise = draw()
      const word = WORDS[kind] ?? ''
      return {
        id: `${word} ${number}`,
        text: `Question ${number}\nDoes anybody here know about ${word} and how they work? Thanks ${number} times.`,
        vector: unit(middle.map((value, at) => value + 0.6 * (noise[at] ?? 0))),
      }
    }),
  )
  const rest = Array.from({ length: others }, (_, number) => ({
    id: `other ${number}`,
    text: `Something else entirely, no. ${number}`,
    vector: draw(),
  }))
  return [...planted, ...rest].toSorted((a, b) => Number(a.id.split(' ')[1]) - Number(b.id.split(' ')[1]))
}

const kindsOf = ({ posts }: FoundTheme) => [...new Set(posts.map(({ id }) => id.replace(/ .*/u, '')))]

describe('themes', () => {
  const posts = writePosts({ kinds: 6, each: 20, others: 60 })

  test('are what several posts are about, and posts about nothing in common are in none', () => {
    const themes = findThemes(posts, NONE)
    expect(themes.map(kindsOf).flat().toSorted()).toEqual(WORDS.toSorted())
    for (const theme of themes) expect(theme.posts.length).toBeGreaterThanOrEqual(18)
  })

  test('are named by a sentence of a post that says what all are about, to the letter', () => {
    for (const theme of findThemes(posts, NONE)) {
      const [first] = theme.posts
      const text = posts.find(({ id }) => id === first?.id)?.text ?? ''
      expect(text.slice(first?.quote?.start, first?.quote?.end)).toBe(
        `Does anybody here know about ${kindsOf(theme)[0]} and how they work?`,
      )
    }
  })

  test('are the same for the same posts in any order, as far as what belongs together', () => {
    const contents = (of: readonly ThemePost[]) =>
      findThemes(of, NONE)
        .map((theme) =>
          theme.posts
            .map(({ id }) => id)
            .toSorted()
            .join(),
        )
        .toSorted()
    expect(contents(posts.toReversed())).toEqual(contents(posts))
  })

  test('are none where there are too few posts', () => {
    expect(findThemes(writePosts({ kinds: 1, each: 29, others: 0 }), NONE)).toEqual([])
    expect(findThemes(writePosts({ kinds: 1, each: 30, others: 0 }), NONE)).toHaveLength(1)
  })

  test('stay the ones they were when a week of posts goes and another comes, with the name they had', () => {
    const before = findThemes(posts.slice(0, 140), NONE)
    const idOf = (theme: FoundTheme) => `theme of ${kindsOf(theme)[0]}`
    const former = {
      themeOf: new Map(before.flatMap((theme) => theme.posts.map(({ id }) => [id, idOf(theme)] as const))),
      // Not the ones that would come first by themselves.
      namedBy: new Set(before.flatMap((theme) => theme.posts.at(-1)?.id ?? [])),
    }
    const after = findThemes(posts.slice(40), former)
    expect(after.length).toBe(6)
    for (const theme of after) expect(theme.formerId).toBe(idOf(theme))
    const names = after.map((theme) => theme.posts[0]?.id ?? '')
    const stillThere = [...former.namedBy].filter((id) => posts.slice(40).some((post) => post.id === id))
    expect(stillThere.length).toBeGreaterThan(0)
    for (const id of stillThere) expect(names).toContain(id)
  })

  test('that nobody knew before have no former id', () => {
    for (const { formerId } of findThemes(posts, { ...NONE, themeOf: new Map([['gone', 'old']]) }))
      expect(formerId).toBeNull()
  })
})

test('no heading of a form names a theme', () => {
  const posts = writePosts({ kinds: 1, each: 30, others: 0 }).map((post) => ({
    ...post,
    text: `### System information about invoices\n${post.text}`,
  }))
  const [theme] = findThemes(posts, NONE)
  expect(theme?.posts.length).toBeGreaterThan(20)
  for (const { id, quote } of theme?.posts ?? []) {
    const text = posts.find((post) => post.id === id)?.text ?? ''
    expect(text.slice(quote?.start, quote?.end)).toMatch(/^Does anybody/)
  }
})

describe('which theme goes on from which', () => {
  test('each former theme has one successor at most, and what is gone counts for nothing', () => {
    const id = fc.integer({ min: 0, max: 30 }).map(String)
    const former = fc.dictionary(id, fc.constantFrom('a', 'b', 'c'))
    const groups = fc.array(fc.uniqueArray(id, { maxLength: 12 }), { maxLength: 6 })
    fc.assert(
      fc.property(former, groups, (themeOf, themes) => {
        const ids = carryOver(themes, new Map(Object.entries(themeOf)), new Set(themes.flat()))
        expect(ids).toHaveLength(themes.length)
        const used = ids.filter((one) => one !== null)
        expect(new Set(used).size).toBe(used.length)
      }),
    )
    const gone = new Map([
      ['x', 'old'],
      ['y', 'old'],
      ['1', 'old'],
      ['2', 'old'],
    ])
    expect(carryOver([['1', '2', '3']], gone, new Set(['1', '2', '3']))).toEqual(['old'])
  })

  test('the one with the larger share of common posts goes on', () => {
    const former = new Map(['1', '2', '3', '4', '5', '6'].map((post) => [post, 'old']))
    const present = new Set(['1', '2', '3', '4', '5', '6', '7'])
    expect(
      carryOver(
        [
          ['1', '2', '7'],
          ['3', '4', '5', '6'],
        ],
        former,
        present,
      ),
    ).toEqual([null, 'old'])
  })
})

describe('a lens', () => {
  test.each([
    ['Which invoicing tool would you recommend?', ['asks']],
    ['The app crashes all day and support is useless.', ['pains']],
    ['It costs $40 a month.', ['money']],
    ['We are migrating off Heroku.', ['switches']],
    ['The weather is nice in Lisbon.', []],
    ['I recommend the museum.', []],
  ])('shows in %j: %j', (text, lenses) => {
    const bits = lensesOf(text)
    expect(LENSES.filter((lens) => (bits & bitOf(lens)) !== 0)).toEqual(lenses)
  })
})
