import type { Mail, Mailer } from '@leadlight/server/senders/mail'
import { record } from './record.ts'

export interface CapturedMailer extends Mailer {
  sent: Mail[]
}

/** Keeps sent mails, for tests of who is mailed what. SMTP itself is tested against a real server. */
export function createCapturedMailer(): CapturedMailer {
  const sent: Mail[] = []
  return {
    kind: 'outbox',
    sent,
    send(mail) {
      record(sent, mail)
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}
