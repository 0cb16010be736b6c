import type { DraftType } from '@leadlight/domain/drafts'
import { holdLead } from '../leads/hold-lead.ts'
import { recordHistory } from '../leads/record-history.ts'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { findDraft, putDraft, type Draft } from './draft-store.ts'
import { findSimilarDraft } from './find-similar-draft.ts'

/** Who wrote a draft that somebody has put into words of their own; the lead's history tells who that was. */
export const A_PERSON = 'A person'

const POINT = /^\s*(?:- .*)?$/u

export interface SavedWords {
  projectId: string
  leadId: string
  messageType: DraftType
  text: string
}

/** Keeps a draft as its writer left it. Its lead's history tells of the first time after a machine wrote it. */
export function saveDraft(deps: DraftDependencies, actor: Actor, words: SavedWords): Promise<Draft> {
  const { projectId, leadId, messageType, text } = words
  const { organizationId, userId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await holdLead(tx, actor, { projectId, id: leadId })
    const former = await findDraft(tx, organizationId, { leadId, messageType })
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
