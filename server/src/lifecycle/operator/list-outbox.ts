import { outboxOf } from '../../senders/create-mailer.ts'
import { readOutbox } from '../../senders/read-outbox.ts'
import { terminalLine } from '../../platform/terminal-text.ts'

/**
 * The mails that were written to the outbox, since there is no mail server, newest first: each in a line, and below it
 * the link to pass on.
 */
export async function listOutbox(
  { dataDir }: { dataDir: string },
  { email, limit }: { email: string | undefined; limit: number },
): Promise<string[]> {
  const mails = await readOutbox(dataDir, { to: email, limit: limit + 1 })
  if (mails.length === 0) {
    return [`No mail${email === undefined ? '' : ` to ${email}`} lies in ${outboxOf(dataDir)}.`]
  }
  const lines = mails
    .slice(0, limit)
    .flatMap(({ at, to, subject, link }) => [
      terminalLine(`${at}  ${to}  ${subject}`),
      ...(link === undefined ? [] : [terminalLine(`    ${link}`)]),
    ])
  return mails.length > limit ? [...lines, `There are more than ${limit}; raise --limit or name an address.`] : lines
}
