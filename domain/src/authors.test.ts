import { describe, expect, test } from 'vitest'
import { accountIdOf, accountIdsOf, accountOf, authorshipOf } from './authors.ts'

const named = (name: string, externalId: string | null = name, url: string | null = null) => ({ name, externalId, url })

describe('the account behind a post', () => {
  test.each([
    ['hacker_news', named('pg'), 'pg', 'pg'],
    ['reddit', named('Some_One', 't2_abc'), 'some_one', 'Some_One'],
    ['reddit', named('/u/Some_One', null), 'some_one', 'Some_One'],
    ['github', named('octocat', 'octocat', 'https://github.com/octocat'), 'octocat', 'octocat'],
    ['github', named('Octocat', '#583231', 'https://github.com/Octocat'), 'Octocat', 'Octocat'],
    ['bluesky', named('Ada', 'did:plc:1', 'https://bsky.app/profile/ada.example'), 'did:plc:1', 'ada.example'],
    ['mastodon', named('Ada L.', 'ada@m.example', 'https://m.example/@ada'), 'ada@m.example', 'ada@m.example'],
    ['lemmy', named('Ada', 'https://l.example/u/ada'), 'https://l.example/u/ada', 'ada@l.example'],
    ['discourse', named('Ada', 'f.example/ada', 'https://f.example/u/ada'), 'f.example/ada', 'ada'],
    ['x', named('Ada', '12', 'https://x.com/ada'), '12', 'ada'],
    ['stack_exchange', named('Ada', '5', 'https://superuser.com/users/5/ada'), 'superuser.com/5', 'Ada'],
    ['paste', named('Ada  Lovelace', null), 'Ada Lovelace', 'Ada Lovelace'],
  ])('is identified on %s by its id there', (platform, author, externalId, handle) => {
    expect(accountOf(platform, author)).toMatchObject({ externalId, handle })
  })

  test('has one id per site of Stack Exchange, even for the same number', () => {
    const of = (site: string) =>
      accountOf('stack_exchange', named('Ada', '5', `https://${site}/users/5/ada`))?.externalId
    expect(of('superuser.com')).not.toBe(of('serverfault.com'))
  })

  test.each([
    ['reddit', '[deleted]'],
    ['reddit', 'AutoModerator'],
    ['github', 'ghost'],
    ['github', 'dependabot[bot]'],
    ['github', 'renovate'],
    ['github', 'acme-bot'],
    ['reddit', 'RemindMeBot'],
    ['discourse', 'system'],
    ['feed', 'admin'],
    ['hacker_news', '  '],
  ])('is nobody’s if it is gone or a bot’s: %s %s', (platform, name) => {
    expect(accountOf(platform, named(name))).toBeUndefined()
  })

  test.each(['Talbot', 'abbot', 'Robot Jones', 'ghost'])('%s is somebody', (name) => {
    expect(accountOf('hacker_news', named(name))).toBeDefined()
  })

  test('is nobody’s if a post names no author', () => {
    expect(accountOf('feed', null)).toBeUndefined()
  })
})

describe('an account that is named by its id', () => {
  test.each([
    ['reddit', '/u/Some_One', named('Some_One', 't2_abc')],
    ['reddit', 'Some_One', named('/u/some_one', null)],
    ['stack_exchange', 'SuperUser.com/5', named('Ada', '5', 'https://superuser.com/users/5/ada')],
    ['mastodon', '@ada@m.example', named('Ada L.', 'ada@m.example')],
    ['lemmy', 'https://l.example/u/ada', named('Ada', 'https://l.example/u/ada')],
    ['discourse', 'f.example/ada', named('Ada', 'f.example/ada', 'https://f.example/u/ada')],
    ['bluesky', 'did:plc:1', named('Ada', 'did:plc:1')],
    ['hacker_news', ' pg ', named('pg')],
    ['x', '12', named('Ada', '12')],
  ])('is that of their posts: on %s %s', (platform, id, author) => {
    expect(accountIdOf(platform, id)).toBe(accountOf(platform, author)?.externalId)
  })

  test.each([
    ['hackernews', 'pg'],
    ['toString', 'pg'],
    ['stack_exchange', '5'],
    ['stack_exchange', 'superuser.com/ada'],
    ['mastodon', 'ada'],
    ['discourse', 'ada'],
    ['bluesky', 'ada.example'],
    ['reddit', ' '],
  ])('is refused where that can be no account’s: %s %s', (platform, id) => {
    expect(accountIdOf(platform, id)).toBeUndefined()
  })
})

describe('the ids by which an account may come back', () => {
  test.each([
    ['reddit', named('Some_One', 't2_aBc'), ['some_one', 't2_aBc', 't2_abc']],
    ['reddit', named('Some_One', 'Some_One'), ['some_one', 'Some_One']],
    ['github', named('Octocat', '#583231'), ['Octocat', 'octocat', '#583231']],
    ['mastodon', named('Ada', 'Ada@m.example'), ['Ada@m.example', 'ada@m.example']],
    ['hacker_news', named('pG'), ['pG']],
    ['youtube', named('Ada', 'UCx'), ['UCx']],
    ['stack_exchange', named('Ada', '5', 'https://superuser.com/users/5/ada'), ['superuser.com/5']],
    ['github', named('dependabot[bot]', '#1'), []],
  ])('are on %s its own, the name where that tells it too, and either in small letters', (platform, author, ids) => {
    expect(accountIdsOf(platform, author)).toEqual(ids)
  })

  test('tell posts of the account, on a site of its own where each numbers its users', () => {
    const ada = named('Ada', '5', 'https://superuser.com/users/5/ada')
    expect(authorshipOf('stack_exchange', ada)).toMatchObject({ externalIds: ['5'], names: [], site: 'superuser.com' })
    expect(authorshipOf('reddit', named('Some_One', 't2_abc'))).toMatchObject({ names: ['some_one'], site: null })
    expect(authorshipOf('stack_exchange', named('user5', 'user5'))).toMatchObject({ externalIds: ['user5'], site: '' })
  })

  test('tell posts of the account in every form in which some name it', () => {
    expect(authorshipOf('github', named('Octocat', '#583'), named('octocat'), named('hubot', '#583'))).toEqual({
      platform: 'github',
      externalIds: ['#583', 'Octocat', 'octocat', 'hubot'],
      names: ['octocat', 'hubot'],
      site: null,
    })
  })
})
