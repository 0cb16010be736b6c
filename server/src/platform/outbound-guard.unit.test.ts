import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from './outbound.ts'
import type { Outbound } from './outbound.ts'
import type { OutboundErrorKind } from './outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

/** PORT stands for the sinkhole's port, which is one of the allowed ones. */
const PRIVATE_LITERALS = [
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.1',
  '0X7F.0X0.0X0.0X1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000177.1',
  '0',
  '0.0.0.0',
  '0x0',
  '0.1.2.3',
  '127.0.0.1.',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '10.0.0.1',
  '10.255.255.255',
  '0xa.1',
  '012.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '0xc0a80001',
  '3232235521',
  '169.254.169.254',
  '169.254.169.254.',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.1.1',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1::1]',
  '[2002:0a00:0001::]',
  '[2002:c0a8:1::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[fdff:ffff::1]',
  '[ff02::1]',
  '[ff05::2]',
  '[100::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  '[a000::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'lo\tcalhost',
  'ⓛocalhost',
  'foo.localhost',
  'a.b.localhost.',
  'printer.local',
  'db.internal',
  'metadata.google.internal',
  'router.lan',
  'nas.home.arpa',
  'wiki.intranet',
  'git.corp',
]

const OTHER_SCHEMES = [
  'file:///etc/passwd',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_GET',
  'dict://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'data:text/html,hello',
  'javascript:alert(1)',
  'blob:http://127.0.0.1:PORT/x',
  'about:blank',
  'mailto:a@example.com',
  'jar:http://127.0.0.1:PORT!/',
  'ldap://127.0.0.1:PORT/',
]

const REFUSED: [OutboundErrorKind, string[]][] = [
  ['private_address', PRIVATE_LITERALS.map((host) => `http://${host}:PORT/`)],
  [
    'private_address',
    [
      'http:\\\\127.0.0.1:PORT\\',
      'http:///127.0.0.1:PORT/',
      'http://127.0.0.1:PORT\\@example.com/',
      'http://127.0.0.1:PORT#@example.com/',
      'HTTP://127.0.0.1:PORT/',
      'https://127.0.0.1:PORT/',
    ],
  ],
  ['not_http', OTHER_SCHEMES],
  [
    'credentials_in_url',
    ['http://example.com@127.0.0.1:PORT/', 'http://user:pass@127.0.0.1:PORT/', 'http://:x@127.0.0.1:PORT/'],
  ],
  [
    'port_refused',
    ['http://93.184.216.34:22/', 'http://example.com:25/', 'http://example.com:6379/', 'http://example.com:5432/'],
  ],
  [
    'bad_url',
    [
      '',
      'http://',
      'http://[::1',
      'http://exa mple.com/',
      'http://256.256.256.256/',
      'http://[fe80::1%25eth0]/',
      '//127.0.0.1',
      '127.0.0.1:PORT',
      'http://127.0.0.1:99999/',
    ],
  ],
]

/** Names whose name server belongs to the attacker. */
const HOSTILE_NAMES: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.0.0.8'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed-other-way.example': ['127.0.0.1', '93.184.216.34'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'zero.example': ['0.0.0.0'],
  'zone.example': ['fe80::1%lo'],
  'not-an-address.example': ['localhost'],
}

let sinkhole: Server
let connections = 0
let port = 0
let outbound: Outbound
let flips = 0

beforeAll(async () => {
  sinkhole = createServer((socket) => {
    connections += 1
    socket.resume().on('error', () => socket.destroy())
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 6\r\n\r\nsecret')
  })
  await new Promise<void>((resolve) => sinkhole.listen(0, '127.0.0.1', resolve))
  port = (sinkhole.address() as AddressInfo).port
  outbound = createOutbound({
    userAgent: 'test',
    ports: [80, 443, port],
    limits: { connectMs: 150, headersMs: 300, totalMs: 600 },
    resolve: async (hostname) => {
      const addresses = HOSTILE_NAMES[hostname] ?? (flips++ % 2 === 0 ? ['192.31.0.1'] : ['127.0.0.1'])
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  })
})

afterAll(async () => {
  await outbound.close()
  await new Promise((resolve) => sinkhole.close(resolve))
})

async function refusal(url: string): Promise<unknown> {
  return outbound.guarded(url).then(
    (response) => response.status,
    (error: unknown) => error,
  )
}

/** The same address, opened as a WebSocket. */
async function socketRefusal(url: string): Promise<unknown> {
  return outbound
    .guardedSocket(url)
    .next()
    .catch((error: unknown) => error)
}

describe('a URL that a user supplied', () => {
  for (const [kind, urls] of REFUSED)
    test.each(urls)(`is refused as ${kind}: %s`, async (url) => {
      const asked = url.replace('PORT', String(port))
      expect(await refusal(asked)).toMatchObject({ name: 'OutboundError', kind })
      const socketKind = asked.startsWith('ws:') ? 'private_address' : kind
      expect(await socketRefusal(asked)).toMatchObject({ name: 'OutboundError', kind: socketKind })
      const socketUrl = asked.replace(/^http/i, 'ws')
      expect(await socketRefusal(socketUrl)).toMatchObject({ name: 'OutboundError', kind: socketKind })
      expect(connections).toBe(0)
    })

  test.each(Object.keys(HOSTILE_NAMES))('is refused when its name leads inside: %s', async (name) => {
    expect(await refusal(`http://${name}:${port}/`)).toMatchObject({ kind: 'private_address' })
    expect(await socketRefusal(`ws://${name}:${port}/`)).toMatchObject({ kind: 'private_address' })
    expect(connections).toBe(0)
  })

  test('never leads inside by a name that changes its address between check and use', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      await refusal(`http://rebinding-${attempt % 3}.example:${port}/`)
      await socketRefusal(`ws://rebinding-${attempt % 3}.example:${port}/`)
    }
    expect(flips).toBeGreaterThanOrEqual(20)
    expect(connections).toBe(0)
  })

  test('is tried in more than a hundred hostile ways', () => {
    expect(REFUSED.flatMap(([, urls]) => urls).length + Object.keys(HOSTILE_NAMES).length).toBeGreaterThan(140)
  })

  test('reaches the sinkhole once the operator allows exactly that host and port', async () => {
    const allowing = createOutbound({ userAgent: 'test', allow: [`127.0.0.1:${port}`] })
    expect(await (await allowing.guarded(`http://127.0.0.1:${port}/`)).text()).toBe('secret')
    expect(connections).toBe(1)
    await expect(allowing.guarded(`http://localhost:${port}/`)).rejects.toMatchObject({ name: 'OutboundError' })
    await expect(allowing.guarded('http://127.0.0.1:80/')).rejects.toMatchObject({ kind: 'private_address' })
    expect(connections).toBe(1)
    await allowing.close()
    connections = 0
  })
})

test.each(['8.8.8.8', '93.184.216.34', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)
