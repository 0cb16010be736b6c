import type { Notice } from '@leadlight/contract/privacy'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { askToErase } from '../../people/prospects/erase-job.ts'
import { findPersonBehind } from '../../people/prospects/find-person-behind.ts'
import { suppressPerson } from '../../people/prospects/suppressed-profiles.ts'
import { hashToken } from './hash-token.ts'
import { setObjected } from './notice-store.ts'
import { openNotice, presentNotice } from './read-notice.ts'
import type { PrivacyDependencies } from './privacy-dependencies.ts'

/**
 * Keeps whoever wrote a link's post out of the organization from now on, whatever became of that post and its lead;
 * within seconds a job erases what it holds of them. A link that does not tell whose it is is refused. Pressing again changes nothing. The audit log says that somebody objected, not who, nor from where.
 */
export async function objectToNotice(deps: PrivacyDependencies, token: string): Promise<Notice> {
  const { db, clock, jobs, newId, suppression } = deps
  const notice = await openNotice(deps, token)
  const { organizationId, leadId, authors } = notice
  const now = clock.now()
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const isFirst = await setObjected(tx, organizationId, { tokenHash: hashToken(token), now })
    if (!isFirst) return presentNotice(tx, { ...notice, objectedAt: notice.objectedAt ?? now })
    const personId = leadId === null ? null : await findPersonBehind(tx, organizationId, leadId)
    if (personId === null && authors.length === 0) throw untold()
    const known = authors.map((author) => ({ author, at: now }))
    await insertSuppressed(tx, organizationId, known)
    // They may have got accounts since the link was made.
    if (personId !== null) await suppressPerson(tx, suppression, { organizationId, personId, now })
    await askToErase(tx, jobs, organizationId)
    const action = { action: 'person.objected', organizationId, target: {} } as const
    await recordOperatorAction(tx, { clock, newId }, action)
    return presentNotice(tx, { ...notice, objectedAt: now })
  })
}

function untold(): AppError {
  const detail =
    'This link does not tell any more whose it is, so nobody could be kept out by it. Write to whoever sent you the message.'
  return new AppError('conflict', 'notice_untold', detail)
}
