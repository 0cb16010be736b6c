import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** What was built from `sources`, folders and files, into `folder`: a stamp there says from which state of them. */
export function builtFrom(folder, sources) {
  const stamp = join(root, folder, '.built-from')
  return {
    isPresent: () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(sources),
    /** Builds unless that is done, and stamps the state before: what changes meanwhile is built again. */
    ensure(build) {
      const before = fingerprint(sources)
      if (existsSync(stamp) && readFileSync(stamp, 'utf8') === before) return
      build()
      writeFileSync(stamp, before)
    },
  }
}

function fingerprint(sources) {
  const hash = createHash('sha256')
  const add = (path) => hash.update(path).update(readFileSync(join(root, path)))
  for (const source of sources) {
    if (!existsSync(join(root, source))) continue
    if (source.includes('.')) add(source)
    else {
      const names = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
      const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      for (const file of files.map((file) => file.slice(root.length)).sort()) add(file)
    }
  }
  return hash.digest('hex')
}
