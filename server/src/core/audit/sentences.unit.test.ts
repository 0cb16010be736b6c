import * as calls from '@leadlight/contract/calls'
import { callsIn } from '@leadlight/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { composeEntry, SENTENCES } from './compose-entry.ts'
import { OPERATOR_ACTIONS } from './operator-actions.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const AUDITED = callsIn(calls).flatMap(([, endpoint]) => (endpoint.audit === false ? [] : [endpoint]))

function textOf(action: string, target: Record<string, string>, name: string | undefined = 'Ada'): string {
  const found = name === undefined ? undefined : { name, isGone: false }
  return composeEntry({ action, actor_id: ID, target }, () => found)
    .map(({ text }) => text)
    .join('')
}

/** A target such as the call leaves: an id for every part of its path and for every field that it keeps. */
function targetOf({ path, audit }: (typeof AUDITED)[number]): Record<string, string> {
  const fields = [...path.matchAll(/\{(\w+)\}/gu)].map(([, field]) => field ?? '')
  const named = fields.map((field) => field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`))
  return Object.fromEntries([...named, ...(audit || [])].map((field) => [field, ID]))
}

describe('every audited call has a sentence', () => {
  test('and every sentence a call', () => {
    expect(Object.keys(SENTENCES).toSorted()).toEqual(AUDITED.map(({ name }) => name).toSorted())
  })

  test.each(AUDITED)('$name', (endpoint) => {
    for (const target of [{}, targetOf(endpoint)]) {
      for (const name of ['Ada', undefined]) {
        const text = textOf(endpoint.name, target, name)
        expect(text).toMatch(/^(Ada|Somebody who is gone) [a-z].*[^.]$/u)
        expect(text).not.toMatch(/undefined| {2}|NaN|\?/u)
        expect(text).not.toContain(endpoint.name)
      }
    }
  })

  test.each(Object.keys(OPERATOR_ACTIONS))('%s', (action) => {
    const text = textOf(action, { user_id: ID, impersonator_id: ID, credits: '5' })
    expect(text).toMatch(/^(The operator|Ada|Somebody) [a-z].*[^.]$/u)
  })
})

test.each([
  ['updateLeadsStatus', { status_config_id: ID, lead_ids: ID, updated: '1' }, 'Ada set the lead “Ada” to Ada'],
  ['updateLeadsStatus', { status_config_id: ID, lead_ids: `${ID}, ${ID}`, updated: '1' }, 'Ada set 1 lead to Ada'],
  ['updateLeadsStatus', { status_config_id: 'none', updated: '1200' }, 'Ada took the status from 1,200 leads'],
  ['markLeadsAsRead', { lead_ids: `${ID}, ${ID} and 8 more` }, 'Ada marked 10 leads as read'],
  ['starLead', { id: ID, starred: 'false' }, 'Ada took the star from the lead “Ada”'],
  ['giveFeedback', { id: ID, feedback: 'negative' }, 'Ada said that the lead “Ada” is not a good one'],
  ['giveFeedback', { id: ID, feedback: 'none' }, 'Ada took back the feedback on the lead “Ada”'],
  ['correctLead', { id: ID, intent_signals: '' }, 'Ada said that the lead “Ada” matches no signal'],
  ['correctLead', { id: ID, intent_signals: ID }, 'Ada said that the lead “Ada” matches the signal “Ada”'],
  ['correctLead', { id: ID, intent_signals: `${ID}, ${ID}` }, 'Ada said that the lead “Ada” matches 2 signals'],
  [
    'keepPassedOverPost',
    { post_id: ID, intent_signal: ID, kept: 'true' },
    'Ada kept a post passed over by the signal “Ada” as a lead',
  ],
  [
    'keepPassedOverPost',
    { post_id: ID, intent_signal: ID, kept: 'false' },
    'Ada took back that a post passed over by the signal “Ada” is a lead',
  ],
  ['assignLead', { id: ID, user_id: 'none' }, 'Ada assigned the lead “Ada” to nobody'],
  ['undoLeads', { field: 'status', updated: '2' }, 'Ada gave 2 leads their earlier status again'],
  ['undoLeads', { field: 'status', updated: '1' }, 'Ada gave 1 lead their earlier status again'],
  ['exportPeople', { people: '1', format: 'csv' }, 'Ada exported 1 person as CSV'],
  ['updateMember', { user_id: ID, role: 'GUEST' }, 'Ada made Ada Guest'],
  ['setSourceChannel', { platform: 'stack-exchange', on: 'true' }, 'Ada turned Stack Exchange on'],
  ['readLead', { id: ID, project_id: ID }, 'Ada marked the lead “Ada” as read in Ada'],
  ['removedInAnEarlierVersion', {}, 'Ada removedInAnEarlierVersion'],
])('%s of %o reads: %s', (action, target, text) => {
  expect(textOf(action, target)).toBe(text)
})

test('a long or broken name is cut to one line', () => {
  const text = textOf('createIntentSignal', { id: ID }, `People\nwho ${'ask '.repeat(40)}`)
  expect(text).toContain('“People who ask ask')
  expect(text.split('“')[1]).toHaveLength(80)
})

test('an entry without an actor is somebody’s', () => {
  const parts = composeEntry({ action: 'rejectTokenizedInvite', actor_id: null, target: {} }, () => undefined)
  expect(parts.map(({ text }) => text).join('')).toBe('Somebody turned an invite down')
})

test('what went with a project that was handed over is not said to be deleted', () => {
  const target = { id: ID, project_id: ID, status_config_id: ID, lead_ids: ID }
  const sentence = (action: string) =>
    composeEntry({ action, actor_id: null, target }, (kind) =>
      kind === 'project' ? { name: 'Tea', isGone: true, isHandedOver: true } : undefined,
    )
      .map(({ text }) => text)
      .join('')
  expect(sentence('readLead')).toBe('Somebody marked a lead as read in Tea (handed over)')
  expect(sentence('addFeed')).toBe('Somebody added a feed in Tea (handed over)')
})
