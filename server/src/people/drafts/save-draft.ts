import { A_PERSON } from '@leadlight/domain/drafts'
import type { DraftType } from '@leadlight/domain/drafts'
import { lockForUpdate } from '../../workspace/leads/lock-lead.ts'
import { recordHistory } from '../../workspace/leads/record-history.ts'
import type { Actor } from '../../platform/actor.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { draftChanged } from './draft-changed.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { findDraft, putDraft, type Draft } from './draft-store.ts'
import { findSimilarDraft } from './find-similar-draft.ts'

const POINT = /^\s*(?:- .*)?$/u

export interface SavedWords {
  projectId: string
  leadId: string
  messageType: DraftType
  text: string
  /** When the draft being changed was last saved, null for none; undefined replaces whatever there is. */
  basedOn?: Date | null | undefined
}

/**
 * Saves a draft as its writer left it. The lead's history records the first change after a machine wrote it. Throws
 * `draft_changed` rather than replace words somebody else has saved since.
 */
export function saveDraft(deps: DraftDependencies, actor: Actor, words: SavedWords): Promise<Draft> {
  const { projectId, leadId, messageType, text, basedOn } = words
  const { organizationId, userId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await lockForUpdate(tx, actor, { projectId, id: leadId })
    // Of two that save at once, the second finds the first one's words.
    await lockName(tx, `draft:${leadId}:${messageType}`)
    const former = await findDraft(tx, organizationId, { leadId, messageType })
    if (basedOn !== undefined && former?.updatedAt.getTime() !== basedOn?.getTime()) {
      // The same words again: the first answer was lost.
      if (former?.draft === text) return former
      throw draftChanged()
    }
    const draft = {
      leadId,
      messageType,
      draft: text,
      writtenBy: A_PERSON,
      // Points that were only polished are still no answer to paste.
      isTalkingPoints: former?.isTalkingPoints === true && text.split('\n').every((line) => POINT.test(line)),
      similarTo: await findSimilarDraft(tx, organizationId, words),
      updatedBy: userId,
      updatedAt: deps.clock.now(),
    }
    await putDraft(tx, organizationId, draft)
    if (former?.writtenBy !== A_PERSON) {
      const summary = messageType === 'reply' ? 'Wrote the reply' : 'Wrote the message'
      await recordHistory(tx, deps, actor, { leadId, kind: 'draft', summary })
    }
    return draft
  })
}
