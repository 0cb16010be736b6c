import type { ProjectIds } from '../../platform/actor.ts'
import type { FactSource } from '@leadlight/domain/prospects'
import type { Tx } from '../../platform/db.ts'
import { deleteCompanyFactsOf, lockCompany, putCompanyFacts, renewCompanyRows } from './company-store.ts'
import { selectCompanyFacts } from './list-facts.ts'

/** Replaces what these sources say of a company with what they say of another, in the caller's transaction. */
export async function copyCompanyFacts(
  tx: Tx,
  ids: ProjectIds,
  { from, to, sources }: { from: string; to: string; sources: readonly FactSource[] },
): Promise<void> {
  const { organizationId } = ids
  if (!(await lockCompany(tx, ids, to))) return
  const facts = await selectCompanyFacts(tx, organizationId, from)
  await deleteCompanyFactsOf(tx, organizationId, { companyId: to, sources })
  const copied = facts.filter(({ source }) => sources.includes(source))
  await putCompanyFacts(
    tx,
    organizationId,
    to,
    copied.map(({ source_url: sourceUrl, seen_at: seenAt, ...fact }) => ({ ...fact, sourceUrl, seenAt })),
  )
  await renewCompanyRows(tx, organizationId, [to])
}
