import type { NoticeLink } from '@leadlight/contract/privacy'
import { findPrivacyContact } from '../../core/members/organizations.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireLead } from '../../workspace/leads/require-lead.ts'
import { hashToken } from './hash-token.ts'
import { noteAuthorsOfNotices } from './note-authors-of-notices.ts'
import { findNoticedPost, insertNotice } from './notice-store.ts'
import type { PrivacyDependencies } from './privacy-dependencies.ts'

/**
 * A link that tells a lead's author what is held of them for this post, and lets them object; the same each time. It
 * wants a contact first: a notice that names nobody to ask is none.
 */
export async function makeNotice(
  { db, clock, suppression, publicUrl }: PrivacyDependencies,
  actor: Actor,
  { projectId, leadId }: { projectId: string; leadId: string },
): Promise<NoticeLink> {
  requirePermission(actor, 'lead.draft')
  const { organizationId } = actor
  const token = suppression.noticeToken(leadId)
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await requireLead(tx, actor, { projectId, id: leadId })
    if ((await findPrivacyContact(tx, organizationId)) === null) throw contactMissing()
    if (!(await findNoticedPost(tx, organizationId, leadId))) throw nobodyHeld()
    await insertNotice(tx, organizationId, { tokenHash: hashToken(token), leadId, now: clock.now() })
    await noteAuthorsOfNotices(tx, suppression, organizationId, { leadId })
  })
  const url = `${publicUrl}/notice?t=${token}`
  return { url, text: `What I hold of you because of your post, and how to object: ${url}` }
}

function contactMissing(): AppError {
  const detail =
    'Your organization has not said yet whom people may write to about what is held of them. An admin says so under Team, Privacy.'
  return new AppError('conflict', 'privacy_contact_missing', detail)
}

function nobodyHeld(): AppError {
  const detail = 'Nobody is held for this post: it names no author, or it was deleted at its source.'
  return new AppError('conflict', 'nobody_held', detail)
}
