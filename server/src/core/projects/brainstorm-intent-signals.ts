import type { FactQuestion, SuggestedSignal } from '@leadlight/contract/projects'
import { propose, type Proposed, type ProposingDependencies } from '../../ai/propose.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboundFetch } from '../../platform/outbound.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { askForFacts } from './ask-for-facts.ts'
import type { BusinessText } from './business/business-facts.ts'
import { businessName, passagesOf } from './describe-business.ts'
import { readProjectFacts } from './project-facts.ts'
import type { ProjectHooks } from './project-hooks.ts'
import type { Project } from './project-store.ts'
import { askForSignals, SIGNALS_SCHEMA, usableSignals } from './propose-by-model.ts'
import { proposeSignals } from './propose-signals.ts'
import { readWebsite } from './read-website.ts'
import { requireProject } from './require-project.ts'
import { websiteState, whatIsMissing, type WebsiteState } from './website-state.ts'
import { materialOf } from './writing-brief.ts'

interface BrainstormDependencies extends Pick<ProjectHooks, 'listWordings'> {
  db: Db
  log: Log
  fetch: OutboundFetch
  proposing: ProposingDependencies
}

export interface Brainstormed extends Proposed<SuggestedSignal[]> {
  /** What would make the proposals better, at most two questions. */
  questions: FactQuestion[]
  /** Why nothing could be proposed, in a sentence; null if something could. */
  missing: string | null
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
): Promise<Brainstormed> {
  requirePermission(actor, 'signal.write')
  const { organizationId } = actor
  const { project, existing } = await dependencies.db.transaction(organizationScope(organizationId), async (tx) => ({
    project: await requireProject(tx, actor, id),
    existing: await dependencies.listWordings(tx, organizationId, id),
  }))
  const profile = await readProjectFacts(project)
  const isTold = profile.offers.length > 0 && profile.audience !== null
  const website = isTold ? NO_WEBSITE : await readTheWebsite(dependencies, project, signal)
  const facts = isTold ? profile : await readProjectFacts(project, website)
  const material = materialOf(
    project,
    website.passages.map(({ text }) => text),
  )
  const locally = () => proposeSignals(facts, existing)
  const proposed: Proposed<SuggestedSignal[]> =
    // For a business that says nothing of itself, a model could only make something up.
    material === ''
      ? { proposal: locally(), writtenBy: null, note: null }
      : await propose(dependencies.proposing, {
          kind: 'signals',
          organizationId,
          ...askForSignals(material, existing),
          schema: SIGNALS_SCHEMA,
          check: (answer) => usableSignals(answer, { material, existing, facts }),
          locally,
          signal,
        })
  const isEmpty = proposed.proposal.length === 0
  return {
    ...proposed,
    questions: askForFacts(facts),
    missing: isEmpty ? whatIsMissing(facts, project.businessDescription, website.state) : null,
  }
}

interface ReadWebsite extends BusinessText {
  state: WebsiteState
}

const NO_WEBSITE: ReadWebsite = { name: null, passages: [], state: 'none' }

async function readTheWebsite(
  { fetch, log }: BrainstormDependencies,
  project: Project,
  signal: AbortSignal,
): Promise<ReadWebsite> {
  if (project.website === null) return NO_WEBSITE
  try {
    const site = await readWebsite(project.website, { fetch, signal })
    const state = websiteState(site)
    const speaks = state !== 'placeholder' && state !== 'blog'
    return { name: businessName(site), passages: speaks ? passagesOf(site) : [], state }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.info({ projectId: project.id, code: error.code }, 'signals are proposed without the website')
    return { ...NO_WEBSITE, state: 'unread' }
  }
}
