import type { SuggestedSignal } from '@leadlight/contract/projects'
import { propose, type Proposed, type ProposingDependencies } from '../../ai/propose.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboundFetch } from '../../platform/outbound.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { sentencesOf } from './describe-business.ts'
import type { ProjectHooks } from './project-hooks.ts'
import type { Project } from './project-store.ts'
import { projectWords } from './project-words.ts'
import { askForSignals, SIGNALS_SCHEMA, usableSignals } from './propose-by-model.ts'
import { proposeSignals } from './propose-signals.ts'
import { readWebsite } from './read-website.ts'
import { requireProject } from './require-project.ts'
import { materialOf } from './writing-brief.ts'

interface BrainstormDependencies extends Pick<ProjectHooks, 'listWordings'> {
  db: Db
  log: Log
  fetch: OutboundFetch
  proposing: ProposingDependencies
}

/**
 * Proposes signals that the project does not have yet. Reads its website only if the profile does not tell what is
 * offered to whom; if that fails, the profile has to do. Saves nothing.
 */
export async function brainstormIntentSignals(
  dependencies: BrainstormDependencies,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<Proposed<SuggestedSignal[]>> {
  requirePermission(actor, 'signal.write')
  const { organizationId } = actor
  const { project, existing } = await dependencies.db.transaction(organizationScope(organizationId), async (tx) => ({
    project: await requireProject(tx, actor, id),
    existing: await dependencies.listWordings(tx, organizationId, id),
  }))
  const profile = projectWords(project)
  const isTold = profile.offer !== null && profile.buyers !== null
  const website = isTold ? [] : await websiteSentences(dependencies, project, signal)
  const locally = () => proposeSignals(isTold ? profile : projectWords(project, website), existing)
  const material = materialOf(project, website)
  // For a business that says nothing of itself, a model could only make something up.
  if (material === '') return { proposal: locally(), writtenBy: null, note: null }
  return propose(dependencies.proposing, {
    kind: 'signals',
    organizationId,
    ...askForSignals(material, existing),
    schema: SIGNALS_SCHEMA,
    check: (answer) => usableSignals(answer, { material, existing }),
    locally,
    signal,
  })
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
