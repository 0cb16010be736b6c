import { proposeIdentities } from '../../identity/propose-identities.ts'
import type { PlantedWorld } from './planted-world.ts'

export interface Measured {
  proposals: number
  /** The share of proposals that are right. */
  precision: number
  /**
   * The share of all pairs of accounts of one person that is itself proposed, pairs without a shared trace included.
   */
  recall: number
  /** The share of such pairs that is one person once every proposal is accepted. */
  recallOnceAccepted: number
  /** The share of right pairs among those joined once every proposal is accepted. */
  precisionOfPeople: number
}

export function measureProposals({ profiles, personOf, pairs }: PlantedWorld): Measured {
  const proposals = proposeIdentities(profiles)
  const right = proposals.filter(({ first, second }) => personOf.get(first) === personOf.get(second)).length
  const groupOf = joinAll(
    profiles.map(({ id }) => id),
    proposals,
  )
  const found = pairs.filter(([first, second]) => groupOf(first.id) === groupOf(second.id)).length
  const groups = [...Map.groupBy(profiles, ({ id }) => groupOf(id)).values()]
  const together = groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0)
  return {
    proposals: proposals.length,
    precision: right / proposals.length,
    recall: right / pairs.length,
    recallOnceAccepted: found / pairs.length,
    precisionOfPeople: found / together,
  }
}

function joinAll(ids: readonly string[], links: readonly { first: string; second: string }[]): (id: string) => string {
  const parents = new Map(ids.map((id) => [id, id]))
  const rootOf = (id: string): string => {
    const parent = parents.get(id) ?? id
    return parent === id ? id : rootOf(parent)
  }
  for (const { first, second } of links) parents.set(rootOf(first), rootOf(second))
  return rootOf
}
