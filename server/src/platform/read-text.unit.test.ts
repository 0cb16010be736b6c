import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, readText } from './read-text.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each<[string, Uint8Array, string | null, string]>([
  ['UTF-8 without a word about it', Buffer.from('Café 日本'), 'text/html', 'Café 日本'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFCafé'), 'text/html', 'Café'],
  ['latin1 by the header', latin1('Café'), 'text/html; charset=ISO-8859-1', 'Café'],
  ['a charset in quotes', latin1('Café'), 'text/html; charset="iso-8859-1"', 'Café'],
  ['latin1 by its meta element', latin1('<meta charset="latin1">Café'), 'text/html', '<meta charset="latin1">Café'],
  ['windows-1252 by silence', Buffer.from([0x93, 0x43, 0x61, 0x66, 0xe9, 0x94]), null, '“Café”'],
  [
    'latin1 by its XML declaration',
    latin1('<?xml version="1.0" encoding="ISO-8859-1"?>é'),
    null,
    '<?xml version="1.0" encoding="ISO-8859-1"?>é',
  ],
  ['UTF-16 by its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Café', 'utf16le')]), null, 'Café'],
  ['UTF-16 the other way', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be('Café')]), null, 'Café'],
  ['UTF-8 that calls itself UTF-16', Buffer.from('<meta charset=utf-16>Café'), null, '<meta charset=utf-16>Café'],
  ['a charset that is none', Buffer.from('Café'), 'text/html; charset=klingon', 'Café'],
])('%s is read correctly', (_name, bytes, contentType, text) => {
  expect(decodeText(bytes, contentType)).toBe(text)
})

test('any bytes become well-formed text', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.option(fc.string()), (bytes, contentType) => {
      expect(decodeText(bytes, contentType).isWellFormed()).toBe(true)
    }),
  )
})

test('a body above the limit is an error, and one of exactly the limit is not', async () => {
  expect(await readText(new Response('12345'), 5)).toBe('12345')
  await expect(readText(new Response('123456'), 5)).rejects.toMatchObject({ kind: 'too_large' })
  expect(await readText(new Response(null), 5)).toBe('')
})
