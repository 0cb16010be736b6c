import type { ReplyOf } from '@leadlight/contract/endpoint'
import { PlanEdits, PlanWords } from '@leadlight/contract/signal-plan'
import type { readSignalPlan as endpoint } from '@leadlight/contract/signal-help'
import { propose, type ProposingDependencies } from '../../ai/propose.ts'
import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import { planSignal, wordsOf } from '@leadlight/engine/plan/plan'
import { askForPlan, editsByModel } from '../matching/propose-plan.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'

interface PlanRequest {
  projectId: string
  brief: Brief
  byModel: boolean
  signal: AbortSignal
}

/** The plan read from a brief, and the plan with its edits; a model's proposal comes as edits too. Nothing is saved. */
export async function readSignalPlan(
  { db, proposing }: { db: Db; proposing: ProposingDependencies },
  actor: Actor,
  { projectId, brief, byModel, signal }: PlanRequest,
): Promise<ReplyOf<typeof endpoint>> {
  const { organizationId } = actor
  await db.transaction(organizationScope(organizationId), (tx) => requireProject(tx, actor, projectId))
  const read = wordsOf(planSignal(brief.intentSignal, { notInterested: brief.notInterested }))
  const asSent = { proposal: brief.planEdits, writtenBy: null, note: null }
  const { proposal, writtenBy, note } = byModel
    ? await propose(proposing, {
        kind: 'plan',
        organizationId,
        ...askForPlan(brief),
        schema: PlanWords,
        check: (words) => PlanEdits.safeParse(editsByModel(words, { read, brief })).data,
        locally: () => brief.planEdits,
        signal,
      })
    : asSent
  const plan = wordsOf(planBrief({ ...brief, planEdits: proposal }))
  return { read, plan, plan_edits: proposal, written_by: writtenBy, note }
}
