import type { ReceivingAddressWithSecret } from '@leadlight/contract/receiving'
import { RECEIVING_ADDRESSES_MAX } from '@leadlight/domain/receiving'
import { findPeople, nameOf } from '../../core/accounts/find-people.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { insertAddress, selectAddresses, type AddressRow } from './address-store.ts'
import { hashOf, hintOf, makeToken } from './address-token.ts'
import { presentAddress } from './present-address.ts'
import type { ReceivingDependencies } from './receiving-dependencies.ts'

/** Makes an address to which other tools send posts for the project. Resolves with it, this once. */
export async function makeAddress(
  { db, clock, newId, random, publicUrl, mailbox }: ReceivingDependencies,
  actor: Actor,
  { projectId, name }: { projectId: string; name: string },
): Promise<ReceivingAddressWithSecret> {
  const { organizationId, userId } = actor
  const token = makeToken(random)
  const now = clock.now()
  const row: AddressRow = {
    id: newId(),
    organization_id: organizationId,
    project_id: projectId,
    name,
    hash: hashOf(token),
    hint: hintOf(token),
    created_by: userId,
    created_at: now,
    last_received_at: null,
    received: 0,
    leads: 0,
    problem: null,
    problem_at: null,
    waits_for: null,
    waits_above: null,
    window_began_at: now,
    window_calls: 0,
  }
  nameTarget({ id: row.id })
  const createdBy = await db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await lockName(tx, `receiving:${projectId}`)
    const ids = { organizationId, projectId }
    if ((await selectAddresses(tx, ids)).length >= RECEIVING_ADDRESSES_MAX) throw limitReached()
    await insertAddress(tx, row)
    const maker = (await findPeople(tx, [userId])).get(userId)
    return maker ? nameOf(maker) : null
  })
  return {
    ...presentAddress(row, { waiting: 0, createdBy }),
    url: `${publicUrl}/in/${token}`,
    mail: mailbox?.address.replace('*', token) ?? null,
  }
}

function limitReached(): AppError {
  const detail = `A project has at most ${RECEIVING_ADDRESSES_MAX} receiving addresses. Revoke one first.`
  return new AppError('conflict', 'receiving_address_limit_reached', detail)
}
