/**
 * How far it is known that an account belongs to whoever reads the mail of its address.
 *
 * `unproved`: somebody registered it, and that is all. `claimed`: whoever reads the mail took it by a link alone, all that
 * was set up before is void, and nobody has signed in since. `proved`: the reader of the mail and whoever signs in are
 * known to be the same.
 */
export const ACCOUNT_STATES = ['unproved', 'claimed', 'proved'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** What happens to an account that bears on whose it is. A _link_ is one that was mailed to the address it speaks of. */
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
  /** Whether all that was set up to get in, or to let others in, ends with it: see `voidAccess` of the accounts. */
  voids: boolean
}

/** How accounts come to be: registered by whoever types the address, or with Google's word for it. */
export const BORN = { registered: 'unproved', made_by_google: 'proved' } as const satisfies Record<string, AccountState>

/** The whole of it; what is missing in a row is refused in that state, and changes nothing. */
const TRANSITIONS: Record<AccountEvent, Partial<Record<AccountState, Transition>>> = {
  verification_link_signed_in: { unproved: to('proved') },
  verification_link_with_password: { unproved: to('proved') },
  // The reader may not be who registered it, so nothing that was set up until now may stay theirs.
  verification_link_alone: { unproved: to('claimed', 'voids') },
  // Sets a password of its own. The address stays to be verified, as the calls are specified.
  reset_link: { unproved: to('unproved', 'voids'), claimed: to('claimed'), proved: to('proved') },
  signed_in_with_password: { unproved: to('unproved'), claimed: to('proved'), proved: to('proved') },
  signed_in_with_linked_google: { unproved: to('unproved'), proved: to('proved') },
  // Where nobody has set a way to sign in since it was claimed, Google's word for the address is one.
  google_with_the_same_address: { claimed: to('proved') },
  invite_link_signed_in: { unproved: to('proved'), proved: to('proved') },
  address_change_link_signed_in: { unproved: to('proved'), proved: to('proved') },
  address_change_link_with_password: { unproved: to('proved'), proved: to('proved') },
  // The reader of another mailbox gets nobody's account, and whoever mistyped an address does not lose theirs.
  address_change_link_alone: {},
  // Whoever looks at the product as somebody else proves nothing for them.
  impersonated: { unproved: to('unproved'), claimed: to('claimed'), proved: to('proved') },
}

/** What becomes of an account in `state`; undefined where the event is refused in it. */
export function transitionOf(state: AccountState, event: AccountEvent): Transition | undefined {
  return TRANSITIONS[event][state]
}

/**
 * Whether anything that is meant for the owner of the address follows from the account: the role of a super admin, an
 * invite or a project offered to it, and inviting or offering in its own name.
 */
export function isOpen(state: AccountState): boolean {
  return state === 'proved'
}

function to(state: AccountState, effect?: 'voids'): Transition {
  return { to: state, voids: effect === 'voids' }
}
