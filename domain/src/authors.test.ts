import { describe, expect, test } from 'vitest'
import { accountOf } from './authors.ts'

const named = (name: string, externalId: string | null = name, url: string | null = null) => ({ name, externalId, url })

describe('the account behind a post', () => {
  test.each([
    ['hacker_news', named('pg'), 'pg', 'pg'],
    ['reddit', named('Some_One', 't2_abc'), 'some_one', 'Some_One'],
    ['reddit', named('/u/Some_One', null), 'some_one', 'Some_One'],
    ['github', named('octocat', 'octocat', 'https://github.com/octocat'), 'octocat', 'octocat'],
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
