import { A_PERSON } from '@leadlight/domain/drafts'
import { lockPerson } from '../prospects/lock-person.ts'
import type { Actor } from '../../platform/actor.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { draftChanged } from './draft-changed.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { findPersonDraft, putPersonDraft, type PersonDraft } from './person-draft-store.ts'

/**
 * Saves the message to a person as its writer left it. Throws `draft_changed` rather than replace words somebody else
 * has saved since.
 */
export function savePersonDraft(
  deps: Pick<DraftDependencies, 'db' | 'clock'>,
  actor: Actor,
  words: { projectId: string; personId: string; text: string; basedOn?: Date | null | undefined },
): Promise<PersonDraft> {
  const { projectId, personId, text, basedOn } = words
  const { organizationId, userId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await lockPerson(tx, actor, { projectId, id: personId })
    // Of two that save at once, the second finds the first one's words.
    await lockName(tx, `person-draft:${personId}`)
    const former = await findPersonDraft(tx, organizationId, personId)
    if (basedOn !== undefined && former?.updatedAt.getTime() !== basedOn?.getTime()) {
      // The same words again: the first answer was lost.
      if (former?.draft === text) return former
      throw draftChanged()
    }
    const draft = {
      personId,
      draft: text,
      writtenBy: A_PERSON,
      leadId: former?.leadId ?? null,
      updatedBy: userId,
      updatedAt: deps.clock.now(),
    }
    await putPersonDraft(tx, organizationId, draft)
    return draft
  })
}
