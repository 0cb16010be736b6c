import { expect, test } from 'vitest'
import { clientAddress, clientNetwork } from './client-address.ts'

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

test.each([
  { why: 'an IPv4 address is its own network', address: '198.51.100.7', network: '198.51.100.7' },
  { why: 'a mapped one is the same', address: '::ffff:198.51.100.7', network: '198.51.100.7' },
  { why: 'a mapped one in hexadecimal, too', address: '::FFFF:c633:6407', network: '198.51.100.7' },
  { why: 'IPv6 counts by its first 64 bits', address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::/64' },
  { why: 'whatever the rest', address: '2001:DB8:1:2::9', network: '2001:db8:1:2::/64' },
  { why: 'and however it is written', address: '2001:0db8:0001:0002:0:0:0:1', network: '2001:db8:1:2::/64' },
  { why: 'the next /64 is another', address: '2001:db8:1:3::9', network: '2001:db8:1:3::/64' },
  { why: 'a zone does not count', address: 'fe80::1%eth0', network: 'fe80:0:0:0::/64' },
  { why: 'what is no address is taken as it is', address: '', network: '' },
])('$why', ({ address, network }) => {
  expect(clientNetwork(address)).toBe(network)
})
