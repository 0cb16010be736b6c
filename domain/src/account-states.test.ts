import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_EVENTS,
  ACCOUNT_STATES,
  isOpen,
  transitionOf,
  type AccountEvent,
  type AccountState,
} from './account-states.ts'

/** Events that show both a mailbox and a way in. */
const SHOWS_BOTH: AccountEvent[] = [
  'verification_link_signed_in',
  'verification_link_with_password',
  'invite_link_signed_in',
  'address_change_link_signed_in',
  'address_change_link_with_password',
]

const cases = ACCOUNT_STATES.flatMap((state) => ACCOUNT_EVENTS.map((event) => ({ state, event })))

test.each(cases)('$event never moves an account back from $state', ({ state, event }) => {
  const transition = transitionOf(state, event)
  const rank = (one: typeof state) => ACCOUNT_STATES.indexOf(one)
  expect(rank(transition?.to ?? state)).toBeGreaterThanOrEqual(rank(state))
})

test.each(ACCOUNT_EVENTS)('%s proves an account only if it shows a mailbox and a way in', (event) => {
  expect(transitionOf('unproved', event)?.to === 'proved').toBe(SHOWS_BOTH.includes(event))
})

test.each(ACCOUNT_EVENTS)('%s takes nothing from an account whose owner has shown both', (event) => {
  expect(transitionOf('proved', event)?.voids ?? false).toBe(false)
})

describe('a mailed link followed by somebody who shows nothing else', () => {
  test('ends everything set up by whoever registered the address', () => {
    expect(transitionOf('unproved', 'verification_link_alone')).toEqual({ to: 'claimed', voids: true })
    expect(transitionOf('unproved', 'reset_link')).toEqual({ to: 'unproved', voids: true })
  })

  test('never gives anybody the account of another address', () => {
    for (const state of ACCOUNT_STATES) expect(transitionOf(state, 'address_change_link_alone')).toBeUndefined()
  })
})

test('a claimed account is proved by the next sign-in, and by nothing a super admin does in its name', () => {
  expect(transitionOf('claimed', 'signed_in_with_password')?.to).toBe('proved')
  expect(transitionOf('claimed', 'google_with_the_same_address')?.to).toBe('proved')
  expect(transitionOf('claimed', 'impersonated')?.to).toBe('claimed')
})

test('Google’s word for an address joins no account that somebody else may sign in to', () => {
  expect(transitionOf('unproved', 'google_with_the_same_address')).toBeUndefined()
  expect(transitionOf('proved', 'google_with_the_same_address')).toBeUndefined()
})

test('the table of transitions is this one', () => {
  const cell = (state: AccountState, event: AccountEvent) => {
    const { to, voids } = transitionOf(state, event) ?? { to: '–', voids: false }
    return voids ? `${to}, void` : to
  }
  expect(
    Object.fromEntries(ACCOUNT_EVENTS.map((event) => [event, ACCOUNT_STATES.map((state) => cell(state, event))])),
  ).toEqual({
    verification_link_signed_in: ['proved', '–', '–'],
    verification_link_with_password: ['proved', '–', '–'],
    verification_link_alone: ['claimed, void', '–', '–'],
    reset_link: ['unproved, void', 'claimed', 'proved'],
    signed_in_with_password: ['unproved', 'proved', 'proved'],
    signed_in_with_linked_google: ['unproved', '–', 'proved'],
    google_with_the_same_address: ['–', 'proved', '–'],
    invite_link_signed_in: ['proved', '–', 'proved'],
    address_change_link_signed_in: ['proved', '–', 'proved'],
    address_change_link_with_password: ['proved', '–', 'proved'],
    address_change_link_alone: ['–', '–', '–'],
    impersonated: ['unproved', 'claimed', 'proved'],
  })
})

test('only a proved account gets what is meant for the owner of its address', () => {
  expect(ACCOUNT_STATES.filter(isOpen)).toEqual(['proved'])
})
