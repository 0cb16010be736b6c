import { describe, expect, it } from 'vitest'
import { fingerprint, isNearDuplicate } from './near-duplicate.ts'

const POST =
  'My web host has been down four times this month and support never answers my tickets. I am paying twelve dollars a month for a small shop with two hundred visitors a day. Which host would you move to if you were me? I would like daily backups and someone who picks up the phone when things break.'

function same(left: string, right: string): boolean {
  return isNearDuplicate(fingerprint(left), fingerprint(right))
}

describe('near duplicates', () => {
  it.each([POST, 'short', ''])('have fingerprints of 64 bits', (text) => {
    expect(fingerprint(text)).toHaveLength(8)
  })

  it.each([
    ['case, spaces and marks', POST.toUpperCase().replaceAll(' ', '  ').replaceAll('.', '!')],
    ['an added link', `${POST} https://example.com/shop?ref=1`],
    ['a quoted answer above', `> You wrote that yesterday\n${POST}`],
  ])('are recognised despite %s', (_what, other) => {
    expect(same(POST, other)).toBe(true)
  })

  it.each([
    [
      'another post on the subject',
      'Looking for a cheap host for a hobby site with almost no visitors. I know how to run a server but do not want to. Static files only, no database, and I would rather pay yearly. What do people use these days?',
    ],
    ['a short post of other words', 'Which host is best?'],
    ['nothing', ''],
  ])('do not include %s', (_what, other) => {
    expect(same(POST, other)).toBe(false)
  })

  it('among short posts are only those with equal words', () => {
    expect(same('Which host is best?', 'which HOST is best')).toBe(true)
    expect(same('Which host is best?', 'Which bank is best?')).toBe(false)
  })
})
