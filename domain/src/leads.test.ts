import { expect, test } from 'vitest'
import { withoutShadowed } from './leads.ts'

test('an entry with an empty external id is dropped where a named channel of the platform exists', () => {
  const channels = [
    { platform: 'reddit', external_id: '' },
    { platform: 'reddit', external_id: 'r/sysadmin' },
    { platform: 'hacker_news', external_id: '' },
  ]

  expect(withoutShadowed(channels)).toEqual([
    { platform: 'reddit', external_id: 'r/sysadmin' },
    { platform: 'hacker_news', external_id: '' },
  ])
})
