import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Installation } from './installation.ts'
import { ask, PASSWORD } from './member.ts'

/** The URL with this path in somebody's newest mail. Waits for it, since jobs send mails. */
export async function linkMailedTo({ url, outboxFolder }: Installation, email: string, path: string): Promise<string> {
  let link: string | undefined
  const find = async () =>
    (link = (await mailsTo(outboxFolder, email)).map((mail) => lineStarting(url + path, mail)).findLast(Boolean))
  await expect.poll(find, { message: `a mail to ${email} with a link to ${path}` }).toBeDefined()
  return link ?? ''
}

/** Follows the verification link and gives the account's password. */
export async function verifyAddress(installation: Installation, email: string): Promise<void> {
  const token = new URL(await linkMailedTo(installation, email, '/verify-user')).searchParams.get('token')
  await ask({ url: installation.url, token: null }, 'POST /auth/verify', { token, password: PASSWORD })
}

/** An address's mails as text, oldest first. */
async function mailsTo(outboxFolder: string, email: string): Promise<string[]> {
  const files = await readdir(outboxFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(names.map((name) => readFile(join(outboxFolder, name), 'utf8')))
  return mails.map(decode).filter((mail) => lineStarting('To: ', mail)?.includes(email))
}

/** Decodes quoted-printable (RFC 2045 §6.7); other mails only get their line ends normalized. */
function decode(mail: string): string {
  const text = mail.replaceAll('\r\n', '\n')
  if (!/^content-transfer-encoding: quoted-printable$/im.test(text)) return text
  return text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function lineStarting(start: string, mail: string): string | undefined {
  return mail.split('\n').find((line) => line.startsWith(start))
}
