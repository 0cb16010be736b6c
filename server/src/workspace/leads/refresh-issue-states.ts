import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Updates the GitHub states of a project's leads. Posts that are no lead are skipped. */
export async function refreshIssueStates(
  tx: Tx,
  ids: ProjectIds,
  posts: readonly { id: string; githubIssueState?: 'OPEN' | 'CLOSED' | null | undefined }[],
): Promise<void> {
  const issues = posts.filter(({ githubIssueState }) => githubIssueState)
  if (issues.length === 0) return
  await sql`
    with target as (
      select lead.id, fresh.state
      from unnest(${issues.map(({ id }) => id)}::uuid[], ${issues.map(({ githubIssueState }) => githubIssueState)}::text[])
        as fresh (post_id, state)
      join lead on lead.organization_id = ${ids.organizationId} and lead.project_id = ${ids.projectId}
        and lead.post_id = fresh.post_id
      where lead.github_issue_state is distinct from fresh.state
      order by lead.id for no key update of lead
    )
    update lead set github_issue_state = target.state from target
    where lead.organization_id = ${ids.organizationId} and lead.id = target.id`.execute(tx)
}
