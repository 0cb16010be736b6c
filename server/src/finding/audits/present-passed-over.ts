import type * as contract from '@leadlight/contract/passed-over'
import { excerptOf } from '@leadlight/domain/excerpts'
import { passedOverScore, sayPassedOver } from '@leadlight/domain/passed-over'
import { bodyStart, postText } from '@leadlight/domain/posts'
import { POSSIBLE_FROM } from '@leadlight/domain/scoring'
import { presentMatch } from '../../workspace/leads/present-match.ts'
import type { ExplainedPost } from './explain-passed-over.ts'
import type { PassedOverPage } from './list-passed-over.ts'
import type { PassedOverRow, PassingSignal } from './passed-over-store.ts'

export function presentPassedOverPage({ rows, isMore }: PassedOverPage): contract.PassedOverList {
  return { kept_from: POSSIBLE_FROM, items: rows.map(presentListed), is_more: isMore }
}

export function presentExplained(explained: ExplainedPost): contract.PassedOverReason {
  const { row, judgement, score, base, isRefused, opinion } = explained
  const { signalId: intent_signal_id, intentSignal: intent_signal, title } = row
  const { reason, evidence, conditions } = judgement
  const match = { intent_signal_id, intent_signal, score, base, reason, evidence, conditions, opinion }
  return {
    ...presentRow(row),
    kept_from: POSSIBLE_FROM,
    text: postText(title, row.text),
    body_start: bodyStart(title),
    why: sayPassedOver({ passing: row.passing, score, isRefused }),
    match: presentMatch(match),
  }
}

function presentListed(row: PassedOverRow): contract.PassedOverPost {
  return { ...presentRow(row), others: row.others.map(presentSignal) }
}

function presentSignal({ signalId, intentSignal, score }: PassingSignal) {
  return {
    intent_signal_id: signalId,
    intent_signal: intentSignal,
    score: score === null ? null : passedOverScore(score),
  }
}

function presentRow(row: PassedOverRow) {
  const { platform, community, url, title, text } = row
  return {
    ...presentSignal(row),
    post_id: row.postId,
    platform,
    community,
    author: row.author?.name ?? null,
    url,
    title,
    excerpt: excerptOf({ title, body: text }, []).text,
    posted_at: row.postedAt.toISOString(),
    lead_id: row.leadId,
  }
}
