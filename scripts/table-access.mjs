// Tables have owners: a slice names its own tables in SQL, and of others' what they offer as read views, `<table>_view`.
import { NOT_PRODUCT, sliceOf } from './floors.mjs'

const VERB =
  '(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|[jJ]oin|\\.using|\\.from|sql\\.(?:table|id|ref)|\\btable:)'
/** Tables by the query builder: as an argument, as the argument of a type, or in a list of several. */
const BUILDER = new RegExp(`${VERB}\\s*\\(?\\s*'(\\w+)`, 'g')
const BUILDER_TYPE = new RegExp(`${VERB}\\s*<\\s*'(\\w+)'`, 'g')
const BUILDER_LIST = new RegExp(`${VERB}\\s*\\(\\s*\\[([^\\]]*)\\]`, 'g')
const RAW =
  /\b(?:from|join|update|using|table|truncate)\s+(?:only\s+|lateral\s+)?(?:public\.)?"?(\w+)"?(?!["\w]*[.(])|\binto\s+(?:public\.)?"?(\w+)"?(?!\.)/gi
/** A table that follows a subquery in a list of tables. */
const AFTER_SUBQUERY =
  /\)\s+(?:as\s+)?\w+\s*,\s*(?:lateral\s+)?(?:public\.)?"?(\w+)"?(?=\s+(?:as\s+)?\w+\s+(?:where|join|on|group|order|limit)\b|\s+(?:where|join|group|order|limit)\b|\s*[)`])/gi
/** Whatever stands in a list of tables after the first: an alias of that, a comma, and another. */
const NEXT = /^(?:\s+(?:as\s+)?\w+)?\s*,\s*(?:lateral\s+)?"?(\w+)"?(?![.(\w])/i

/** The tables and read views that the generated declarations name. */
export function readTables(text) {
  const found = (end) => new Set([...text.matchAll(new RegExp(`^ {2}(\\w+): ${end}`, 'gm'))].map(([, name]) => name))
  return { tables: found('\\{'), views: found('Pick<') }
}

/** What a file names where SQL, raw or built, has a table: names of tables and of read views alone. */
export function findNamed(text, { tables, views }) {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|import |export \*).*$/gm, '')
  const built = [BUILDER, BUILDER_TYPE].flatMap((kind) => [...code.matchAll(kind)])
  const found = new Set(built.map(([, name]) => name))
  for (const [, list] of code.matchAll(BUILDER_LIST)) for (const [, name] of list.matchAll(/'(\w+)/g)) found.add(name)
  for (const [, name] of code.matchAll(AFTER_SUBQUERY)) found.add(name)
  for (const { 0: whole, 1: read, 2: written, index } of code.matchAll(RAW)) {
    found.add(read ?? written)
    let rest = code.slice(index + whole.length)
    for (let next = NEXT.exec(rest); next; next = NEXT.exec(rest)) {
      found.add(next[1])
      rest = rest.slice(next[0].length)
    }
  }
  return [...found].filter((name) => tables.has(name) || views.has(name))
}

/** What is wrong with the list of owners, a line each: each table has one, and each owner names tables that are there. */
export function findUnowned(owners, { tables, views }) {
  const owned = Object.values(owners).flat()
  const bare = [...tables].filter((table) => !owned.includes(table)).map((table) => `The table ${table} has no owner.`)
  const twice = owned
    .filter((table, at) => owned.indexOf(table) !== at)
    .map((table) => `The table ${table} has two owners.`)
  const gone = owned
    .filter((table) => !tables.has(table))
    .map((table) => `The table ${table} has an owner and is not there.`)
  const stray = [...views]
    .filter((view) => !tables.has(tableOf(view)))
    .map((view) => `The view ${view} is named after no table.`)
  return [...bare, ...twice, ...gone, ...stray]
}

/**
 * Who names others' tables, a line each, and who reads whose read views, as `readEdges` answers it: such a reading counts as
 * a use. `texts` are the files' by their paths from the root.
 */
export function readTableUse(texts, owners, names) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([slice, tables]) => tables.map((table) => [table, slice])))
  const wrong = []
  const edges = new Map()
  for (const [file, text] of texts) {
    if (NOT_PRODUCT.test(file)) continue
    const slice = sliceOf(file)
    for (const name of findNamed(text, names)) {
      const owner = ownerOf.get(names.views.has(name) ? tableOf(name) : name)
      // Whatever nobody owns, the list of owners is told of.
      if (owner === undefined || owner === slice) continue
      if (names.tables.has(name)) wrong.push(`${file} names ${name}, which is ${owner}'s.`)
      else addEdge(edges, { from: slice, to: owner, why: `${file} → ${name}` })
    }
  }
  return { wrong, edges }
}

function addEdge(edges, { from, to, why }) {
  const targets = edges.get(from) ?? new Map()
  targets.set(to, [...(targets.get(to) ?? []), why])
  edges.set(from, targets)
}

/** Both kinds of use together. */
export function joinEdges(one, other) {
  const joined = new Map([...one].map(([from, targets]) => [from, new Map(targets)]))
  for (const [from, targets] of other) {
    for (const [to, lines] of targets) for (const why of lines) addEdge(joined, { from, to, why })
  }
  return joined
}

function tableOf(name) {
  return name.replace(/_view$/, '')
}
