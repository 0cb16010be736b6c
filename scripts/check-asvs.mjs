// node scripts/check-asvs.mjs: every requirement of ASVS 5.0, levels 1 and 2, is answered once in docs/security/asvs,
// and the tests it names are there. With --write it puts the counts into docs/security/asvs.md.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './install.mjs'

export const ANSWERS = ['met by test', 'met by design', 'not applicable', 'departure', 'open']
const FOLDER = 'docs/security/asvs'
const INDEX = 'docs/security/asvs.md'
const COUNTS = /(?<=<!-- counts -->\n\n)[^]*?(?=\n\n<!-- \/counts -->)/
const CELL = /(?<!\\)\|/
const NAMED_TEST = /`(testing\/[\w./-]+|[\w./-]+\.(?:test|spec|soak)\.\w+)`: `([^`]+)`/g
const NAMED_FILE = /`([\w./-]+)`/g

/** The rows of a chapter's tables: id, level, what is asked, the answer and its grounds. */
export function readRows(text) {
  return text
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => {
      const [, id, level, asks, answer, ...grounds] = line.split(CELL).map((cell) => cell.trim())
      return { id, level, asks, answer, grounds: grounds.join(' | ') }
    })
}

/** The names of a file's tests as its source has them. One that is skipped or commented out is not among them. */
export function testNames(source) {
  const names = new Set()
  const file = ts.createSourceFile('test.tsx', source, ts.ScriptTarget.Latest, false)
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title))) names.add(title.text)
      else if (title && ts.isTemplateExpression(title)) names.add(title.getText(file).slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}

/** `it`, `test`, and what they are called with in front: `it.each(cases)`, `` test.each`…` ``, `test.for(cases)`. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test'
  if (ts.isCallExpression(callee)) return isTest(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return isTest(callee.tag)
  return ts.isPropertyAccessExpression(callee) && !/^(skip|todo)/.test(callee.name.text) && isTest(callee.expression)
}

/**
 * What is wrong with the rows, a line each. `levels` lists the ids of each level, and `read` gives a file's text by its
 * path, or undefined if there is none.
 */
export function checkRows(rows, levels, read) {
  const levelOf = new Map(Object.entries(levels).flatMap(([level, ids]) => ids.map((id) => [id, level])))
  const answered = new Set()
  const wrong = rows.flatMap(({ id, level, asks, answer, grounds }) => {
    const faults = [
      !levelOf.has(id) && 'is no requirement of levels 1 and 2',
      answered.has(id) && 'is answered twice',
      levelOf.has(id) && levelOf.get(id) !== level && `is of level ${levelOf.get(id)}, not ${level}`,
      !asks && 'does not say what is asked',
      ANSWERS.includes(answer) ? ungrounded(answer, grounds, read) : [`is answered by "${answer}"`],
    ]
    answered.add(id)
    return faults
      .flat()
      .filter(Boolean)
      .map((fault) => `${id} ${fault}`)
  })
  return [...wrong, ...[...levelOf.keys()].filter((id) => !answered.has(id)).map((id) => `${id} is not answered`)]
}

function ungrounded(answer, grounds, read) {
  if (!grounds.replaceAll('|', '').trim()) return ['gives no grounds']
  const tests = [...grounds.matchAll(NAMED_TEST)].map(([, path, name]) => [path, name.replaceAll('\\|', '|')])
  if (answer === 'met by test' && tests.length === 0) return ['names no test']
  const files = [...grounds.matchAll(NAMED_FILE)].filter(([, path]) => read(path) !== undefined)
  if (answer === 'met by design' && files.length === 0) return ['names no file']
  return tests.flatMap(([path, name]) => {
    const text = read(path)
    if (text === undefined) return [`names ${path}, which does not exist`]
    return testNames(text).has(name) ? [] : [`names a test that ${path} does not have: ${name}`]
  })
}

/** The table of the index: how each chapter's requirements are answered, and all together. */
export function countAnswers(chapters) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const numbers = (rows) => [
    ...ANSWERS.map((answer) => rows.filter((row) => row.answer === answer).length),
    rows.length,
  ]
  const all = chapters.flatMap(({ rows }) => rows)
  return [
    line(['Chapter', ...ANSWERS, 'all']),
    line(['---', ...ANSWERS.map(() => '--:'), '--:']),
    ...chapters.map(({ title, path, rows }) => line([`[${title}](asvs/${path})`, ...numbers(rows)])),
    line(['All', ...numbers(all)]),
  ]
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const cellsOf = (table) => table.map((line) => line.split(CELL).map((cell) => cell.trim().replace(/^-+(?=-:?$)/, '')))

if (process.argv[1] === import.meta.filename) {
  const at = (path) => join(root, path)
  const read = (path) => (isFile(at(path)) ? readFileSync(at(path), 'utf8') : undefined)
  const chapters = readdirSync(at(FOLDER))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(at(FOLDER), path), 'utf8') }))
    .map(({ path, text }) => ({ path, title: /^# (.*)/.exec(text)?.[1], rows: readRows(text) }))
  const rows = chapters.flatMap((chapter) => chapter.rows)
  const wrong = checkRows(rows, JSON.parse(readFileSync(at('scripts/asvs-levels.json'), 'utf8')), read)
  const index = readFileSync(at(INDEX), 'utf8')
  const counts = countAnswers(chapters)
  if (process.argv.includes('--write')) writeFileSync(at(INDEX), index.replace(COUNTS, counts.join('\n')))
  else if (JSON.stringify(cellsOf(counts)) !== JSON.stringify(cellsOf(COUNTS.exec(index)?.[0].split('\n') ?? [])))
    wrong.push(`${INDEX} counts otherwise. Write the counts by node scripts/check-asvs.mjs --write.`)
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
}
