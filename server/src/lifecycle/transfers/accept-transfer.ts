import { askToErase } from '../../people/prospects/erase-job.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { transferScope } from '../../platform/scopes.ts'
import { noteAuthorsOfNotices } from '../privacy/note-authors-of-notices.ts'
import { describeTransfer, type DescribedTransfer } from './describe-transfers.ts'
import { getAddressedTransfer } from './get-addressed-transfer.ts'
import { mailAnswerJob } from './mail-jobs.ts'
import type { MoveDependencies } from './move-at-once.ts'
import { moveProject } from './move-project.ts'
import { transferNotFound, transferToSelf } from './transfer-failures.ts'
import { deleteOtherTransfers, endTransfer } from './transfer-store.ts'

/**
 * Moves an offered project with everything in it to the organization of the actor, whom it was offered to. Anybody
 * erased from that organization is erased from the project too.
 */
export async function acceptTransfer(
  { db, clock, newId, jobs, suppression }: MoveDependencies,
  actor: Actor,
  id: string,
): Promise<DescribedTransfer> {
  requirePermission(actor, 'project.transfer')
  const { organizationId } = actor
  const offer = await getAddressedTransfer({ db, clock }, actor.userId, id)
  const { projectId } = offer
  nameTarget({ project_id: projectId, organization_name: offer.organizationName })
  if (offer.organizationId === organizationId) throw transferToSelf()
  return db.transaction(transferScope(organizationId, projectId), async (tx) => {
    await lockOrganizationFor(tx, actor, 'project.transfer')
    const left = { projectName: offer.projectName, how: 'taken', userId: actor.userId } as const
    const move = { projectId, fromOrganizationId: offer.organizationId, toOrganizationId: organizationId, left }
    if (!(await moveProject(tx, { clock, newId, jobs }, move))) throw transferNotFound()
    // The offer moved with the project. If it was taken back meanwhile, the move is rolled back.
    const accepted = await endTransfer(tx, organizationId, { id, state: 'accepted' })
    if (!accepted) throw transferNotFound()
    // The receiver must not learn whom else it was offered to.
    await deleteOtherTransfers(tx, organizationId, { projectId, exceptId: id })
    await noteAuthorsOfNotices(tx, suppression, organizationId, { projectId })
    await askToErase(tx, jobs, organizationId)
    await jobs.enqueue(tx, mailAnswerJob, { organizationId, transferId: id }, { key: id })
    return describeTransfer(tx, accepted)
  })
}
