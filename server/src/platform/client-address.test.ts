import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  { why: 'nothing is trusted by default', socket: '10.0.0.9', header: '1.2.3.4', trusted: [], client: '10.0.0.9' },
  {
    why: 'a trusted proxy is believed',
    socket: '10.0.0.9',
    header: '1.2.3.4',
    trusted: ['10.0.0.0/8'],
    client: '1.2.3.4',
  },
  {
    why: 'a forged first hop is not',
    socket: '10.0.0.9',
    header: '6.6.6.6, 1.2.3.4',
    trusted: ['10.0.0.0/8'],
    client: '1.2.3.4',
  },
  { why: 'garbage is not', socket: '127.0.0.1', header: 'nonsense', trusted: ['loopback'], client: '127.0.0.1' },
  {
    why: 'a mapped address is the same',
    socket: '::ffff:127.0.0.1',
    header: '1.2.3.4',
    trusted: ['127.0.0.1'],
    client: '1.2.3.4',
  },
])('$why', ({ socket, header, trusted, client }) => {
  expect(clientAddress(socket, header, trusted)).toBe(client)
})
