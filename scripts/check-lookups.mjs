// node scripts/check-lookups.mjs: fails on a table of the product that is an object and is looked up by any text. `constructor` stands
// in every such table, so a stranger's word would find what is none of it; a Map has only what was put there.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const TABLE = /^(?:export )?const ([A-Z][A-Z_\d]*): (?:Readonly<)?(?:Partial<)?Record<string,/gm

/** A line for each table of a file that the file looks up by a key that is not written there. */
export function checkLookups(files) {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(TABLE)]
      .filter(([, name]) => new RegExp(String.raw`\b${name}\[[^'\]]`).test(text))
      .map(([, name]) => `${path}: ${name} is looked up by any text. Write new Map(Object.entries({ … })).`),
  )
}

if (process.argv[1] === import.meta.filename) {
  const product = ['contract', 'domain', 'engine', 'extension', 'server', 'web'].map((part) => `${part}/**.ts*`)
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...product], { cwd: root })
  const paths = listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && !path.includes('.test.') && existsSync(join(root, path)))
  const lines = checkLookups(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
  for (const line of lines) console.error(line)
  if (lines.length > 0) process.exitCode = 1
}
