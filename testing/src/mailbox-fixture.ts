import { createMailboxReader } from '@leadlight/server/finding/receiving/mailbox/mailbox-reader'
import type { ReceivingDependencies } from '@leadlight/server/finding/receiving/receiving-dependencies'
import { readMailboxConfig, type MailboxConfig } from '@leadlight/server/platform/mailbox-config'
import { startImapDouble, type ImapDouble } from './doubles/imap-double.ts'
import { openReceiving, receivingDependencies, type ReceivingProject } from './receiving-fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export interface MailboxFixture {
  app: TestApp
  server: ImapDouble
  /** A project with an address that has a mail address. */
  openAddress: (name?: string) => Promise<ReceivingProject & { mail: string }>
  /** A worker that has just started. Calling it is a run of the job that reads the mailbox. */
  worker: (changed?: Partial<ReceivingDependencies>) => (stop?: AbortSignal) => Promise<'again' | undefined>
  mailbox: MailboxConfig
  close: () => Promise<void>
}

/** An installation with a mailbox at a double of a mail server. */
export async function startMailboxFixture(environment: Record<string, string> = {}): Promise<MailboxFixture> {
  let now = () => new Date()
  const server = await startImapDouble(() => now())
  const app = await startTestApp({ environment: { IMAP_URL: server.url, ...environment } })
  now = () => app.clock.now()
  const mailbox = readMailboxConfig({ IMAP_URL: server.url })
  if (!mailbox) throw new Error('The double has no address.')
  return {
    app,
    server,
    async openAddress(name = 'F5Bot') {
      const place = await openReceiving(app, { name })
      if (place.mail === null) throw new Error('The address has no mail address.')
      return { ...place, mail: place.mail }
    },
    mailbox,
    worker(changed = {}) {
      const read = createMailboxReader({ ...receivingDependencies(app), mailbox, ...changed })
      return (signal = new AbortController().signal) => read({ signal, leaving: signal })
    },
    async close() {
      await app.close()
      await server.close()
    },
  }
}
