import type { GettingDependencies } from '../leads/get-lead.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'

export interface TeamworkDependencies extends GettingDependencies {
  clock: Clock
  newId: NewId
}
