import type { DataChannel, Lead, LeadList, LeadRow as WireRow } from '@leadlight/contract/leads'
import { draftingRule } from '@leadlight/domain/communities'
import { anchoredConditions } from '@leadlight/domain/conditions'
import { anchored } from '@leadlight/domain/evidence'
import { bodyStart, postText } from '@leadlight/domain/posts'
import { levelOrNull, scoreOrNull } from '@leadlight/domain/scoring'
import type { ProjectChannel } from './channel-store.ts'
import type { LeadWithMatches } from './get-lead.ts'
import { channelIdOf } from './channel-ids.ts'
import type { LeadRow } from './lead-store.ts'
import type { SignalWords } from './lead-page.ts'
import type { LeadPage } from './list-leads.ts'
import { presentMatch } from './present-match.ts'

export function presentLeadPage(page: LeadPage): LeadList {
  return {
    items: page.leads.map((lead) => presentRow(lead, page.signalTexts)),
    total: page.total,
    total_capped: page.totalCapped,
    next_cursor: page.nextCursor,
  }
}

export function presentLead({ lead, matches, drafts, authorLeads, duplicates, personId }: LeadWithMatches): Lead {
  const texts = new Map(matches.map(({ intent_signal_id: id, kind, intent_signal }) => [id, { kind, intent_signal }]))
  const text = postText(lead.title, lead.body)
  const why = draftingRule(lead.platform, lead.community_name)
  return {
    ...presentRow(lead, texts),
    text,
    body_start: bodyStart(lead.title),
    author_url: lead.author_url,
    person_id: personId,
    replies: lead.replies,
    license: lead.license,
    facts: lead.facts,
    matches: matches.map((match) =>
      presentMatch({
        ...match,
        evidence: anchored(text, match.evidence),
        conditions: anchoredConditions(text, match.conditions),
      }),
    ),
    feedback_reason: lead.feedback_reason,
    drafts,
    drafting: { is_allowed: why === null, why },
    other_places: duplicates.map((other) => ({ ...other, posted_at: other.posted_at.toISOString() })),
    author_leads: authorLeads.map((other) => ({ ...other, posted_at: other.posted_at.toISOString() })),
  }
}

export function presentRow(lead: LeadRow, signalTexts: ReadonlyMap<string, SignalWords>): WireRow {
  return {
    id: lead.id,
    project_id: lead.project_id,
    platform: lead.platform,
    community: lead.community_name,
    url: lead.url,
    author: lead.author_name,
    title: lead.title,
    excerpt: { text: lead.excerpt, evidence: lead.excerpt_evidence },
    score: scoreOrNull(lead.score),
    level: levelOrNull(lead.score),
    intent_signals: lead.ranked_signal_ids.flatMap((id) => {
      const words = signalTexts.get(id)
      return words ? [{ id, ...words }] : []
    }),
    status_config_id: lead.status_config_id,
    smart_column_values: lead.column_values,
    github_issue_state: lead.github_issue_state,
    feedback: lead.feedback,
    assignee_id: lead.assignee_id,
    read: lead.read,
    starred: lead.starred,
    deleted: lead.deleted,
    posted_at: lead.posted_at.toISOString(),
    collected_at: lead.collected_at.toISOString(),
    source_deleted_at: lead.source_deleted_at?.toISOString() ?? null,
  }
}

/** A named channel shows its name, a whole platform the platform's common name. */
export function presentDataChannel(channel: ProjectChannel, platformName: (platform: string) => string): DataChannel {
  const { platform, external_id, name, lead_count } = channel
  const display_name = external_id === '' ? platformName(platform) : name
  return { platform, id: channelIdOf(platform, external_id), external_id, name, display_name, lead_count }
}
