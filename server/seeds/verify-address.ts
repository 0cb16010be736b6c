import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from './ask.ts'

/**
 * Follows the link of the mail that came after signing up, as its reader would. Where mails leave the installation there is none to
 * follow, and the address stays as it is.
 */
export async function verifyAddress(address: string, outbox: string): Promise<void> {
  const token = await findToken(outbox)
  if (token !== undefined) await ask(address, { method: 'POST', path: '/auth/verify', body: { token } })
}

async function findToken(outbox: string): Promise<string | undefined> {
  const files = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.map((mail) => /\/verify-user\?token=([\w.-]+)/.exec(unfold(mail))?.[1]).findLast(Boolean)
}

/** Quoted-printable (RFC 2045 §6.7) undone as far as an address of ours may need it. */
function unfold(mail: string): string {
  return mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}
