import { expect, test } from 'vitest'
import { findNameSpans, matchesNames } from './match-names.ts'
import type { NameNode } from './name-expression.ts'
import { parseNames } from './parse-names.ts'

function read(expression: string): NameNode {
  const { root, problem } = parseNames(expression)
  if (!root) throw new Error(problem.sentence)
  return root
}

test.each([
  ['acme', 'We left ACME today.'],
  ['acme', "Acme's support"],
  ['acme', 'acme-clone, #acme and @acme'],
  ['acme', 'see acme.com'],
  ['café', 'the CAFE around the corner'],
  ['cafe', 'Le Cafe\u0301'],
  ['Zürich', 'ZURICH'],
  ['Straße', 'STRASSE'],
  ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
  ['ﬁlm', 'the film'],
  ['Acme', 'ＡＣＭＥ is full width'],
  ['acme', 'ac\u00adme'],
  ["L'Oréal", 'l’oreal'],
  ['"acme corp"', 'Acme\n  Corp'],
  ['c++', 'I write C++.'],
  ['c++', 'C++, mostly'],
  ['c#', 'C# and F#'],
  ['c', 'plain C'],
  ['.net', 'the .NET runtime'],
  ['node.js', 'Node.js!'],
  ['node', 'Node.js'],
  ['@handle', 'ask @Handle.'],
  ['yahoo!', 'Yahoo! news'],
  ['example.com', 'https://example.com/pricing?x=1'],
  ['example.com', 'https://app.example.com'],
  ['example.com', 'I use example.com.'],
  ['example.com', 'mail me@example.com'],
  ['www.example.com', 'example.com'],
  ['https://example.com/', 'see http://www.example.com'],
  ['https://example.com/x', 'see example.com/x, or'],
  ['example.com/x', 'https://www.example.com/x/y'],
  ['トヨタ', '私はトヨタが好き'],
  ['Sony', '私はSonyが好き'],
  ['a1 AND b1', 'b1 and a1'],
  ['acme NOT bricks', 'acme software'],
  ['"acme acme"', 'xacme acme acme'],
  ['Acme', 'Acme™ is here'],
  ['Acme', 'Acme℠, Acme®'],
  ['Acme', '©Acme 2026'],
  ['Acme', 'as Acme² says'],
  ['Acme™', 'acme'],
  ['"Acme® Corp"', 'Acme Corp'],
  ['E²', 'the E² line'],
])('%s matches %j', (expression, text) => {
  expect(matchesNames(read(expression), text)).toBe(true)
})

test.each([
  ['acme', 'acmeish, pacme and acme_user'],
  ['acme', 'acmé\u0327x'],
  ['"acme corp"', 'acme and corp'],
  ['c++', 'c+++ and c'],
  ['c', 'C++ and C#'],
  ['Acme', 'AcmeTM'],
  ['E²', 'E3 and E'],
  ['.net', 'asp.net'],
  ['.net', 'the .network'],
  ['node.js', 'nodejs and node.jsx'],
  ['@handle', 'me@handle.example'],
  ['@handle', 'handle'],
  ['example.com', 'notexample.com'],
  ['example.com', 'my-example.com'],
  ['example.com', 'example.com.au'],
  ['example.com', 'example.community'],
  ['example.com/x', 'example.com/xy'],
  ['example.com/x', 'example.com'],
  ['か', 'が'],
  ['a1 AND b1', 'a1'],
  ['acme NOT bricks', 'acme bricks'],
  ['(a1 OR b1) AND c1', 'a1 b1'],
])('%s does not match %j', (expression, text) => {
  expect(matchesNames(read(expression), text)).toBe(false)
})

test('places are where the names stand in the text as it is, the longest first', () => {
  const text = 'Der Caf\u00e9-Wirt: Cafe\u0301 ＡＣＭＥ, acme corp!'
  const places = findNameSpans(read('cafe acme "acme corp" NOT wirtin'), text)
  expect(places.map(({ start, end, name }) => [text.slice(start, end), name])).toEqual([
    ['Caf\u00e9', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['ＡＣＭＥ', 'acme'],
    ['acme corp', 'acme corp'],
  ])
})

test('what NOT leaves out is no place, and of many places the first twenty count', () => {
  const places = findNameSpans(read('acme NOT bricks'), 'acme '.repeat(50))
  expect(places).toHaveLength(20)
  expect(places.every(({ name }) => name === 'acme')).toBe(true)
})
