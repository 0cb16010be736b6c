import { expect } from '@playwright/test'
import type { SmtpDouble, TakenMail } from '@leadlight/testing/doubles/smtp-double'
import { ask, PASSWORD, type Member } from './member.ts'

/** Follows the verification link at an installation with a mail server. */
export async function verifyBySmtp(smtp: SmtpDouble, { url, email }: Member): Promise<void> {
  const mail = await waitForMail(smtp, (taken) => taken.to === email && taken.body.includes('/verify-user?token='))
  const token = /verify-user\?token=([\w.-]+)/.exec(mail.body)?.[1]
  await ask({ url, token: null }, 'POST /auth/verify', { token, password: PASSWORD })
}

/** Waits for the first matching mail. */
export async function waitForMail(smtp: SmtpDouble, isWanted: (mail: TakenMail) => boolean): Promise<TakenMail> {
  await expect.poll(() => smtp.mails.some(isWanted)).toBe(true)
  const [mail] = smtp.mails.filter(isWanted)
  if (!mail) throw new Error('The mail is gone again.')
  return mail
}

/** The mail's HTML part. */
export function htmlOf({ body }: TakenMail): string {
  const start = body.indexOf('<!doctype html>')
  return body.slice(start, body.indexOf('</html>', start) + '</html>'.length)
}
