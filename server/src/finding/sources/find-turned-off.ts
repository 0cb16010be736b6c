import type { Tx } from '../../platform/db.ts'
import { selectChoices } from './channel-store.ts'

/** The platforms that somebody has turned off for the project. */
export async function findTurnedOff(tx: Tx, organizationId: string, projectId: string): Promise<ReadonlySet<string>> {
  const choices = await selectChoices(tx, organizationId, projectId)
  return new Set(choices.filter(({ isOn }) => !isOn).map(({ platform }) => platform))
}
