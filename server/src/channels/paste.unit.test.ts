import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChannelError } from './channel.ts'
import { readPasted } from './paste.ts'
import type { Pasted } from './paste.ts'

const now = new Date('2026-11-21T12:00:00Z')
const paste = (pasted: Pasted, within = 'org') => readPasted(pasted, { now, within })
const POST = 'https://www.linkedin.com/posts/made-up_crm-activity-7123'

test('a pasted post holds what was pasted and nothing else', () => {
  const url = `${POST}?utm_source=share&trk=public_post&rcm=ACoAA`
  const title = ' Looking for\na CRM '
  expect(paste({ url, text: ' We want out.\r\n\r\nAny ideas?\u0000 ', title, author: 'Made Up' })).toEqual({
    platform: 'pasted',
    externalId: 'org https://linkedin.com/posts/made-up_crm-activity-7123',
    kind: 'post',
    url: POST,
    author: { externalId: 'Made Up', name: 'Made Up', url: null },
    title: 'Looking for a CRM',
    text: 'We want out.\n\nAny ideas?',
    postedAt: now,
    community: { externalId: 'linkedin.com', name: 'linkedin.com', displayName: 'linkedin.com' },
    replies: null,
    points: null,
    license: null,
  })
})

test.each([
  [POST, `  ${POST}/  `],
  [POST, POST.replace('https://www.', '')],
  [POST, POST.replace('https://', 'http://')],
  [POST, POST.replace('www.linkedin.com', 'LinkedIn.com.')],
  [POST, `${POST}?fbclid=1&gclid=2&UTM_Medium=3&__cft__[0]=4&lipi=5#comments`],
  [POST, `${POST}#:~:text=crm`],
  ['https://x.com/a/status/1', 'https://x.com/a/status/1?s=20&t=abc'],
  ['https://youtu.be/abc?t=5', 'https://youtu.be/abc?si=xyz&t=5'],
  ['https://a.example/?a=1&b=2', 'https://a.example?b=2&a=1'],
  ['https://a.example/x', 'https://a.example:443/x'],
])('%s is the same post as %s', (url, again) => {
  expect(paste({ url: again }).externalId).toBe(paste({ url }).externalId)
})

test.each([
  ['https://a.example/?p=1', 'https://a.example/?p=2'],
  ['https://a.example/X', 'https://a.example/x'],
  ['https://a.example/x', 'https://a.example:8443/x'],
  ['https://a.example/#/one', 'https://a.example/#/two'],
  ['https://github.com/a/b?ref=one', 'https://github.com/a/b?ref=two'],
  ['https://a.example/?s=1', 'https://a.example/?s=2'],
])('%s is another post than %s', (url, other) => {
  expect(paste({ url }).externalId).not.toBe(paste({ url: other }).externalId)
})

test('words alone give the same post again, whatever separates them', () => {
  const post = paste({ text: 'We want  out.\n\nAny ideas? é' })
  expect(post).toMatchObject({ url: '', community: null, externalId: expect.stringMatching(/^org text:[0-9a-f]{32}$/) })
  expect(paste({ text: ' We want out. Any ideas? e\u0301' }).externalId).toBe(post.externalId)
  expect(paste({ text: 'We want in. Any ideas?' }).externalId).not.toBe(post.externalId)
})

test('the same address pasted by others is a post of theirs', () => {
  expect(paste({ url: POST }, 'one').externalId).not.toBe(paste({ url: POST }, 'two').externalId)
})

test('an address in the text field counts as the address', () => {
  expect(paste({ text: ` ${POST} ` })).toEqual(paste({ url: POST }))
  expect(paste({ text: `see ${POST}` })).toMatchObject({ url: '', text: `see ${POST}` })
})

test('a time in the future counts as now', () => {
  const yesterday = new Date('2026-11-20T12:00:00Z')
  expect(paste({ text: 'x', postedAt: yesterday }).postedAt).toEqual(yesterday)
  expect(paste({ text: 'x', postedAt: new Date('2027-01-01') }).postedAt).toEqual(now)
  expect(paste({ text: 'x', postedAt: new Date('no date') }).postedAt).toEqual(now)
})

test.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' JAVASCRIPT://a.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'ftp://a.example/x',
  'mailto:a@b.example',
  'https://user:secret@a.example/',
  'https://a.example@evil.example/',
  'https://',
  'https://localhost/x',
  'https://.../x',
  'https://exa mple.org/',
  'not an address',
  'word',
  `https://a.example/${'x'.repeat(2_000)}`,
  `https://a.example/${'漢'.repeat(300)}`,
])('%j is refused as an address', (url) => {
  expect(() => paste({ url, text: 'kept by whoever asked' })).toThrow(
    expect.objectContaining({ kind: 'misconfigured', message: expect.stringContaining('not the address of a page') }),
  )
})

test.each([{}, { url: ' ', text: '' }, { text: '\u0000\u0007 \n' }, { title: 'only a title', author: 'only a name' }])(
  'a paste without anything is refused: %j',
  (pasted) => {
    expect(() => paste(pasted)).toThrow('Paste the address of a post, its text, or both.')
  },
)

test('a text as long as a book is refused', () => {
  expect(paste({ text: 'x'.repeat(50_000) }).text).toHaveLength(50_000)
  expect(() => paste({ text: 'x'.repeat(50_001) })).toThrow('too long to be one post')
})

test('a name in another script is shown as it is registered', () => {
  expect(paste({ url: 'https://аpple.example/x' }).community?.displayName).toMatch(/^xn--/)
})

test('any paste becomes a well-formed post or an error with a sentence', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'https://',
      'a.example',
      '/',
      '?',
      '&',
      '=',
      '%',
      '%E0',
      '#',
      '\u0000',
      '\ud800',
      '\u202e',
      '<script>',
      ' ',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const text = fc.option(fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')))
  const pasted = fc.record({ url: text, text, title: text, author: text })
  const property = fc.property(pasted, (given) => {
    const post = tryPaste(given)
    if (post === null) return
    expect(post.url === '' || /^https?:\/\/[^/@]+\.[^/@]+(\/|$)/.test(post.url)).toBe(true)
    for (const said of [post.externalId, post.text, post.title ?? '', post.author?.name ?? '']) {
      expect(said.isWellFormed()).toBe(true)
      expect(said).not.toMatch(/[^\P{Cc}\n\t]/u)
    }
    expect(paste({ ...given, url: post.url || null }).externalId).toBe(post.externalId)
  })
  fc.assert(property, { numRuns: 1_000 })
})

function tryPaste(given: Pasted) {
  try {
    return paste(given)
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'misconfigured' && error.message.endsWith('.')) return null
    throw error
  }
}
