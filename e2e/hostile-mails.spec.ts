import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeInviteMail } from '@leadlight/server/core/organization/compose-invite-mail'
import { composeOfferMail } from '@leadlight/server/lifecycle/transfers/compose-transfer-mails'
import { composeDigest } from '@leadlight/server/outlets/notifications/compose-digest'
import { systemClock } from '@leadlight/server/platform/clock'
import { silentLog } from '@leadlight/server/platform/log'
import { createMailer } from '@leadlight/server/senders/create-mailer'
import type { Mail } from '@leadlight/server/senders/mail'
import { HOSTILE_WORDS } from '@leadlight/testing/hostile-words'
import { expect } from '@playwright/test'
import { test } from './support/test.ts'

const HOME = 'https://leads.example'
const AT = new Date('2026-11-20T09:00:00Z')
const LEADS_PER_MAIL = 10
const HEADERS =
  /^(?:From|To|Subject|Message-ID|Date|MIME-Version|Content-Type|Auto-Submitted|List-Unsubscribe|List-Unsubscribe-Post)$/
const STEERING = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u

/** A digest in which every word of strangers and of the team is hostile. */
function digestOf(texts: readonly string[], mailId: string): Mail {
  const [name = ''] = texts
  const best = texts.map((text, index) => ({
    id: `l${index}`,
    url: 'https://posts.example/1',
    platform: 'hacker_news',
    platformName: 'Hacker News',
    community: text,
    author: text,
    authorUrl: text,
    title: index % 2 === 0 ? text : null,
    text,
    score: 80,
    status: text,
    matches: [
      { signalId: 's', signal: text, score: 80, reason: text, evidence: [{ kind: 'for' as const, quote: text }] },
    ],
    isRead: false,
    isStarred: false,
    isDeleted: false,
    postedAt: AT,
    collectedAt: AT,
  }))
  return composeDigest({
    mailId,
    to: 'rosa@firm.example',
    frequency: 'weekly',
    projectId: 'p',
    publicUrl: HOME,
    now: AT,
    unsubscribeUrl: `${HOME}/unsubscribe?t=1`,
    projectName: name,
    total: texts.length === 1 ? 1 : texts.length + 3,
    best,
    bySignal: texts.map((signal) => ({ signal, count: 2 })),
    trouble: [...texts],
    week: {
      found: 1,
      kept: 1,
      bySignal: [],
      byChannel: [],
      perKeptLead: null,
      answered: 0,
      dismissed: 0,
      waiting: 1,
      spent: 0,
      medianAnswerMs: null,
      blind: [{ name, blindMs: 1, lostMs: 0, isOpen: false }],
      captured: [{ name, drawn: 4, share: 1, low: 0.5, high: 1 }],
    },
  })
}

/** Every mail that carries words which its reader did not write. */
function hostileMails(): Mail[] {
  return HOSTILE_WORDS.flatMap((words, at) => {
    const invite = {
      id: `i${at}`,
      version: 1,
      email: 'rosa@firm.example',
      role: 'MEMBER',
      projectIds: [],
      expiresAt: AT,
    }
    const named = { inviterName: words, organizationName: words }
    const offer = { id: `t${at}`, email: 'rosa@firm.example', expiresAt: AT, requesterName: words, projectName: words }
    return [
      digestOf([words], `one-${at}`),
      ...(at % LEADS_PER_MAIL === 0 ? [digestOf(HOSTILE_WORDS.slice(at, at + LEADS_PER_MAIL), `ten-${at}`)] : []),
      at % 2 === 0
        ? composeInviteMail({ ...invite, ...named } as never, `${HOME}/invite`)
        : composeOfferMail({ ...offer, organizationName: words } as never, HOME),
    ]
  })
}

/** A mail's headers by name, folded lines joined, and its parts by type, decoded. */
function readMail(raw: string): { headers: [string, string][]; parts: Map<string, string> } {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const headers = head
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  const boundary = /boundary="([^"]+)"/.exec(head.replaceAll(/\r\n(?=[ \t])/g, ''))?.[1] ?? ''
  const parts = new Map<string, string>()
  for (const part of body.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1)) {
    const [about = '', ...text] = part.split('\r\n\r\n')
    const type = /Content-Type: ([\w/]+)/.exec(about)?.[1] ?? ''
    const encoding = /Content-Transfer-Encoding: ([\w-]+)/.exec(about)?.[1] ?? ''
    parts.set(type, decode(text.join('\r\n\r\n'), encoding))
  }
  return { headers, parts }
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('no mail with strangers’ words gains a header, runs a script, calls anybody or shows a link that is not ours', async ({
  browser,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-hostile-mails-'))
  const mailer = createMailer({
    smtpUrl: undefined,
    from: 'Leadlight <hello@leads.example>',
    dataDir,
    clock: systemClock,
    log: silentLog,
    assertNoTransaction: () => undefined,
  })
  const sent = hostileMails()
  for (const mail of sent) await mailer.send(mail)
  const outbox = join(dataDir, 'outbox')
  const files = await readdir(outbox)
  expect(files).toHaveLength(sent.length)

  const page = await (await browser.newContext({ javaScriptEnabled: true, colorScheme: 'light' })).newPage()
  const requests: string[] = []
  const dialogs: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const file of files) {
    const { headers, parts } = readMail(await readFile(join(outbox, file), 'utf8'))
    expect(
      headers.filter(([name]) => !HEADERS.test(name)),
      file,
    ).toEqual([])
    expect(headers.find(([name]) => name === 'To')?.[1]).toBe('rosa@firm.example')
    expect([...parts.keys()]).toEqual(['text/plain', 'text/html'])
    const text = (parts.get('text/plain') ?? '').replaceAll('\r\n', '\n')
    expect(text).not.toMatch(STEERING)
    for (const [address] of text.matchAll(/\bhttps?:\/\/[\w.]\S*/g))
      expect(address).toMatch(/^https:\/\/leads\.example(?:\/|$)/)
    await page.setContent(parts.get('text/html') ?? '', { waitUntil: 'load' })
    const drawn = await page.evaluate(() => ({
      hit: (window as { hit?: string }).hit ?? null,
      elements: [...new Set([...document.body.querySelectorAll('*')].map(({ localName }) => localName))],
      handlers: [...document.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
      hosts: [...new Set([...document.querySelectorAll('a')].map(({ host }) => host))],
      words: document.body.innerText,
    }))
    expect({ hit: drawn.hit, handlers: drawn.handlers }, file).toEqual({ hit: null, handlers: [] })
    expect(
      drawn.elements.filter((name) => !/^(?:table|tbody|tr|td|p|a|div|h2)$/.test(name)),
      file,
    ).toEqual([])
    expect(
      drawn.hosts.filter((host) => host !== 'leads.example'),
      file,
    ).toEqual([])
    expect(drawn.words).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u)
  }
  expect({ requests, dialogs }).toEqual({ requests: [], dialogs: [] })
  await page.context().close()
  await rm(dataDir, { recursive: true })
})
