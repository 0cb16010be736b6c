import { describe, expect, test } from 'vitest'
import { chooseSearch, PAGES_MAX } from './choose-search.ts'
import type { AskedSearch, Choice, ReachState, ReachTarget, SeenPost } from './reach.ts'

const FORUM: ReachTarget = { platform: 'forum', source: null, takes: 'words', hasCommunities: false, pagesMax: 60 }
const BOARD: ReachTarget = { ...FORUM, platform: 'board', hasCommunities: true }
const TITLED: ReachTarget = { ...FORUM, platform: 'titled', takes: 'words_and_titles' }
const FEED: ReachTarget = { ...FORUM, platform: 'feeds', source: 'https://a.example', takes: 'listing' }

function stateOf(change: Partial<ReachState> = {}): ReachState {
  return {
    targets: [FORUM],
    own: [],
    starting: ['ledger', 'invoice', 'software'],
    unwanted: [],
    asked: [],
    seen: [],
    best: [],
    ...change,
  }
}

function asked(position: number, over: Partial<AskedSearch> = {}): AskedSearch {
  const search = { platform: 'forum', source: null, words: 'ledger', inTitle: false }
  return { ...search, position, origin: 'signal', pages: 1, posts: 20, state: 'open', isCut: false, ...over }
}

/** So many good posts that a page brought first. */
function good(posts: number, by: SeenPost['by'], over: Partial<SeenPost> = {}): SeenPost[] {
  const post = { rank: 0.6, by, platform: 'forum', community: null, title: null, ...over }
  return Array.from({ length: posts }, (_, index) => ({ ...post, id: `${by?.position} ${by?.page} ${index}` }))
}

function bestOf(posts: number, words: string[], over: { platform?: string; community?: string | null } = {}) {
  return Array.from({ length: posts }, () => ({
    platform: 'forum',
    community: null,
    words: new Set(words),
    ...over,
  }))
}

function ask(words: string, origin: AskedSearch['origin'] = 'signal', over: object = {}): Choice {
  return { kind: 'ask', search: { platform: 'forum', source: null, words, inTitle: false, ...over }, origin }
}

/** What would be asked, one after another, where every question is over with its first page and brought nothing. */
function askAll(state: ReachState): Extract<Choice, { kind: 'ask' }>[] {
  const choices: Extract<Choice, { kind: 'ask' }>[] = []
  const past: AskedSearch[] = []
  for (;;) {
    const choice = chooseSearch({ ...state, asked: past })
    if (choice?.kind !== 'ask') return choices
    choices.push(choice)
    const { search, origin } = choice
    past.push({ ...search, origin, position: past.length, pages: 1, posts: 0, state: 'over', isCut: false })
  }
}

describe('what is asked first', () => {
  test('are the user’s own searches, the most telling word, then the sources that can only be listed', () => {
    const state = stateOf({ targets: [FORUM, FEED], own: ['my ledger'] })
    expect(askAll(state).slice(0, 3)).toEqual([
      ask('my ledger', 'own'),
      ask('ledger'),
      ask('', 'listing', { platform: 'feeds', source: 'https://a.example' }),
    ])
  })

  test('is every source that can only be listed, however many there are', () => {
    const targets = Array.from({ length: 80 }, (_, at) => ({ ...FEED, source: `https://${at}.example`, pagesMax: 59 }))
    expect(askAll(stateOf({ targets, starting: [] })).filter(({ origin }) => origin === 'listing')).toHaveLength(80)
  })

  test('is one question to each target, before a second to any', () => {
    const first = askAll(stateOf({ targets: [FORUM, BOARD, TITLED] })).slice(0, 3)
    expect(first.map(({ search }) => [search.platform, search.words])).toEqual([
      ['forum', 'ledger'],
      ['board', 'ledger'],
      ['titled', 'ledger'],
    ])
  })

  test('is never what the user removed, in whatever order and case it is said', () => {
    const state = stateOf({
      starting: ['ledger', 'invoice'],
      unwanted: ['LEDGER', 'sourdough', 'software invoice'],
      asked: [asked(0, { words: 'invoice', state: 'over', isCut: true })],
      best: bestOf(5, ['sourdough']),
    })
    expect(chooseSearch(state)).toBeNull()
    expect(chooseSearch({ ...state, starting: ['ledger', 'invoice', 'software'] })).toEqual(ask('software'))
    expect(
      askAll({ ...state, starting: ['ledger', 'invoice', 'software'] }).map(({ search }) => search.words),
    ).not.toContain('invoice software')
  })

  test('is nothing that a platform would answer with everything', () => {
    const nothing = ['', 'x', 'the of', '2026', '""']
    expect(chooseSearch(stateOf({ own: nothing, starting: nothing }))).toBeNull()
  })

  test('is nothing where there is nobody to ask', () => {
    expect(chooseSearch(stateOf({ targets: [] }))).toBeNull()
  })
})

describe('a search that brings good posts', () => {
  test('is read on, before new questions', () => {
    const state = stateOf({ asked: [asked(0)], seen: good(20, { position: 0, page: 1 }) })
    expect(chooseSearch(state)).toEqual({ kind: 'deepen', position: 0 })
  })

  test('is left for new ones where its next page promises less', () => {
    expect(chooseSearch(stateOf({ asked: [asked(0)], seen: good(1, { position: 0, page: 1 }) }))).toEqual(
      ask('invoice'),
    )
  })

  test('is not read on where it is over', () => {
    const state = stateOf({ asked: [asked(0, { state: 'over' })], seen: good(20, { position: 0, page: 1 }) })
    expect(chooseSearch(state)).toEqual(ask('invoice'))
  })

  test('is read until its platform has had its pages, and no other question of the platform is asked', () => {
    const few = { ...FORUM, pagesMax: 3 }
    const seen = good(20, { position: 0, page: 2 })
    expect(chooseSearch(stateOf({ targets: [few], asked: [asked(0, { pages: 2 })], seen }))).toMatchObject({
      position: 0,
    })
    expect(chooseSearch(stateOf({ targets: [few], asked: [asked(0, { pages: 3 })], seen }))).toBeNull()
    const other = stateOf({ targets: [few, BOARD], asked: [asked(0, { pages: 3 })], seen })
    expect(chooseSearch(other)).toMatchObject({ kind: 'ask', search: { platform: 'board' } })
  })

  test('ends with the pages of the whole search, of which each source that is listed has one more', () => {
    const endless = { ...FORUM, pagesMax: 1000 }
    const of = (pages: number, targets = [endless]) =>
      chooseSearch(stateOf({ targets, asked: [asked(0, { pages })], seen: good(20, { position: 0, page: pages }) }))
    expect(of(PAGES_MAX - 1)).toMatchObject({ kind: 'deepen' })
    expect(of(PAGES_MAX)).toBeNull()
    expect(of(PAGES_MAX, [endless, FEED])).toMatchObject({ kind: 'ask', search: { platform: 'feeds' } })
  })
})

describe('a source whose questions fail', () => {
  const failed = { state: 'failed', pages: 0, posts: 0 } as const

  test('is left at once where it never answered, and the others are asked', () => {
    expect(chooseSearch(stateOf({ asked: [asked(0, failed)] }))).toBeNull()
    expect(chooseSearch(stateOf({ targets: [FORUM, BOARD], asked: [asked(0, failed)] }))).toMatchObject({
      search: { platform: 'board' },
    })
  })

  test('is asked again where it answered before, until it fails twice in a row', () => {
    const once = [asked(0), asked(1, { ...failed, words: 'invoice' })]
    expect(chooseSearch(stateOf({ asked: once }))).toEqual(ask('software'))
    const twice = [...once, asked(2, { ...failed, words: 'software' })]
    expect(chooseSearch(stateOf({ asked: twice, seen: good(20, { position: 0, page: 1 }) }))).toBeNull()
  })

  test('does not take the other sources of its platform with it', () => {
    const sites = ['money', 'webapps'].map((source) => ({ ...FORUM, source }))
    const state = stateOf({ targets: sites, asked: [asked(0, { ...failed, source: 'money' })] })
    expect(chooseSearch(state)).toEqual(ask('ledger', 'signal', { source: 'webapps' }))
  })
})

describe('the best posts so far', () => {
  const over = ['ledger', 'invoice', 'software'].map((words, position) =>
    asked(position, { words, platform: 'board', state: 'over' }),
  )
  const seen = over.flatMap(({ position }) => good(8, { position, page: 1 }, { platform: 'board' }))

  test('say which words to ask for next', () => {
    const best = bestOf(30, ['sourdough'], { platform: 'board' })
    expect(chooseSearch(stateOf({ targets: [BOARD], asked: over, seen, best }))).toEqual(
      ask('sourdough', 'posts', { platform: 'board' }),
    )
  })

  test('say in which community to ask, for the plan’s words there and its newest posts', () => {
    const best = bestOf(30, [], { platform: 'board', community: 'bakers' })
    const choices = askAll(stateOf({ targets: [BOARD], seen, best }))
    const inCommunity = choices.filter(({ search }) => search.source === 'bakers')
    expect(inCommunity.map(({ search, origin }) => [search.words, origin])).toEqual([
      ['ledger', 'community'],
      ['invoice', 'community'],
      ['software', 'community'],
      ['', 'community'],
    ])
  })

  test('say nothing of communities that fewer than three of them come from, or on platforms without', () => {
    const few = bestOf(2, [], { platform: 'board', community: 'bakers' })
    expect(askAll(stateOf({ targets: [BOARD], seen, best: few })).some(({ search }) => search.source !== null)).toBe(
      false,
    )
    const many = bestOf(30, [], { community: 'bakers' })
    expect(askAll(stateOf({ seen, best: many })).some(({ search }) => search.source !== null)).toBe(false)
  })
})

describe('a word that brings more than can be read', () => {
  const inTitles = [
    ...good(6, { position: 0, page: 1 }, { platform: 'titled', title: 'Which ledger?' }),
    ...good(1, { position: 0, page: 1 }, { platform: 'titled', title: 'Tea' }),
  ]

  test('is asked for in titles, where the platform can be and its good posts have it there', () => {
    const state = stateOf({ targets: [TITLED], starting: ['ledger'], asked: [asked(0, { platform: 'titled' })], seen: inTitles }) // oxfmt-ignore
    expect(chooseSearch(state)).toEqual(ask('ledger', 'signal', { platform: 'titled', inTitle: true }))
    const without = { ...state, targets: [{ ...TITLED, takes: 'words' as const }] }
    expect(chooseSearch(without)).toEqual({ kind: 'deepen', position: 0 })
  })

  test('is asked for with another of the words, where the platform shows only the first of many', () => {
    const cut = asked(0, { state: 'over', isCut: true, pages: 5 })
    const state = stateOf({
      starting: ['ledger', 'invoice'],
      asked: [cut, asked(1, { words: 'invoice', state: 'over' })],
    })
    expect(chooseSearch(state)).toEqual(ask('ledger invoice'))
    const whole = { ...state, asked: state.asked.map((one) => ({ ...one, isCut: false })) }
    expect(chooseSearch(whole)).toBeNull()
  })
})

describe('where every post that holds the words counts', () => {
  const state = stateOf({ own: ['acme', 'globex'], starting: [], readsAll: true })
  const of = (words: string, position: number, over: Partial<AskedSearch> = {}) =>
    asked(position, { words, origin: 'own', ...over })

  test('all words are asked for before a second page of any, and then the search that was read least goes on', () => {
    const [acme, globex] = [of('acme', 0, { pages: 3 }), of('globex', 1)]
    expect(chooseSearch({ ...state, asked: [acme] })).toEqual(ask('globex', 'own'))
    expect(chooseSearch({ ...state, asked: [acme, globex] })).toEqual({ kind: 'deepen', position: 1 })
    expect(chooseSearch({ ...state, asked: [acme, { ...globex, pages: 4 }] })).toEqual({ kind: 'deepen', position: 0 })
  })

  test('a search is read to its end, or to that of the platform’s pages', () => {
    const over = of('acme', 0, { state: 'over' })
    expect(chooseSearch({ ...state, asked: [over, of('globex', 1, { state: 'over' })] })).toBeNull()
    expect(chooseSearch({ ...state, asked: [over, of('globex', 1, { pages: FORUM.pagesMax - 1 })] })).toBeNull()
  })
})
