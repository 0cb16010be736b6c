import type { SuggestedSignal } from '@leadlight/contract/projects'
import { requirePermission, type Actor } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { organizationScope } from '../platform/scopes.ts'
import { projectWords } from './project-words.ts'
import { refineSignal } from './refine-signal.ts'
import { requireProject } from './require-project.ts'

/** Proposes a sharper wording of a signal from what the project's profile tells. Nothing is saved. */
export async function refineIntentSignal(
  { db }: { db: Db },
  actor: Actor,
  id: string,
  wanted: { signal: string; feedback: string },
): Promise<SuggestedSignal> {
  requirePermission(actor, 'signal.write')
  const project = await db.transaction(organizationScope(actor.organizationId), (tx) => requireProject(tx, actor, id))
  return refineSignal(wanted.signal, wanted.feedback, projectWords(project))
}
