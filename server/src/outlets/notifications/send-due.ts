import { afterQuietHours, nextMailAt, waitBeforeNextMailTry } from '@leadlight/domain/notifications'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { MailError, type Mail, type MailFailure } from '../../senders/mail.ts'
import { composeDigest } from './compose-digest.ts'
import { describeDigest } from './describe-digest.ts'
import { beginTry, findOpenMail, openMail, releaseLeads, settleMail, type MailRow } from './mail-store.ts'
import type { NotificationDependencies } from './notification-dependencies.ts'
import { timesOf } from './present-settings.ts'
import { lockSetting, updateSetting, type DueMail, type SettingRow } from './setting-store.ts'
import { makeUnsubscribeLink } from './unsubscribe-links.ts'
import { findRecipients, type Recipient } from './find-recipients.ts'

/** Longer than the wait for any mail server: until then another sender may still be at it. */
const SENDING_MS_MAX = 2 * 60_000

interface Taken {
  mail: MailRow
  setting: SettingRow
  hearer: Recipient
}

/**
 * Mails somebody the leads queued for them in a project. One transaction puts all queued leads into one mail for good,
 * so no lead is in two. The mail is sent under the Message-ID its id gives, and again later where that failed or the
 * process died. Only a mail accepted just before a process died can arrive twice. After the last attempt its leads wait
 * for the next mail, which follows the person's settings.
 */
export async function sendDue(deps: NotificationDependencies, place: DueMail): Promise<void> {
  const scope = organizationScope(place.organizationId)
  const taken = await deps.db.transaction(scope, (tx) => takeMail(tx, deps, place))
  if (!taken) return
  const mail = await compose(deps, place, taken)
  if (!mail) {
    await deps.db.transaction(scope, (tx) => drop(tx, taken.mail))
    return
  }
  try {
    await deps.mailer.send(mail)
  } catch (error) {
    deps.log.warn({ ...place, err: error }, 'a mail of new leads was not taken')
    // What exactly the server said is for the operator to read in the log.
    const failure = error instanceof MailError ? error.failure : 'not_taken'
    await deps.db.transaction(scope, (tx) => settleFailed(tx, deps, taken, failure))
    return
  }
  await deps.db.transaction(scope, async (tx) => {
    // Locked before the mail, in the same order as `takeMail`.
    await lockSetting(tx, place.organizationId, place)
    await settleMail(tx, place.organizationId, taken.mail, { state: 'sent', next_try_at: null })
    await updateSetting(tx, place.organizationId, place, {
      last_mail_at: deps.clock.now(),
      failing_since: null,
      failure: null,
    })
  })
}

/** The mail to send now: the unfinished one, or else a new one of all queued leads. */
async function takeMail(
  tx: Tx,
  { clock, newId }: NotificationDependencies,
  place: DueMail,
): Promise<Taken | undefined> {
  const { organizationId, projectId, accountId } = place
  const setting = await lockSetting(tx, organizationId, place)
  if (!setting) return undefined
  const now = clock.now()
  const open = await findOpenMail(tx, organizationId, place)
  const dueAt = open ? open.next_try_at : setting.next_mail_at
  if (!dueAt || dueAt > now) return undefined
  const startsAt = afterQuietHours(timesOf(setting), now)
  if (startsAt > now) {
    // The job runs late, as after a standstill.
    if (open) await settleMail(tx, organizationId, open, { state: 'waiting', next_try_at: startsAt })
    else await updateSetting(tx, organizationId, place, { next_mail_at: startsAt })
    return undefined
  }
  if (!open) await updateSetting(tx, organizationId, place, { next_mail_at: null, last_mail_at: now })
  const mail = open ?? (await openMail(tx, organizationId, { projectId, accountId, id: newId(), now }))
  if (!mail) return undefined
  const hearer = (await findRecipients(tx, organizationId, { projectId, accountIds: [accountId] })).get(accountId)
  if (!hearer || setting.frequency === 'off') {
    await drop(tx, mail)
    return undefined
  }
  await beginTry(tx, organizationId, mail, new Date(now.getTime() + SENDING_MS_MAX))
  return { mail: { ...mail, tries: mail.tries + 1 }, setting, hearer }
}

async function compose(
  deps: NotificationDependencies,
  place: DueMail,
  { mail, setting, hearer }: Taken,
): Promise<Mail | undefined> {
  const digest = await describeDigest(deps, place, {
    mailId: mail.id,
    role: hearer.role,
    frequency: setting.frequency,
  })
  if (!digest) return undefined
  const { publicUrl } = deps.config
  return composeDigest({
    ...digest,
    mailId: mail.id,
    to: hearer.email,
    frequency: setting.frequency,
    projectId: place.projectId,
    publicUrl,
    now: deps.clock.now(),
    unsubscribeUrl: await makeUnsubscribeLink({ signedTokens: deps.signedTokens, publicUrl }, place),
  })
}

async function drop(tx: Tx, mail: MailRow): Promise<void> {
  await settleMail(tx, mail.organization_id, mail, { state: 'dropped', next_try_at: null })
}

async function settleFailed(
  tx: Tx,
  { clock }: NotificationDependencies,
  { mail, setting }: Taken,
  failure: MailFailure,
): Promise<void> {
  const { organization_id: organizationId } = mail
  const ids = { projectId: mail.project_id, accountId: mail.account_id }
  const now = clock.now()
  const current = await lockSetting(tx, organizationId, ids)
  const waitMs = waitBeforeNextMailTry(mail.tries)
  const next = waitMs === null ? null : afterQuietHours(timesOf(setting), new Date(now.getTime() + waitMs))
  const state = next === null ? 'failed' : 'waiting'
  if (!(await settleMail(tx, organizationId, mail, { state, next_try_at: next }))) return
  if (!current) return
  const { failing_since: since, next_mail_at: planned, last_mail_at: last } = current
  if (next === null) await releaseLeads(tx, organizationId, mail.id)
  const again = next === null ? { next_mail_at: planned ?? nextMailAt(timesOf(current), now, last) } : {}
  await updateSetting(tx, organizationId, ids, { ...again, failing_since: since ?? now, failure })
}
