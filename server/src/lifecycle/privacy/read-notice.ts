import type { Notice } from '@leadlight/contract/privacy'
import { findOrganization, findPrivacyContact } from '../../core/members/organizations.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { noticeScope, organizationScope } from '../../platform/scopes.ts'
import { hashToken } from './hash-token.ts'
import { findNotice, findNoticedPost, type StoredNotice } from './notice-store.ts'
import type { PrivacyDependencies } from './privacy-dependencies.ts'

/** What a link tells whoever holds it: the post, who holds something for it, and whether they objected. No more. */
export async function readNotice({ db }: Pick<PrivacyDependencies, 'db'>, token: string): Promise<Notice> {
  const notice = await openNotice({ db }, token)
  return db.transaction(organizationScope(notice.organizationId), (tx) => presentNotice(tx, notice))
}

/** The link of the token; any other is reported as missing. */
export async function openNotice({ db }: Pick<PrivacyDependencies, 'db'>, token: string): Promise<StoredNotice> {
  const notice = await db.transaction(noticeScope(), (tx) => findNotice(tx, hashToken(token)))
  if (!notice) throw noticeNotFound()
  return notice
}

export async function presentNotice(tx: Tx, { organizationId, leadId, objectedAt }: StoredNotice): Promise<Notice> {
  const organization = await findOrganization(tx, organizationId)
  if (!organization) throw noticeNotFound()
  const post = leadId === null || objectedAt ? undefined : await findNoticedPost(tx, organizationId, leadId)
  return {
    organization_name: organization.name,
    contact: await findPrivacyContact(tx, organizationId),
    post: post ? { platform: post.platform, url: post.url, posted_at: post.postedAt.toISOString() } : null,
    objected_at: objectedAt?.toISOString() ?? null,
  }
}

function noticeNotFound(): AppError {
  const detail =
    'This link leads to nothing: it is not whole, or whoever made it is no longer here. Copy all of it from the message you got.'
  return new AppError('not_found', 'notice_not_found', detail)
}
