// Checks the order of the server's slices, that tables are named by their owners alone, and that ARCHITECTURE.md shows the order.
// With --write it redraws the graph there.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { draw, findCircles, findUpward, readEdges } from './floors.mjs'
import { root } from './install.mjs'
import { findUnowned, joinEdges, readTables, readTableUse } from './table-access.mjs'

const [OPEN, CLOSE] = ['<!-- slices -->', '<!-- /slices -->']
const PAGE = join(root, 'ARCHITECTURE.md')

const files = globSync('server/src/**/*.ts', { cwd: root }).toSorted()
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const names = readTables(texts.get('server/src/platform/tables.ts'))
const owners = JSON.parse(readFileSync(join(root, 'server/table-owners.json'), 'utf8'))
const use = readTableUse(texts, owners, names)
const edges = joinEdges(readEdges(texts), use.edges)
const wrong = [...findUnowned(owners, names), ...use.wrong, ...findUpward(edges), ...findCircles(edges)]
const page = readFileSync(PAGE, 'utf8')
const [before, rest = ''] = page.split(OPEN)
const [, after] = rest.split(CLOSE)
if (after === undefined)
  wrong.push(`ARCHITECTURE.md has no place for the graph of slices, between ${OPEN} and ${CLOSE}.`)
const drawn = [before, OPEN, '\n\n', draw(edges), '\n\n', CLOSE, after].join('')
if (process.argv.includes('--write')) writeFileSync(PAGE, drawn)
else if (drawn !== page)
  wrong.push('ARCHITECTURE.md shows another graph of slices: run scripts/check-floors.mjs --write')
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
