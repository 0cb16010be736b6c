import type { quoteSmartColumn } from '@leadlight/contract/columns'
import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { ColumnType } from '@leadlight/domain/columns'
import { toCredits } from '@leadlight/domain/credits'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { describeLocalAnswers } from './read-question.ts'
import { countLeadsToFill } from '../leads/column-values.ts'

export type ColumnQuote = ReplyOf<typeof quoteSmartColumn>

/**
 * The most that filling a column for the present leads would cost, and who would answer it. Free, and nothing is saved.
 */
export async function quoteColumn(
  deps: Pick<ColumnDependencies, 'db' | 'languageModel' | 'valuePrice'>,
  actor: Actor,
  { projectId, prompt, type }: { projectId: string; prompt: string; type: ColumnType },
): Promise<ColumnQuote> {
  const { organizationId } = actor
  const leads = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return countLeadsToFill(tx, organizationId, projectId)
  })
  const credits = toCredits(leads * deps.valuePrice)
  if (!deps.languageModel) return { leads, credits, ...describeLocalAnswers(prompt, type) }
  const free = deps.valuePrice > 0 ? ' What it cannot answer costs nothing.' : ''
  return { leads, credits, answered_by: 'model', why: `${deps.languageModel.name} answers it.${free}` }
}
