import type { ShippedModel } from './shipped-models.ts'
import type { Lock, ShippedPackage } from './shipped-packages.ts'

interface Component {
  type: 'library' | 'machine-learning-model'
  'bom-ref': string
  name: string
  version: string
  licenses: ({ license: { id: string } } | { expression: string })[]
  hashes: { alg: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'; content: string }[]
  [field: string]: unknown
}

interface Shipped {
  lock: Lock
  packages: readonly ShippedPackage[]
  models: readonly ShippedModel[]
}

/** The list of components in the form of CycloneDX 1.6. The same lockfile and files always give the same list. */
export function composeComponents({ lock, packages, models }: Shipped) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'leadlight',
        name: 'leadlight',
        version: lock.version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: [
      ...packages.map(composePackage),
      ...models.map((model) => composeModel(model, lock.version)),
    ] satisfies Component[],
  }
}

function composePackage({ name, version, licence, integrity }: ShippedPackage): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: licence === undefined ? [] : [composeLicence(licence)],
    hashes: integrity === undefined ? [] : [readIntegrity(integrity)],
  }
}

function composeModel({ path, licence, origin, url, sha256 }: ShippedModel, version: string): Component {
  return {
    type: 'machine-learning-model',
    'bom-ref': `engine/${path}`,
    name: `engine/${path}`,
    version,
    description: origin,
    licenses: [composeLicence(licence)],
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    externalReferences: url === undefined ? [] : [{ type: 'distribution', url }],
  }
}

function composeLicence(licence: string): Component['licenses'][number] {
  return /[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } }
}

const ALGORITHMS = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const

function readIntegrity(integrity: string): Component['hashes'][number] {
  const [, algorithm, base64 = ''] = /^(sha1|sha256|sha384|sha512)-([^ ?]+)$/.exec(integrity) ?? []
  if (algorithm === undefined) throw new Error(`The lockfile has a hash of an unknown form: ${integrity}.`)
  const alg = ALGORITHMS[algorithm as keyof typeof ALGORITHMS]
  return { alg, content: Buffer.from(base64, 'base64').toString('hex') }
}
