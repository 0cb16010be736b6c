import { expect, test } from 'vitest'
import { recipientWords } from './recipient-words.ts'

const WORD = 'abcdefghijklmnopqrstuvwxyz234567'
const OTHER = WORD.split('').toReversed().join('')

test.each([
  ['after a plus sign', `Delivered-To: leads+${WORD}@example.org`],
  ['as all before the @', `To: Finds <${WORD}@in.example.org>, rosa@example.org`],
  ['in capitals, as some servers and forms write it', `Envelope-To: LEADS+${WORD.toUpperCase()}@EXAMPLE.ORG`],
  ['in quotes', `To: "leads+${WORD}"@example.org`],
  [
    'where the server noted it',
    `Received: from a.example by b.example\r\n for <leads+${WORD}@example.org>; Sun, 1 Nov`,
  ],
])('a word %s is found', (_, recipients) => {
  expect(recipientWords(recipients)).toEqual([WORD])
})

test.each([
  ['of more letters', `To: a${WORD}@example.org`],
  ['of fewer letters', `To: leads+${WORD.slice(1)}@example.org`],
  ['with another letter', `To: leads+${WORD.replace('2', '1')}@example.org`],
  ['of a name', `To: ${WORD} <rosa@example.org>`],
  ['behind the @', `To: rosa@${WORD}.example.org`],
])('a word %s is none of ours', (_, recipients) => {
  expect(recipientWords(recipients)).toEqual([])
})

test('several are found once each, and of many only the first five', () => {
  const both = `To: leads+${WORD}@example.org, leads+${OTHER}@example.org\r\nDelivered-To: leads+${WORD}@example.org`
  expect(recipientWords(both)).toEqual([WORD, OTHER])
  const many = Array.from({ length: 1_000 }, (_, at) => `leads+${WORD.slice(2)}${'abcdefghij'[at % 10]}a@example.org`)
  expect(recipientWords(`To: ${many.join(', ')}`)).toHaveLength(5)
})

test('a megabyte of one letter is read as fast as any', () => {
  expect(recipientWords(`To: ${'a'.repeat(1_000_000)}`)).toEqual([])
})
