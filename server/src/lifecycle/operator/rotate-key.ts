import { endEverySession } from '../../core/accounts/end-sessions.ts'
import { dropRecoveryKey, keepRecoveryKey } from '../../core/accounts/keep-recovery-key.ts'
import { createSecondFactorCodes, SEALED_RECOVERY_KEY } from '../../core/accounts/second-factor-codes.ts'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { createVault, type Keys, type Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import { reseal, type Resealed } from '../../platform/reseal.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { endOldSecrets, openKeysInUse, replaceLostSecret } from '../../platform/secret-key.ts'
import { describeEndedSessions } from './end-sessions.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

interface Wish {
  /** Whether everybody has to sign in again. */
  endsSessions: boolean
  /** Whether to go on without the secret before, and without what was sealed with it. */
  isOldLost: boolean
}

/**
 * Seals everything again that is not sealed with the present secret, so that the one before can be taken away. It may
 * end at any moment and be repeated: what is done stays done, and both secrets are read meanwhile.
 */
export async function rotateKey(
  { db, newId, random, secrets, ledger: { clock } }: OperatorDependencies,
  { endsSessions, isOldLost }: Wish,
): Promise<string[]> {
  const given = { db, clock, random, ...secrets }
  const keys = isOldLost ? await replaceLostSecret(given) : await openKeysInUse(given)
  await keepRecoveryKey({ db, secondFactorCodes: createSecondFactorCodes({ keys, random, clock }) })
  const resealed = await resealAll({ db, keys, vault: createVault(keys, random) })
  if (isOldLost && resealed.some((one) => one.column === SEALED_RECOVERY_KEY && one.unreadable > 0)) {
    await dropRecoveryKey(db)
  }
  await endOldSecrets({ db, clock })
  const ended = endsSessions ? [describeEndedSessions(await endEverySession({ db, clock }))] : []
  const action = { action: 'operator.rotate-key', organizationId: null, target: {} } as const
  await db.transaction(operatorScope(), (tx) => recordOperatorAction(tx, { clock, newId }, action))
  return [...describe(resealed), ...ended, whatIsNext(keys, { endsSessions, sessionDays: secrets.sessionDays })]
}

/** Repeated until nothing is left to do: something may have been sealed with the secret before while this ran. */
async function resealAll(parts: { db: Db; keys: Keys; vault: Vault }): Promise<Resealed[]> {
  const total = await reseal(parts, SEALED_COLUMNS)
  for (;;) {
    const more = await reseal(parts, SEALED_COLUMNS)
    if (more.every(({ count }) => count === 0)) return total
    total.forEach((one, at) => (one.count += more[at]?.count ?? 0))
  }
}

function describe(resealed: readonly Resealed[]): string[] {
  const done = resealed.filter(({ count }) => count > 0).map((one) => inWords(one, one.count))
  const unreadable = resealed.filter((one) => one.unreadable > 0)
  const lost = unreadable.filter(({ column }) => !column.ifLost).map((one) => inWords(one, one.unreadable))
  return [
    done.length > 0
      ? `Sealed with the present secret: ${done.join(', ')}.`
      : 'Everything that can be read is sealed with the present secret already.',
    ...(lost.length > 0
      ? [
          `No secret that is set opens these, so they were left as they are and have to be entered again: ${lost.join(', ')}.`,
        ]
      : []),
    ...unreadable.flatMap(({ column: { ifLost } }) => ifLost ?? []),
  ]
}

function inWords({ column: { words } }: Resealed, count: number): string {
  return count === 1 ? `1 ${words[0]}` : `${count} ${words[1]}`
}

function whatIsNext(keys: Keys, { endsSessions, sessionDays }: { endsSessions: boolean; sessionDays: number }): string {
  if (!keys.oldName) return 'No other secret is set. The present one is all that is needed.'
  const links = 'Links in mails that were sent before the change end with it.'
  if (endsSessions) return `The secret before is not needed any more: take it away and start again. ${links}`
  return `The secret before is needed by nothing that is saved. Whoever signed in with it has to sign in again once you take it away: after ${sessionDays} days that is nobody. ${links}`
}
