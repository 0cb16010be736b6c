import type { Mail } from '@leadlight/server/senders/mail'
import type { TestApp } from './test-app.ts'
import { until } from './until.ts'

/** The mail to the address whose subject begins so, once it is there: the first, or the `nth`. */
export function mailTo(
  app: TestApp,
  to: string,
  { subject, nth = 1 }: { subject: string; nth?: number },
): Promise<Mail> {
  return until(() => app.mails.filter((mail) => mail.to === to && mail.subject.startsWith(subject))[nth - 1])
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail): string {
  const [token] = [...new URL(mail.action?.url ?? '').searchParams.values()]
  if (token === undefined) throw new Error(`The mail "${mail.subject}" has no token.`)
  return token
}

/** Resolves once no mail is queued any more, so that a missing mail was never to be sent. */
export async function allMailsSent(app: TestApp): Promise<void> {
  await until(async () => {
    const waiting = `select from job where name like '%.mail-%' and state <> 'dead'`
    return (await app.database.pool.query(waiting)).rows.length === 0
  })
}

/** The mails to somebody, except the one that asks everybody to confirm their address. */
export function mailsTo(app: TestApp, to: string): Mail[] {
  return app.mails.filter((mail) => mail.to === to && !mail.subject.startsWith('Confirm your email address'))
}
