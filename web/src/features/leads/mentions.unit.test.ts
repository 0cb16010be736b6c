import { describe, expect, test } from 'vitest'
import { matchTeammates } from './match-teammates.ts'
import { mentionables, mentionAt, noteParts, toStored } from './mentions.ts'

const ANA = { user_id: '01920000-0000-7000-8000-00000000000a', name: 'Ana', avatar_url: null }
const SILVA = { user_id: '01920000-0000-7000-8000-00000000000b', name: 'Ana Silva', avatar_url: null }
const JOSE = { user_id: '01920000-0000-7000-8000-00000000000c', name: 'José (sales) Núñez', avatar_url: null }
const OTHER = { ...ANA, user_id: '01920000-0000-7000-8000-00000000000d' }

describe('a mention', () => {
  test.each([
    ['@', 1, { start: 0, typed: '' }],
    ['ask @an', 7, { start: 4, typed: 'an' }],
    ['ask @Ana Si', 11, { start: 4, typed: 'Ana Si' }],
    ['ask @Ana about it', 7, { start: 4, typed: 'An' }],
    ['(@Jos', 5, { start: 1, typed: 'Jos' }],
    ['line\n@a', 7, { start: 5, typed: 'a' }],
    ['mail rosa@netscope.example', 26, null],
    ['ask @Ana about it', 17, null],
    ['nothing', 7, null],
  ])('in %j is at %i', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected)
  })

  test('is stored by id, the longest name first, and shows as the name again', () => {
    const stored = toStored(
      '@Ana Silva and @Ana, ask @José (sales) Núñez. @Anabel is nobody.',
      mentionables([ANA, SILVA, JOSE]),
    )
    expect(stored).toBe(`@[${SILVA.user_id}] and @[${ANA.user_id}], ask @[${JOSE.user_id}]. @Anabel is nobody.`)
    expect(
      noteParts(stored, [ANA, SILVA])
        .map(({ text }) => text)
        .join(''),
    ).toBe('@Ana Silva and @Ana, ask @somebody who left. @Anabel is nobody.')
    expect(noteParts(stored, [ANA, SILVA, JOSE]).filter(({ isMention }) => isMention)).toHaveLength(3)
  })

  test('tells apart two people of the same name', () => {
    const both = mentionables([ANA, OTHER])
    expect(both.map(({ label }) => label)).toEqual(['Ana', 'Ana (2)'])
    expect(toStored('@Ana (2) and @Ana', both)).toBe(`@[${OTHER.user_id}] and @[${ANA.user_id}]`)
  })
})

test('teammates are found by the start of any word of their name, without accents or case', () => {
  const everybody = [ANA, SILVA, JOSE]
  expect(matchTeammates(everybody, 'NUN')).toEqual([JOSE])
  expect(matchTeammates(everybody, 'lva')).toEqual([])
  expect(matchTeammates(everybody, 'jose')).toEqual([JOSE])
  expect(matchTeammates(everybody, 'nuñ')).toEqual([JOSE])
  expect(matchTeammates(everybody, 'sil')).toEqual([SILVA])
  expect(matchTeammates(everybody, '')).toEqual(everybody)
})
