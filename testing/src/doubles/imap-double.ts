import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

const USER = 'leads@example.org'
const PASSWORD = 'p@ss/word: "quoted"'
const CAPABILITIES = 'IMAP4rev1 IDLE NAMESPACE'
/** Small enough to cut words and literals in their middle. */
const PIECE_BYTES = 700

/** What goes wrong with the next command that begins so. */
export type ImapFault =
  /** The connection ends without an answer. */
  | { kind: 'drop'; at: string }
  /** It ends in the middle of the answer. */
  | { kind: 'cut'; at: string }
  /** The command is refused. */
  | { kind: 'refuse'; at: string }
  /** No answer ever comes. */
  | { kind: 'silence'; at: string }

interface StoredMail {
  uid: number
  raw: Buffer
  at: Date
}

export interface ImapDouble {
  /** As IMAP_URL wants it. */
  url: string
  /** The password that it takes. */
  setPassword(password: string): void
  /** Puts a mail into the mailbox, `to` being noted in front by the server; resolves with its number. */
  deliver(mail: { to: string; raw: string; at?: Date }): number
  delete(uid: number): void
  /** As after a server was rebuilt: all mails have new numbers. */
  renumber(): void
  fail(fault: ImapFault): void
  /** Answers come in pieces, with a pause between them. */
  pauseMs: number
  /** Mails that it cannot read: a command that asks anything of one is refused, or ends the connection. */
  spoiled: Map<number, 'refuse' | 'drop'>
  /** Sizes that it tells in place of the true ones. */
  lies: Map<number, number>
  /** The commands that it took, without tags and without the password. */
  commands: string[]
  /** Ends all connections; new ones are taken. */
  dropAll(): void
  /** Takes no connection any more, until it is opened again at the same place. */
  close(): Promise<void>
  open(): Promise<void>
}

interface State {
  mails: StoredMail[]
  nextUid: number
  validity: number
  password: string
  faults: ImapFault[]
}

/** A mail server on loopback with one mailbox, by IMAP (RFC 3501) over TCP: as much of it as reading a folder needs. */
export async function startImapDouble(now: () => Date = () => new Date()): Promise<ImapDouble> {
  const state: State = { mails: [], nextUid: 7, validity: 1_700_000_000, password: PASSWORD, faults: [] }
  const sockets = new Set<Socket>()
  let server = createServer()
  let port = 0
  const double: ImapDouble = {
    url: '',
    pauseMs: 0,
    spoiled: new Map(),
    lies: new Map(),
    commands: [],
    setPassword: (password) => void (state.password = password),
    deliver({ to, raw, at }) {
      const uid = state.nextUid
      // Numbers have gaps.
      state.nextUid += 1 + (uid % 3)
      state.mails.push({ uid, raw: Buffer.from(`Delivered-To: ${to}\r\n${raw}`), at: at ?? now() })
      return uid
    },
    delete: (uid) => void (state.mails = state.mails.filter((mail) => mail.uid !== uid)),
    renumber() {
      state.validity += 1
      state.mails = state.mails.map((mail, index) => ({ ...mail, uid: index + 1 }))
      state.nextUid = state.mails.length + 1
    },
    fail: (fault) => void state.faults.push(fault),
    dropAll: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      double.dropAll()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
    async open() {
      server = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        // Clients die in the middle of a sentence, and so does this server.
        socket.on('error', () => undefined)
        void converse(socket, state, double)
      })
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      double.url = `imap://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`
    },
  }
  await double.open()
  return double
}

async function converse(socket: Socket, state: State, double: ImapDouble): Promise<void> {
  const say = (text: string | Buffer) => speak(socket, text, double.pauseMs)
  await say('* OK ready\r\n')
  let isIn = false
  for await (const line of createInterface({ input: socket })) {
    const [, tag = '*', command = ''] = /^(\S+) (.*)$/u.exec(line) ?? []
    double.commands.push(command.replace(/^(LOGIN \S+).*/u, '$1 …'))
    const fault = takeFault(state, command) ?? faultOfSpoiled(command, double.spoiled)
    if (fault?.kind === 'drop') return void socket.destroy()
    if (fault?.kind === 'silence') continue
    if (fault?.kind === 'refuse') {
      await say(`${tag} NO not now\r\n`)
      continue
    }
    if (command.startsWith('LOGIN ')) isIn = command === `LOGIN ${quoted(USER)} ${quoted(state.password)}`
    const answer = answerTo(command, tag, { state, isIn, lies: double.lies })
    if (fault?.kind === 'cut') {
      await say(answer.subarray(0, Math.ceil(answer.length / 2)))
      return void socket.destroy()
    }
    await say(answer)
    if (command.startsWith('LOGOUT')) socket.end()
  }
}

function takeFault(state: State, command: string): ImapFault | undefined {
  const index = state.faults.findIndex(({ at }) => command.startsWith(at))
  return index < 0 ? undefined : state.faults.splice(index, 1)[0]
}

function faultOfSpoiled(command: string, spoiled: ImapDouble['spoiled']): ImapFault | undefined {
  const set = /^UID FETCH (\S+) /u.exec(command)?.[1]
  const [kind] = set?.split(',').flatMap((uid) => spoiled.get(Number(uid)) ?? []) ?? []
  return kind && { kind, at: command }
}

async function speak(socket: Socket, text: string | Buffer, pauseMs: number): Promise<void> {
  const bytes = Buffer.from(text)
  if (pauseMs === 0) return void socket.write(bytes)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    socket.write(bytes.subarray(at, at + PIECE_BYTES))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

interface Asked {
  state: State
  isIn: boolean
  lies: ReadonlyMap<number, number>
}

function answerTo(command: string, tag: string, { state, isIn, lies }: Asked): Buffer {
  const name = command.replace(/^UID /u, '').split(' ', 1)[0] ?? ''
  const ok = (lines: readonly (string | Buffer)[] = []) =>
    Buffer.concat([...lines.map((line) => Buffer.concat([Buffer.from('* '), Buffer.from(line), Buffer.from('\r\n')])), Buffer.from(`${tag} OK done\r\n`)]) // oxfmt-ignore
  const no = (why: string) => Buffer.from(`${tag} NO ${why}\r\n`)
  if (name === 'CAPABILITY') return ok([`CAPABILITY ${CAPABILITIES}`])
  if (name === 'LOGOUT') return ok(['BYE see you'])
  if (name === 'NOOP') return ok()
  if (name === 'LOGIN') return isIn ? ok() : no('[AUTHENTICATIONFAILED] Invalid credentials')
  if (!isIn) return no('not signed in')
  if (name === 'NAMESPACE') return ok(['NAMESPACE (("" "/")) NIL NIL'])
  if (name === 'LIST' || name === 'LSUB') return ok([`${name} (\\HasNoChildren) "/" INBOX`])
  if (name === 'EXAMINE' || name === 'SELECT') {
    if (!/ "?INBOX"?$/u.test(command)) return no('[NONEXISTENT] no such folder')
    const { mails, validity, nextUid } = state
    return ok([`${mails.length} EXISTS`, '0 RECENT', 'FLAGS (\\Seen)', 'OK [PERMANENTFLAGS ()] read only', `OK [UIDVALIDITY ${validity}] valid`, `OK [UIDNEXT ${nextUid}] next`]) // oxfmt-ignore
  }
  if (name === 'SEARCH') return ok([['SEARCH', ...search(command, state)].join(' ')])
  if (name === 'FETCH') return ok(fetch(command, { state, lies }))
  return Buffer.from(`${tag} BAD unknown command\r\n`)
}

function search(command: string, { mails }: State): number[] {
  const from = /\bUID (\d+):\*/u.exec(command)?.[1]
  // A range with `*` holds the last one in any case (RFC 3501 §6.4.8).
  if (from !== undefined) return mails.filter(({ uid }, at) => uid >= Number(from) || at === mails.length - 1).map(({ uid }) => uid) // oxfmt-ignore
  const since = /\bSINCE (\S+)/u.exec(command)?.[1]?.replaceAll('"', '')
  return mails.filter(({ at }) => since === undefined || at >= new Date(`${since} UTC`)).map(({ uid }) => uid)
}

function fetch(command: string, { state, lies }: { state: State; lies: ReadonlyMap<number, number> }): Buffer[] {
  const [, set = '', wanted = ''] = /FETCH (\S+) (.*)$/u.exec(command) ?? []
  const uids = new Set(set.split(',').map(Number))
  return state.mails.flatMap((mail, index) => {
    if (!uids.has(mail.uid)) return []
    const size = lies.get(mail.uid) ?? mail.raw.length
    return [Buffer.concat([Buffer.from(`${index + 1} FETCH (UID ${mail.uid} RFC822.SIZE ${size}`), bodyOf(mail, wanted), Buffer.from(')')])] // oxfmt-ignore
  })
}

function bodyOf({ raw }: StoredMail, wanted: string): Buffer {
  const header = /BODY\.PEEK\[HEADER\](?:<(\d+)\.(\d+)>)?/u.exec(wanted)
  if (header) {
    const [, from = '0', length = Infinity] = header
    const head = raw.subarray(0, raw.indexOf('\r\n\r\n') + 4)
    const origin = header[1] === undefined ? '' : `<${from}>`
    return literal(`BODY[HEADER]${origin}`, head.subarray(Number(from), Number(from) + Number(length)))
  }
  const [, from, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/u.exec(wanted) ?? []
  if (from !== undefined) return literal(`BODY[]<${from}>`, raw.subarray(Number(from), Number(from) + Number(length)))
  return /BODY\.PEEK\[\]/u.test(wanted) ? literal('BODY[]', raw) : Buffer.alloc(0)
}

function literal(name: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(` ${name} {${bytes.length}}\r\n`), bytes])
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
}
