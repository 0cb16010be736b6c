/**
 * How far an account is known to belong to whoever reads the mail of its address.
 *
 * `unproved`: somebody registered it, and no more is known. `claimed`: the reader of the mail took it by a link alone,
 * everything set up before is void, and nobody has signed in since. `proved`: the reader of the mail and whoever signs
 * in are known to be the same.
 */
export const ACCOUNT_STATES = ['unproved', 'claimed', 'proved'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** What happens to an account and bears on whose it is. A _link_ was mailed to the address it is about. */
export const ACCOUNT_EVENTS = [
  'verification_link_signed_in',
  'verification_link_with_password',
  'verification_link_alone',
  'reset_link',
  'signed_in_with_password',
  'signed_in_with_linked_google',
  'google_with_the_same_address',
  'invite_link_signed_in',
  'address_change_link_signed_in',
  'address_change_link_with_password',
  'address_change_link_alone',
  'impersonated',
] as const
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]

export interface Transition {
  to: AccountState
  /** Whether every way in, and everything offered to others, ends with it: see `voidAccess` of the accounts. */
  voids: boolean
}

/** How accounts start: registered by whoever types the address, or vouched for by Google. */
export const BORN = { registered: 'unproved', made_by_google: 'proved' } as const satisfies Record<string, AccountState>

/** The complete table. An event that is missing in a state is refused there and changes nothing. */
const TRANSITIONS: Record<AccountEvent, Partial<Record<AccountState, Transition>>> = {
  verification_link_signed_in: { unproved: to('proved') },
  verification_link_with_password: { unproved: to('proved') },
  // The reader may not be who registered the account, so nothing set up until now may stay.
  verification_link_alone: { unproved: to('claimed', 'voids') },
  // Sets a password of its own. The address still has to be verified, as the calls are specified.
  reset_link: { unproved: to('unproved', 'voids'), claimed: to('claimed'), proved: to('proved') },
  signed_in_with_password: { unproved: to('unproved'), claimed: to('proved'), proved: to('proved') },
  signed_in_with_linked_google: { unproved: to('unproved'), proved: to('proved') },
  // If nobody has set a way to sign in since it was claimed, Google's word for the address is one.
  google_with_the_same_address: { claimed: to('proved') },
  invite_link_signed_in: { unproved: to('proved'), proved: to('proved') },
  address_change_link_signed_in: { unproved: to('proved'), proved: to('proved') },
  address_change_link_with_password: { unproved: to('proved'), proved: to('proved') },
  // The reader of another mailbox gets nobody's account, and a mistyped address costs nobody theirs.
  address_change_link_alone: {},
  // Somebody who views the product as another user proves nothing for them.
  impersonated: { unproved: to('unproved'), claimed: to('claimed'), proved: to('proved') },
}

/** The transition of an account in `state`; undefined if the event is refused there. */
export function transitionOf(state: AccountState, event: AccountEvent): Transition | undefined {
  return TRANSITIONS[event][state]
}

/**
 * Whether the account gets what is meant for the owner of its address: the role of a super admin, invites and projects
 * offered to it, and inviting or offering in its own name.
 */
export function isOpen(state: AccountState): boolean {
  return state === 'proved'
}

function to(state: AccountState, effect?: 'voids'): Transition {
  return { to: state, voids: effect === 'voids' }
}
