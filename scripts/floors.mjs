// The server's slices stand on floors: an import goes down, or sideways without a circle.
import { dirname, join, normalize } from 'node:path'

const SERVER = 'server/src/'
const OWN_PACKAGE = '@leadlight/server/'
const IMPORT = /(?:\bfrom|\bimport\(|\bimport) ?'((?:\.|@leadlight\/server\/)[^']+)'/g
/** From the ground up. A floor of several slices has a folder for each. */
const FLOORS = [
  'platform',
  'channels',
  'senders',
  'ai',
  'core',
  'workspace',
  'people',
  'finding',
  'outlets',
  'lifecycle',
  'main',
]
const WITH_SLICES = new Set(['core', 'workspace', 'people', 'finding', 'outlets', 'lifecycle'])
/** What may use everything, and no running code uses. */
export const NOT_PRODUCT = /\.(test|soak|d)\.ts$/

/**
 * Who imports whom, values and types alike, as `from` → `to` → the importing files. `texts` holds the files by their
 * paths from the root.
 */
export function readEdges(texts) {
  const found = new Map()
  for (const [file, text] of texts) {
    if (!file.startsWith(SERVER) || NOT_PRODUCT.test(file)) continue
    const from = sliceOf(file)
    for (const [, path] of text.matchAll(IMPORT)) {
      const target = path.startsWith(OWN_PACKAGE)
        ? `${SERVER}${path.slice(OWN_PACKAGE.length)}.ts`
        : normalize(join(dirname(file), path))
      const to = sliceOf(target)
      if (to === from || !target.startsWith(SERVER)) continue
      const targets = found.get(from) ?? new Map()
      targets.set(to, [...(targets.get(to) ?? []), `${file} → ${target}`])
      found.set(from, targets)
    }
  }
  return found
}

/** Where a file of the server stands; `main` for those on top. */
export function sliceOf(file) {
  const [floor, slice, ...rest] = file.slice(SERVER.length).split('/')
  if (slice === undefined) return 'main'
  return WITH_SLICES.has(floor) && rest.length > 0 ? `${floor}/${slice}` : floor
}

function floorOf(slice) {
  const floor = FLOORS.indexOf(slice.split('/')[0])
  if (floor < 0) throw new Error(`${slice} stands on no floor.`)
  return floor
}

/** A line for each import of a higher slice by a lower one. */
export function findUpward(all) {
  return [...all].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => floorOf(to) > floorOf(from))
      .flatMap(([to, files]) => [`${from} stands below ${to}, and uses it:`, ...files.map((line) => `  ${line}`)]),
  )
}

/** Each slice that reaches itself through others, with those others. */
export function findCircles(all) {
  return [...all.keys()].flatMap((slice) => {
    const reached = reach(all, slice)
    if (!reached.has(slice)) return []
    const circle = [...reached].filter((other) => reach(all, other).has(slice)).toSorted(byName)
    return circle[0] === slice ? [`These use each other in a circle: ${circle.join(', ')}`] : []
  })
}

function reach(all, slice) {
  const reached = new Set()
  const queue = [slice]
  for (const next of queue) {
    for (const to of all.get(next)?.keys() ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      queue.push(to)
    }
  }
  return reached
}

/** Draws floors as boxes, and arrows between slices of one floor. Higher ones use lower ones anyway. */
export function draw(all) {
  const slices = [...new Set([...all.keys(), ...[...all.values()].flatMap((targets) => [...targets.keys()])])].toSorted(
    byName,
  )
  const idOf = (slice) => slice.replaceAll(/[/-]/g, '_')
  const lines = ['```mermaid', 'flowchart BT']
  for (const floor of FLOORS.filter((name) => WITH_SLICES.has(name))) {
    lines.push(`  subgraph ${floor}`)
    for (const slice of slices.filter((name) => name.startsWith(`${floor}/`))) {
      lines.push(`    ${idOf(slice)}[${slice.split('/')[1]}]`)
    }
    lines.push('  end')
  }
  for (const [from, targets] of [...all].toSorted(([a], [b]) => byName(a, b))) {
    for (const to of [...targets.keys()].toSorted(byName)) {
      if (from.includes('/') && floorOf(from) === floorOf(to)) lines.push(`  ${idOf(from)} --> ${idOf(to)}`)
    }
  }
  const stacked = FLOORS.filter((name) => WITH_SLICES.has(name)).toReversed()
  for (const [at, floor] of stacked.slice(0, -1).entries()) lines.push(`  ${floor} ==> ${stacked[at + 1]}`)
  return [...lines, '```'].join('\n')
}

function byName(a, b) {
  return a < b ? -1 : 1
}
