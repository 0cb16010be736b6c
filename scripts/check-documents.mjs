// Every path that a document names in backticks must exist, docs/operating.md must list every variable, and one thing has
// one word wherever a person reads it.
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
const configured = ['config.ts', 'channel-config.ts']
const config = configured.map((name) => readFileSync(join(root, 'server/src/platform', name), 'utf8')).join('\n')
const operating = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const variables = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
const told = [...operating.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].map(([, name]) => name)
for (const name of variables) if (!told.includes(name)) wrong.push(`docs/operating.md does not tell of ${name}`)
for (const name of told)
  if (!variables.includes(name)) wrong.push(`docs/operating.md tells of ${name}, which does not exist`)
// What people may type or have written stays: search words of the palette, and what the engine reads.
const texts = ['domain/src', 'contract/src', 'server', 'web', 'guide', 'docs', 'scripts', '*.md']
const shown = execFileSync('git', ['ls-files', '--', ...texts, ':!*.test.*', ':!domain/src/testing'], {
  cwd: root,
  encoding: 'utf8',
})
for (const file of shown.split('\n').filter((path) => /\.(tsx?|mjs|md|html)$/.test(path))) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const says = lines.findIndex((line) => /(?<![\w-])e-mail/i.test(line) && !line.includes('keywords: '))
  if (says !== -1 && file !== 'scripts/check-documents.mjs')
    wrong.push(`${file}:${says + 1} says "e-mail"; the word is email`)
}
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
