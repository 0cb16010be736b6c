import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

interface Limit {
  /** The name of the screen's chunk. */
  chunk: string
  /** Of all script that it waits for, compressed by gzip. */
  kb: number
  files: number
}

const BYTES_PER_KB = 1000

/**
 * Fails a build in which a screen waits for more script than its limit: its chunk, what that imports, and the scripts
 * of the page itself.
 */
export function scriptLimits(limits: readonly Limit[], scriptsOfPage: readonly URL[]): Plugin {
  return {
    name: 'script-limits',
    apply: 'build',
    writeBundle(_, bundle) {
      const ofPage = scriptsOfPage.map((file) => readFileSync(file, 'utf8'))
      for (const { chunk, kb, files } of limits) {
        const scripts = [...ofPage, ...importedBy(chunk, bundle)]
        const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
        const weight = `${(bytes / BYTES_PER_KB).toFixed(1)} kB of script in ${scripts.length} files`
        if (bytes > kb * BYTES_PER_KB || scripts.length > files) {
          this.error(`"${chunk}" waits for ${weight}. Its limit is ${kb} kB in ${files}: see bench/web/README.md.`)
        }
      }
    },
  }
}

function importedBy(name: string, bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find((chunk) => chunk.name === name)
  if (!first) throw new Error(`The build has no chunk named "${name}"`)
  const found = new Set([first])
  // What is added while it goes through them is gone through as well.
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  }
  return [...found].map(({ code }) => code)
}
