import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const email = 'jane.doe@example.com'

test.each([
  { why: 'nine characters', password: 'kx7 fplwq', says: 'at least 10' },
  { why: 'nine emoji count as nine', password: '🦊🐢🐳🦉🐝🦀🐙🦜🐍', says: 'at least 10' },
  { why: 'composed form counts', password: 'e\u0301'.repeat(5) + 'xkqt', says: 'at least 10' },
  { why: '129 characters', password: 'correct horse battery staple '.repeat(5).slice(0, 129), says: 'at most 128' },
  { why: 'on the list', password: 'qwertyuiop', says: 'first that are guessed' },
  { why: 'on the list, in capitals', password: 'QWERTYUIOP', says: 'first that are guessed' },
  { why: 'a common word with digits', password: 'Password123456!', says: 'first that are guessed' },
  { why: 'a common word with a year', password: 'football2026', says: 'first that are guessed' },
  { why: 'a common word in disguise', password: 'P@ssw0rd2026', says: 'first that are guessed' },
  { why: 'a common word in disguise with a mark', password: '!p4$$w0rd!!', says: 'first that are guessed' },
  { why: 'a common word twice', password: 'dragondragon', says: 'first that are guessed' },
  { why: 'one character', password: 'aaaaaaaaaaaa', says: 'first that are guessed' },
  { why: 'one group over and over', password: 'xq7xq7xq7xq7', says: 'first that are guessed' },
  { why: 'the alphabet', password: 'abcdefghijklm', says: 'first that are guessed' },
  { why: 'digits upwards', password: '345678901234', says: 'first that are guessed' },
  { why: 'digits downwards', password: '9876543210', says: 'first that are guessed' },
  { why: 'the address', password: 'jane.doe is my name', says: 'email address' },
  { why: 'the address without its dot', password: 'xx-JaneDoe-1987-zz', says: 'email address' },
  { why: 'the whole address', password: 'jane.doe@example.com', says: 'email address' },
  { why: 'the address twice, with its year', password: 'JaneDoe.1987.janedoe', says: 'email address' },
  { why: 'the address and where it is', password: 'jane doe of example.com', says: 'email address' },
  { why: 'the address with what is guessed first', password: 'janedoe1234567890', says: 'email address' },
  { why: 'the address with a common word', password: 'janedoe Password2026', says: 'email address' },
  { why: 'the product', password: 'leadlight1', says: 'name of this product' },
  { why: 'the product, twice', password: 'LeadlightLeadlight', says: 'name of this product' },
  { why: 'the product in disguise', password: 'L3adl1ght!!', says: 'name of this product' },
])('refuses $why', ({ password, says }) => {
  expect(passwordProblem(password, email)).toContain(says)
})

test.each([
  { why: 'ten characters', password: 'kx7 fplwqz' },
  { why: 'words, all small letters', password: 'harbour lamps at seven' },
  { why: '128 characters', password: 'correct horse battery staple '.repeat(5).slice(0, 128) },
  { why: 'ten emoji', password: '🦊🐢🐳🦉🐝🦀🐙🦜🐍🐧' },
  { why: 'another script', password: 'семь ламп у гавани' },
  { why: 'spaces at its ends', password: '  vk tz qp  ' },
  { why: 'digits that are no run', password: '4820917365' },
  { why: 'the product among other words', password: 'leadlight over quiet water' },
  { why: 'a common word with much around it', password: '83-12-95-71 dragon 40-66-18' },
])('takes $why', ({ password }) => {
  expect(passwordProblem(password, email)).toBeUndefined()
})

test('a short name before the @ does not forbid words that contain it', () => {
  expect(passwordProblem('alabaster walls in rain', 'al@example.com')).toBeUndefined()
})

test.each(['contact@acme.example', 'jane.harbour@acme.example', 'lamps@acme.example', 'seven+acme@harbour.example'])(
  'a word of the address %s does not forbid a password that would do without it',
  (address) => {
    expect(passwordProblem('contact lens over quiet harbour lamps at seven', address)).toBeUndefined()
  },
)

test('an address with a tag counts with and without it', () => {
  expect(passwordProblem('jane+leads 1987 jane', 'jane+leads@acme.example')).toContain('email address')
  expect(passwordProblem('jane 1987 jane 42', 'jane+leads@acme.example')).toContain('email address')
})
