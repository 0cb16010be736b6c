import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSearch, PAGES_MAX } from './choose-search.ts'
import {
  BEST_POSTS,
  searchKey,
  wordsKey,
  type AskedSearch,
  type Choice,
  type ReachSearch,
  type ReachState,
  type ReachTarget,
  type SeenPost,
} from './reach.ts'
import { asksForWords, readSearchText } from './search-text.ts'

/** Words of posts and of plans, with some that must never be asked for. */
const WORDS = ['ledger', 'invoice', 'sourdough', 'payroll', 'c++', 'co-founder', 'software', 'the', 'use', 'x', '2026']
const PLATFORMS = ['a', 'b', 'c']

interface WorldPost extends Omit<SeenPost, 'by'> {
  words: string[]
}

/** How a platform behaves: as asked, or failing, sending one page for ever, or sending empty ones for ever. */
type Manner = 'answers' | 'fails' | 'fails_sometimes' | 'repeats' | 'is_empty' | 'cuts'

interface World {
  posts: WorldPost[]
  targets: ReachTarget[]
  manners: Manner[]
  pageSizes: number[]
  own: string[]
  starting: string[]
  unwanted: string[]
}

const someWords = (max: number) => fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: max })

const target: fc.Arbitrary<ReachTarget> = fc.record({
  platform: fc.constantFrom(...PLATFORMS),
  source: fc.constantFrom(null, null, 's1', 's2'),
  takes: fc.constantFrom('words', 'words', 'words_and_titles', 'listing'),
  hasCommunities: fc.boolean(),
  pagesMax: fc.constantFrom(0, 1, 3, 8, 60, 200),
})

const worlds: fc.Arbitrary<World> = fc.record({
  posts: fc
    .array(
      fc.record({
        rank: fc.double({ min: 0, max: 0.9, noNaN: true }),
        platform: fc.constantFrom(...PLATFORMS),
        community: fc.constantFrom(null, '', 'bakers', 'makers'),
        words: fc.subarray(WORDS, { minLength: 1 }),
        title: fc.constantFrom(null, 'Which ledger?', 'Invoice or payroll'),
      }),
      { maxLength: 120, size: 'max' },
    )
    .map((posts) => posts.map((post, index) => ({ ...post, id: String(index) }))),
  // The sources of a platform are limited together.
  targets: fc
    .uniqueArray(target, { maxLength: 5, selector: ({ platform, source }) => `${platform} ${source}` })
    .map((targets) => targets.map((one) => ({ ...one, pagesMax: targets.find(({ platform }) => platform === one.platform)?.pagesMax ?? 0 }))), // oxfmt-ignore
  manners: fc.array(fc.constantFrom<Manner>('answers', 'answers', 'fails', 'fails_sometimes', 'repeats', 'is_empty', 'cuts'), { minLength: 3, maxLength: 3 }), // oxfmt-ignore
  pageSizes: fc.array(fc.constantFrom(1, 2, 7, 20), { minLength: 3, maxLength: 3 }),
  own: fc.array(fc.constantFrom(...WORDS, 'ledger invoice', '"New Relic"', ''), { maxLength: 3 }),
  starting: someWords(8),
  unwanted: fc.uniqueArray(fc.constantFrom(...WORDS, 'invoice ledger'), { maxLength: 3 }),
})

function matching({ posts }: World, { platform, source, words }: ReachSearch): WorldPost[] {
  const asked = readSearchText(words).words.split(' ').filter((word) => word !== '') // oxfmt-ignore
  return posts.filter(
    (post) =>
      post.platform === platform &&
      (source === null || source.startsWith('s') || post.community === source) &&
      asked.every((word) => post.words.includes(word)),
  )
}

/** What the page after those read answers. */
function answer(world: World, search: AskedSearch, requests: number): Partial<AskedSearch> & { came: WorldPost[] } {
  const at = PLATFORMS.indexOf(search.platform)
  const [manner, size = 1] = [world.manners[at], world.pageSizes[at]]
  if (manner === 'fails' || (manner === 'fails_sometimes' && requests % 3 === 0)) return { state: 'failed', came: [] }
  const found = matching(world, search)
  const pages = search.pages + 1
  if (manner === 'is_empty') return { pages, came: [] }
  if (manner === 'repeats')
    return { pages, posts: search.posts + Math.min(size, found.length), came: found.slice(0, size) }
  const came = found.slice(search.pages * size, pages * size)
  const isCut = manner === 'cuts' && pages >= 2
  const isOver = isCut || pages * size >= found.length
  return { pages, posts: search.posts + came.length, state: isOver ? 'over' : 'open', isCut, came }
}

/** Runs a search through a world to its end, and shows each choice with the state it was made in. */
function runThrough(world: World, look: (choice: Choice, state: ReachState) => void): AskedSearch[] {
  const { targets, own, starting, unwanted } = world
  let asked: AskedSearch[] = []
  const seen = new Map<string, SeenPost>()
  for (let requests = 1; ; requests += 1) {
    // Each request is a page or the failure of a question, and each source has few of those.
    expect(requests).toBeLessThan(3 * PAGES_MAX)
    const best = [...seen.values()]
      .toSorted((left, right) => right.rank - left.rank)
      .slice(0, BEST_POSTS)
      .map((post) => ({ ...post, words: new Set(world.posts[Number(post.id)]?.words) }))
    const state = { targets, own, starting, unwanted, asked, seen: [...seen.values()], best }
    const choice = chooseSearch(state)
    if (choice === null) return asked
    look(choice, state)
    const begun = { position: asked.length, pages: 0, posts: 0, state: 'open', isCut: false } as const
    const all = choice.kind === 'ask' ? [...asked, { ...choice.search, ...begun, origin: choice.origin }] : asked
    const position = choice.kind === 'ask' ? begun.position : choice.position
    asked = all.map((search) => {
      if (search.position !== position) return search
      const { came, ...change } = answer(world, search, requests)
      const next = { ...search, ...change }
      for (const { words: _words, ...post } of came)
        if (!seen.has(post.id)) seen.set(post.id, { ...post, by: { position, page: next.pages } })
      return next
    })
  }
}

test('a search ends within its pages, whatever platforms answer, and asks nothing twice', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const asked = runThrough(world, (choice, state) => {
        expect(choice.kind === 'ask' || state.asked[choice.position]?.state === 'open').toBe(true)
      })
      const listings = world.targets.filter(({ takes }) => takes === 'listing').length
      expect(asked.reduce((sum, { pages }) => sum + pages, 0)).toBeLessThanOrEqual(PAGES_MAX + listings)
      for (const { platform, pagesMax } of world.targets) {
        const own = asked.filter((one) => one.platform === platform)
        const firstLooks = own.filter(({ origin }) => origin === 'listing').length
        const pages = own.reduce((sum, one) => sum + Math.max(1, one.pages), 0)
        expect(pages - firstLooks).toBeLessThanOrEqual(pagesMax)
      }
      expect(new Set(asked.map(searchKey)).size).toBe(asked.length)
    }),
    { numRuns: 100 },
  )
})

test('it asks only sources that it has, for words that a platform can be asked for and that are not unwanted', () => {
  const origins = new Set<string>()
  fc.assert(
    fc.property(worlds, (world) => {
      const own = world.own.map(wordsKey)
      const unwanted = world.unwanted.map(wordsKey)
      for (const { platform, source, words, inTitle, origin } of runThrough(world, () => undefined)) {
        origins.add(inTitle ? 'title' : origin)
        const target = world.targets.find((one) => one.platform === platform && one.source === source)
        const communities = world.targets.some((one) => one.platform === platform && one.hasCommunities)
        expect(target !== undefined || (communities && origin === 'community')).toBe(true)
        expect(asksForWords(words)).toBe(!(words === '' && (origin === 'listing' || origin === 'community')))
        expect(origin === 'listing').toBe(target?.takes === 'listing' && words === '' && origin !== 'community')
        const takesTitles = world.targets.some((one) => one.platform === platform && one.takes === 'words_and_titles')
        expect(!inTitle || takesTitles).toBe(true)
        expect(own.includes(wordsKey(words)) || !unwanted.includes(wordsKey(words))).toBe(true)
      }
    }),
    // One seed, in whose worlds questions of every origin come up.
    { numRuns: 200, seed: 7 },
  )
  expect([...origins].toSorted()).toEqual(['community', 'listing', 'own', 'posts', 'signal', 'title'])
})

test('the same state gives the same choice', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      runThrough(world, (choice, state) => expect(chooseSearch(structuredClone(state))).toEqual(choice))
    }),
    { numRuns: 50 },
  )
})
