import { LEADS_PER_MAIL_MAX, type MailFrequency } from '@leadlight/domain/notifications'
import { can, type Role } from '@leadlight/domain/roles'
import { findCreditLevel } from '../../core/billing/find-credit-level.ts'
import { readInsightsDigest, type InsightsDigest } from '../../finding/insights/read-insights-digest.ts'
import { describeLeads, type DescribedLead } from '../../workspace/leads/describe-leads.ts'
import { rankLeads } from '../../workspace/leads/rank-leads.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { nameOfProject } from '../../core/projects/name-of-project.ts'
import { findWordings } from '../../core/signals/signals.ts'
import { listSources } from '../../finding/sources/list-sources.ts'
import { selectMailLeads } from './mail-store.ts'
import type { NotificationDependencies } from './notification-dependencies.ts'
import type { DueMail } from './setting-store.ts'
import { namePlatform } from '../../channels/name-platform.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The content of a mail. */
export interface Digest {
  projectName: string
  /** How many leads in all. */
  total: number
  /** The best leads, best first, with the names of their platforms. */
  best: (DescribedLead & { platformName: string })[]
  /** Most first. A lead of two signals counts for both. */
  bySignal: { signal: string; count: number }[]
  /** What fails, a line each. */
  trouble: string[]
  /** The figures of the last seven days; null unless the mail is weekly. */
  week: InsightsDigest | null
}

/** Reads a mail's content as of now; undefined where nothing of it is left. */
export async function describeDigest(
  deps: Pick<NotificationDependencies, 'db' | 'sources'>,
  { organizationId, projectId, accountId }: DueMail,
  { mailId, role, frequency }: { mailId: string; role: Role; frequency: MailFrequency },
): Promise<Digest | undefined> {
  const { channels } = deps.sources
  const told = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const ids = await selectMailLeads(tx, organizationId, mailId)
    const ranked = await rankLeads(tx, organizationId, { projectId, ids })
    const projectName = await nameOfProject(tx, organizationId, projectId)
    if (ranked.length === 0 || projectName === undefined) return undefined
    const bestIds = ranked.slice(0, LEADS_PER_MAIL_MAX).map(({ id }) => id)
    const best = await describeLeads(tx, organizationId, { projectId, ids: bestIds })
    const wordings = await findWordings(tx, organizationId, projectId)
    const level = await findCreditLevel(tx, organizationId)
    const to = deps.sources.clock.now()
    const time = { from: new Date(to.getTime() - WEEK_MS), to, isCoarse: role === 'GUEST' }
    const place = { organizationId, projectId }
    const week = frequency === 'weekly' ? await readInsightsDigest(tx, deps.sources, place, time) : null
    return { projectName, ranked, best, wordings, level, week }
  })
  if (!told) return undefined
  const { projectName, ranked, wordings, level, week } = told
  const actor = { userId: accountId, organizationId, role, projectIds: 'all' as const }
  const sources = can(role, 'source.read') ? await listSources(deps.sources, actor, projectId) : []
  return {
    projectName,
    week,
    total: ranked.length,
    best: told.best.map((lead) => ({ ...lead, platformName: namePlatform(channels, lead.platform) })),
    bySignal: countBySignal(ranked, wordings),
    trouble: [
      ...CREDIT_TROUBLE[level],
      ...sources
        .filter(({ on, health }) => on && health === 'failing')
        .map(({ name, error }) => `${name}: ${error ?? ''}`),
    ],
  }
}

const CREDIT_TROUBLE = {
  fine: [],
  low: ['Credits run low. Once they are used up, posts that cost something to judge wait.'],
  empty: ['Credits are used up. Posts that cost something to judge wait.'],
}

function countBySignal(
  leads: readonly { signalIds: string[] }[],
  wordings: ReadonlyMap<string, string>,
): Digest['bySignal'] {
  return [...wordings]
    .map(([id, signal]) => ({ signal, count: leads.filter(({ signalIds }) => signalIds.includes(id)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}
