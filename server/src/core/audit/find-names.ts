import { findPeople, nameOf } from '../accounts/find-people.ts'
import type { Tx } from '../../platform/db.ts'
import { selectAnswerers, selectRemovedNames, type AuditRow } from './audit-store.ts'
import { composeEntry, SENTENCES } from './compose-entry.ts'
import type { OperatorAction } from './operator-actions.ts'
import type { AuditNames, FindNames, Found, FoundNames, NamedKind } from './names.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u
const HAND_OVER = 'project.left' satisfies OperatorAction
/** The actions whose entries keep the name of what the organization has no longer. */
const REMOVALS = [HAND_OVER, ...Object.keys(SENTENCES).filter((action) => /^(delete|remove)/u.test(action))]

/**
 * The names that the entries' sentences need: one statement for each kind of thing, one for what was removed since and
 * one for who answered an invite. Only what is, or was, the organization's has a name.
 */
export async function findNames(
  tx: Tx,
  names: AuditNames,
  { organizationId, entries }: { organizationId: string; entries: readonly AuditRow[] },
): Promise<FoundNames> {
  const found = new Map<string, Found>()
  const wanted = idsIn(entries)
  const answerers = await selectAnswerers(tx, organizationId, [...(wanted.get('invite') ?? [])])
  wanted.set('account', new Set([...(wanted.get('account') ?? []), ...answerers.values()]))
  const finders: Record<NamedKind, FindNames> = { ...names, account: nameAccounts }
  const kinds = [...wanted].filter(([, ids]) => ids.size > 0)
  for (const [kind, ids] of kinds) {
    for (const [id, name] of await finders[kind](tx, organizationId, ids)) {
      found.set(id, typeof name === 'string' ? { name, isGone: false } : name)
    }
  }
  const missing = kinds.flatMap(([kind, ids]) => (kind === 'account' ? [] : [...ids].filter((id) => !found.has(id))))
  const removed = await selectRemovedNames(tx, organizationId, { actions: REMOVALS, ids: missing })
  for (const { id, name, action } of removed) found.set(id, { name, isGone: true, isHandedOver: action === HAND_OVER })
  return (kind, id) => found.get(id) ?? (kind === 'invite' ? found.get(answerers.get(id) ?? '') : undefined)
}

/** What the sentences would name, found by composing them without names. */
function idsIn(entries: readonly AuditRow[]): Map<NamedKind, Set<string>> {
  const wanted = new Map<NamedKind, Set<string>>()
  const note = (kind: NamedKind, id: string): undefined => {
    if (UUID.test(id)) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  }
  for (const entry of entries) {
    composeEntry(entry, note)
    if (entry.impersonator_id !== null) note('account', entry.impersonator_id)
  }
  return wanted
}

const nameAccounts: FindNames = async (tx, _, ids) => {
  const people = await findPeople(tx, ids)
  return new Map([...people].map(([id, person]) => [id, nameOf(person)]))
}
