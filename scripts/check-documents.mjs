// Every path that a document names in backticks must exist, and docs/operating.md must list every variable.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'

const tops = ['domain/', 'contract/', 'engine/', 'server/', 'testing/', 'web/', 'e2e/', 'bench/', 'docs/', 'scripts/']
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
const config = readFileSync(join(root, 'server/src/platform/config.ts'), 'utf8')
const operating = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const variables = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
const told = [...operating.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].map(([, name]) => name)
for (const name of variables) if (!told.includes(name)) wrong.push(`docs/operating.md does not tell of ${name}`)
for (const name of told)
  if (!variables.includes(name)) wrong.push(`docs/operating.md tells of ${name}, which does not exist`)
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
