import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { listOwnSources } from './list-own-sources.ts'

const SOURCES_PER_PROJECT_MAX = 100

interface NewSource {
  projectId: string
  platform: string
  externalId: string
}

/** Refuses a source the project has already, or has no room for. A feed has its own error codes. */
export async function requireRoom(tx: Tx, actor: Actor, { projectId, platform, externalId }: NewSource): Promise<void> {
  await requireProject(tx, actor, projectId)
  const known = await listOwnSources(tx, actor.organizationId, projectId)
  const prefix = platform === 'feed' ? 'feed' : 'source'
  if (known.some((own) => own.platform === platform && own.externalId === externalId)) {
    throw new AppError('conflict', `${prefix}_already_added`, `This project already reads that ${prefix}.`)
  }
  if (known.length >= SOURCES_PER_PROJECT_MAX) {
    const limit = `A project has at most ${SOURCES_PER_PROJECT_MAX} sources of its own, feeds included.`
    throw new AppError('conflict', `${prefix}_limit_reached`, `${limit} Remove one first.`)
  }
}

/** The same, locked: nobody else adds to the project until the transaction ends. */
export async function lockRoom(tx: Tx, actor: Actor, source: NewSource): Promise<void> {
  await lockName(tx, `sources:${source.projectId}`)
  await requireRoom(tx, actor, source)
}
