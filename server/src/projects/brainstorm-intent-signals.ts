import type { SuggestedSignal } from '@leadlight/contract/projects'
import { requirePermission, type Actor } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { organizationScope } from '../platform/scopes.ts'
import { listWordings } from '../signals/list-wordings.ts'
import { sentencesOf } from './describe-business.ts'
import type { Project } from './project-store.ts'
import { projectWords } from './project-words.ts'
import { proposeSignals } from './propose-signals.ts'
import { readWebsite } from './read-website.ts'
import { requireProject } from './require-project.ts'

interface BrainstormDependencies {
  db: Db
  log: Log
  fetch: OutboundFetch
}

/**
 * Proposes signals that the project does not have yet. Its website is only read where the profile does not tell what
 * is offered to whom; where it cannot be read, the profile alone has to do. Nothing is saved.
 */
export async function brainstormIntentSignals(
  dependencies: BrainstormDependencies,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<SuggestedSignal[]> {
  requirePermission(actor, 'signal.write')
  const { project, existing } = await dependencies.db.transaction(
    organizationScope(actor.organizationId),
    async (tx) => ({
      project: await requireProject(tx, actor, id),
      existing: await listWordings(tx, actor.organizationId, id),
    }),
  )
  const words = projectWords(project)
  const isTold = words.offer !== null && words.buyers !== null
  if (isTold) return proposeSignals(words, existing)
  return proposeSignals(projectWords(project, await websiteSentences(dependencies, project, signal)), existing)
}

async function websiteSentences(
  { fetch, log }: BrainstormDependencies,
  project: Project,
  signal: AbortSignal,
): Promise<string[]> {
  if (project.website === null) return []
  try {
    return sentencesOf(await readWebsite(project.website, { fetch, signal }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.info({ projectId: project.id, code: error.code }, 'signals are proposed without the website')
    return []
  }
}
