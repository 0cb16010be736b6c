import { expect, test } from 'vitest'
import { addAddress, homeOf } from './add-address.ts'

const HOME = 'https://leads.example.com'

function read(address: string) {
  const { origin, pathname, search, hash } = new URL(address)
  return { at: origin + pathname + search, found: Object.fromEntries(new URLSearchParams(hash.slice(1))) }
}

test.each([
  ['plain words', 'Which one?\nI need it.'],
  ['signs of addresses', 'a=1&b=2#c%20+d'],
  ['right to left, with controls', '\u202Bאיזו תוכנה?\u202C \u2067x\u2069'],
  ['nothing', ''],
])('%s arrive as they are, behind what is sent to the server', (_, text) => {
  const url = 'https://forum.example/a?b=1&c=2#d'
  expect(read(addAddress(HOME, { url, text }))).toEqual({ at: `${HOME}/add`, found: { url, text } })
})

test('a long text is cut, and never through a character', () => {
  const { found } = read(addAddress(HOME, { url: 'https://a.example/', text: `${'a'.repeat(19_999)}😀 and more` }))
  expect(found['text']).toBe('a'.repeat(19_999))
  expect(read(addAddress(HOME, { url: '', text: 'a\uD800b' })).found['text']).toBe('a\uFFFDb')
})

test.each(['chrome://settings/', 'file:///home/rosa/a.html', 'javascript:alert(1)', 'about:blank', ''])(
  'the address %j is none of the web',
  (url) => {
    expect(read(addAddress(HOME, { url, text: 'x' })).found['url']).toBe('')
  },
)

test.each([
  ['https://leads.example.com', HOME],
  [' leads.example.com/projects/1 ', HOME],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['localhost:3000', 'https://localhost:3000'],
  ['ftp://leads.example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  ['no address at all', undefined],
])('%j is kept as %j', (typed, home) => {
  expect(homeOf(typed)).toBe(home)
})
