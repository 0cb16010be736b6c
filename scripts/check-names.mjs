// node scripts/check-names.mjs: fails on exported names, their types' members and file names with a word that
// banned-names.json bans.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const EXPORT =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const EXPORT_LIST = /^export (?:type )?(?:const )?\{([^}]*)\}/gm
/** An exported shape: to the first line that is not indented, as the formatter leaves it. */
const SHAPE = /^export (?:declare )?(?:abstract )?(?:class|interface|type) \w+.*(?:\n(?: .*)?)*/gm
const MEMBER = /(?:^ +|[{;] )(?:readonly |async )*(\w+)\??[:(<]/gm
const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g

/**
 * What is banned in a name, each with what to write instead. `heardBy` has the word `heard`, `place-key.ts` has `place`.
 * `names` bans whole exported names, and `phrases` are usual expressions whose words do not count.
 */
export function findBanned(name, { words, names, phrases }) {
  const parts = ` ${wordsOf(name).join(' ')} `
  const whole = Object.entries(names).filter(([banned]) => parts === ` ${banned} `)
  const counted = Object.keys(phrases).reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, ' '), parts)
  return [...whole, ...Object.entries(words).filter(([word]) => counted.includes(` ${word} `))]
}

function exportedNames(text) {
  const listed = [...text.matchAll(EXPORT_LIST)].flatMap(([, list]) => list.split(','))
  // `kept as given` and `{ kept: given }` export the last name.
  const last = listed.map((entry) => /(\w+)\s*$/.exec(entry)?.[1]).filter((name) => name !== undefined)
  return [...[...text.matchAll(EXPORT)].map(([, name]) => name), ...last]
}

function wordsOf(name) {
  return name
    .replace(/\.[\w.]+$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** A line for each exported name and file name that has something banned, in the order of the files. */
export function checkNames(files, rules) {
  return files.flatMap(({ path, text }) => {
    const names = new Set([path.split('/').at(-1), ...exportedNames(text)])
    const members = membersOf(text).filter((name) => !names.has(name))
    const judged = [
      ...[...names].map((name) => ({ name, own: rules })),
      ...members.map((name) => ({ name, own: { ...rules, names: {} } })),
    ]
    return judged
      .filter(({ name }) => !Object.hasOwn(rules.exempt, name))
      .flatMap(({ name, own }) =>
        findBanned(name, own).map(([word, better]) => `${path}: ${name} has "${word}". Write ${better}.`),
      )
  })
}

/** What exported types and classes have. A name with an underscore is a column or a field, which stored data fixes. */
function membersOf(text) {
  const shapes = text.replaceAll(COMMENT_OR_TEXT, '').match(SHAPE) ?? []
  const members = shapes.flatMap((shape) => [...shape.matchAll(MEMBER)].map(([, name]) => name))
  return [...new Set(members)].filter((name) => !name.includes('_'))
}

if (process.argv[1] === import.meta.filename) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], { cwd: root })
  const paths = [...new Set(listed.toString().split('\n'))].filter(
    (path) => path !== '' && existsSync(join(root, path)),
  )
  const files = paths.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const lines = checkNames(files, JSON.parse(readFileSync(join(root, 'scripts/banned-names.json'), 'utf8')))
  for (const line of lines) console.error(line)
  if (lines.length > 0) process.exitCode = 1
}
