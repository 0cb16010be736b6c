import { requirePermission, type Actor, type Caller } from '../../platform/actor.ts'
import type { DescribedTransfer } from './describe-transfers.ts'
import { moveAtOnce, type MoveDependencies } from './move-at-once.ts'
import { offerProject } from './offer-project.ts'

/** Offers a project to an address; a super admin moves it at once to the organization of whoever has the address. */
export function transferProject(
  deps: MoveDependencies,
  { actor, caller }: { actor: Actor; caller: Caller },
  wanted: { projectId: string; email: string; idempotencyKey?: string | undefined },
): Promise<DescribedTransfer> {
  requirePermission(actor, 'project.transfer')
  return actor.role === 'SUPER_ADMIN' ? moveAtOnce(deps, actor, wanted) : offerProject(deps, { actor, caller }, wanted)
}
