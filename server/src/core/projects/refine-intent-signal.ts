import type { SuggestedSignal } from '@leadlight/contract/projects'
import { propose, type Proposed, type ProposingDependencies } from '../../ai/propose.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { readProjectFacts } from './project-facts.ts'
import { askForWording, usableWording, WORDING_SCHEMA } from './propose-by-model.ts'
import { refineSignal } from './refine-signal.ts'
import { requireProject } from './require-project.ts'
import { materialOf } from './writing-brief.ts'

interface Refining {
  id: string
  /** As typed. */
  wording: string
  feedback: string
  signal: AbortSignal
}

/** Proposes a sharper wording of a signal from the project's profile. Saves nothing. */
export async function refineIntentSignal(
  { db, proposing }: { db: Db; proposing: ProposingDependencies },
  actor: Actor,
  { id, wording, feedback, signal }: Refining,
): Promise<Proposed<SuggestedSignal>> {
  requirePermission(actor, 'signal.write')
  const { organizationId } = actor
  const project = await db.transaction(organizationScope(organizationId), (tx) => requireProject(tx, actor, id))
  const material = materialOf(project)
  const facts = await readProjectFacts(project)
  return propose(proposing, {
    kind: 'wording',
    organizationId,
    ...askForWording(material, { signal: wording, feedback }),
    schema: WORDING_SCHEMA,
    check: (answer) => usableWording(answer, [material, wording, feedback].join('\n')),
    locally: () => refineSignal(wording, feedback, facts),
    signal,
  })
}
