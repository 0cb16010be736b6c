import type { AccountKey } from '../../core/suppression/suppression.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { describeOpinions } from '../../finding/opinions/describe-opinions.ts'
import { describeDrafts } from '../../people/drafts/describe-drafts.ts'
import { describePersonDraft } from '../../people/drafts/describe-person-draft.ts'
import { listProjectsWaiting, listWaitingBy, type WaitingBy } from '../../finding/receiving/list-waiting-by.ts'
import { getEnrichment } from '../../people/enrichment/refresh-person.ts'
import { listMerges } from '../../people/identity/list-merges.ts'
import { findPersonBehind } from '../../people/prospects/find-person-behind.ts'
import { getPerson } from '../../people/prospects/get-prospect.ts'
import { reaches, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { getLead } from '../../workspace/leads/get-lead.ts'
import { presentLead } from '../../workspace/leads/present-lead.ts'
import { listHistory } from '../../workspace/teamwork/list-history.ts'
import { listNotes } from '../../workspace/teamwork/list-notes.ts'
import { selectAccountsOf, selectHeldPeople, selectNoticesOf, selectPassedOver, type HeldPerson } from './held-store.ts'

type Composing = { db: Db; clock: Clock }

/** What is held of somebody in one project. */
export type Held = Awaited<ReturnType<typeof composeOne>> | Awaited<ReturnType<typeof composeUnknown>>

/**
 * All that the organization holds of whoever has one of these accounts, project by project: their accounts and profiles
 * with where each value is from, their posts and what was judged, noted, set and drafted of them, leads or not, and those
 * that wait to be judged, where they are nobody’s yet as well. Of projects that the actor does not reach nothing.
 */
export async function composeHeld(deps: Composing, actor: Actor, accounts: readonly AccountKey[]): Promise<Held[]> {
  const { organizationId } = actor
  const people = await deps.db.transaction(organizationScope(organizationId), (tx) =>
    selectHeldPeople(tx, organizationId, accounts),
  )
  const held: Held[] = []
  for (const person of people) {
    if (reaches(actor, person.projectId)) held.push(await composeOne(deps, actor, { person, accounts }))
  }
  const known = new Set(people.map(({ projectId }) => projectId))
  for (const projectId of await listProjectsWaiting(deps.db, organizationId)) {
    if (known.has(projectId) || !reaches(actor, projectId)) continue
    const waiting = await listWaitingBy(deps.db, { organizationId, projectId }, accounts)
    if (waiting.length > 0) held.push(await composeUnknown(deps, actor, { projectId, waiting }))
  }
  return held
}

/** What waits in a project that has made nobody of its author yet. */
async function composeUnknown(
  { db }: Composing,
  actor: Actor,
  { projectId, waiting }: { projectId: string; waiting: WaitingBy[] },
) {
  const { name } = await db.transaction(organizationScope(actor.organizationId), (tx) =>
    requireProject(tx, actor, projectId),
  )
  return {
    project: { id: projectId, name },
    person: null,
    profiles_read: null,
    merged_with: [],
    leads: [],
    passed_over: [],
    waiting_to_be_judged: waiting,
    links_made: [],
  }
}

async function composeOne(
  deps: Composing,
  actor: Actor,
  { person: { projectId, personId, leadIds }, accounts }: { person: HeldPerson; accounts: readonly AccountKey[] },
) {
  const of = { projectId, id: personId }
  const { timeline: _, ...person } = await getPerson({ ...deps, describePersonDraft }, actor, of)
  const leads = []
  for (const id of leadIds) leads.push(await composeLead(deps, actor, { projectId, id }))
  const { organizationId } = actor
  const { name, notices, passedOver, own } = await deps.db.transaction(
    organizationScope(organizationId),
    async (tx) => ({
      name: (await requireProject(tx, actor, projectId)).name,
      notices: await selectNoticesOf(tx, organizationId, leadIds),
      passedOver: await selectPassedOver(tx, organizationId, { projectId, leadIds }),
      own: await selectAccountsOf(tx, organizationId, personId),
    }),
  )
  return {
    project: { id: projectId, name },
    person,
    profiles_read: await getEnrichment(deps, actor, of),
    merged_with: await listMerges(deps, actor, of),
    leads,
    passed_over: passedOver,
    waiting_to_be_judged: await listWaitingBy(deps.db, { organizationId, projectId }, [...own, ...accounts]),
    links_made: notices,
  }
}

async function composeLead({ db }: Composing, actor: Actor, ids: { projectId: string; id: string }) {
  const hooks = { describeDrafts, describeOpinions, findPersonBehind }
  const { author_leads: _, drafting: __, ...lead } = presentLead(await getLead({ db, ...hooks }, actor, ids))
  return { ...lead, notes: await listNotes({ db }, actor, ids), history: await listHistory({ db }, actor, ids) }
}
