import { transitionOf, type AccountEvent, type Transition } from '@leadlight/domain/account-states'
import type { Tx } from '../../platform/db.ts'
import { setState, type Account } from './account-store.ts'

/**
 * Moves the account, whose row the caller has locked, to the state that the event leads to, and returns what else it
 * means. Undefined, with nothing done, if the account's state refuses the event.
 */
export async function applyEvent(
  tx: Tx,
  { id, email, state }: Pick<Account, 'id' | 'email' | 'state'>,
  event: AccountEvent,
): Promise<Transition | undefined> {
  const transition = transitionOf(state, event)
  if (transition && transition.to !== state) await setState(tx, { id, email }, transition.to)
  return transition
}
