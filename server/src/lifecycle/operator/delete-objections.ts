import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { deleteSuppression } from '../../core/suppression/open-suppression.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { releaseNotices } from '../privacy/note-authors-of-notices.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

/**
 * Forgets who objected or was erased, where the secret that sealed their key is lost: they could not be recognized
 * anyway, and nothing starts until then. Without confirmation it changes nothing.
 */
export async function deleteObjections(
  { db, newId, ledger }: OperatorDependencies,
  { isSure }: { isSure: boolean },
): Promise<string[]> {
  if (!isSure) {
    return ['Whoever objected or was erased may then be collected again. Only if the secret key is lost, add --yes.']
  }
  const action = { action: 'operator.forget-objections', organizationId: null, target: {} } as const
  await db.transaction(operatorScope(), async (tx) => {
    await deleteSuppression(tx)
    await releaseNotices(tx)
    await recordOperatorAction(tx, { clock: ledger.clock, newId }, action)
  })
  return ['Nobody is kept out any more; the next start makes a new key.']
}
