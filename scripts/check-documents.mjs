// Every path that a document names in backticks must exist, and no document may speak of the machine it was written on.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'

const tops = ['domain/', 'contract/', 'server/', 'web/', 'e2e/', 'bench/', 'docs/', 'scripts/']
const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(Boolean)
const wrong = []
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, path] of text.matchAll(/`([\w./-]+)`/g)) {
    if (tops.some((top) => path.startsWith(top)) && !path.includes('…') && !existsSync(join(root, path))) {
      wrong.push(`${file} names ${path}, which does not exist`)
    }
  }
  for (const [, path] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (!existsSync(join(root, dirname(file), path))) wrong.push(`${file} links to ${path}, which does not exist`)
  }
}
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
