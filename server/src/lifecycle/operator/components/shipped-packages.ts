import { readFile } from 'node:fs/promises'

const ROOT = new URL('../../../../../', import.meta.url)
/** What builds and tests the web and is not in it. Whatever else it depends on counts as shipped. */
const WEB_TOOLS = /^(@tailwindcss\/vite|@testing-library\/.+|@types\/.+|@vitejs\/plugin-react|happy-dom|vite)$/

/** An entry of `package-lock.json`, as far as we read it. */
export interface LockEntry {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lock {
  version: string
  packages: Record<string, LockEntry>
}

export interface ShippedPackage {
  name: string
  version: string
  /** An SPDX expression; undefined where the package declares none. */
  licence: string | undefined
  /** A hash by Subresource Integrity, of the archive that npm checks on installing. */
  integrity: string | undefined
}

/** Reads the lockfile, which names everything that npm installs. */
export async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(new URL('package-lock.json', ROOT), 'utf8')) as Lock
}

/**
 * What an installation runs, by name and version: the packages installed without tools, and those that are built into
 * the web's pages.
 */
export function listShippedPackages({ packages }: Lock): ShippedPackage[] {
  const web = Object.keys(packages['web']?.devDependencies ?? {}).filter((name) => !WEB_TOOLS.test(name))
  const inPages = closureOf(packages, web)
  const shipped = new Map<string, ShippedPackage>()
  for (const [path, { version, license: licence, integrity, dev, link }] of Object.entries(packages)) {
    const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (name === undefined || version === undefined || link === true) continue
    if (dev === true && !inPages.has(path)) continue
    shipped.set(`${name}@${version}`, { name, version, licence, integrity })
  }
  return [...shipped.values()].toSorted((a, b) => compareWords(a.name, b.name) || compareWords(a.version, b.version))
}

/** The lockfile's paths of packages and all they depend on, found as Node finds them. */
function closureOf(packages: Lock['packages'], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = names.map((name) => ({ from: 'web', name }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const path = resolvePackage(packages, next.from, next.name)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    const from = path
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) waiting.push({ from, name })
  }
  return found
}

/** A package in the folder of the one that asks, else in that around it, and so on outwards. */
function resolvePackage(packages: Lock['packages'], from: string, name: string): string | undefined {
  const parts = from.split('/node_modules/')
  const around = parts.map((_part, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/`)
  return [...around, ''].map((folder) => `${folder}node_modules/${name}`).find((path) => packages[path])
}

function compareWords(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
