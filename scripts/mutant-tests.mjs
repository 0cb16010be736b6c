// Which test files could notice a mutant of a file, nearest first.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const WORKSPACES = ['domain', 'contract', 'engine', 'server', 'testing', 'web', 'bench']

/** Who names whom, by paths from the root: imports of values, and files that are started or read by name. */
export function readNeighbours(root, files) {
  const users = new Map()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const target of namedFiles(text, file)) {
      if (!existsSync(join(root, target))) continue
      users.set(target, [...(users.get(target) ?? []), file])
    }
  }
  return users
}

/** The files that a file's text names, types excepted. */
export function namedFiles(text, file) {
  const code = text.replaceAll(/^(import|export) type [^'"]*from\s*['"][^'"]+['"]/gm, '')
  const names = [...code.matchAll(/['"]((?:\.{1,2}\/|@leadlight\/)[^'"\s]+)['"]/g)].map(([, name]) => name)
  return [...new Set(names.map((name) => pathOf(name, file)).filter((path) => path !== undefined))]
}

function pathOf(name, file) {
  if (name.startsWith('.')) return normalize(join(dirname(file), name))
  const [, workspace, ...rest] = name.split('/')
  return WORKSPACES.includes(workspace) && rest.length > 0 ? `${workspace}/src/${rest.join('/')}.ts` : undefined
}

/**
 * The test files that reach a file, the likeliest to notice something first: those that import it, those of its folder,
 * and then those whose names share words with it, or else with what it imports. `users` comes from `readNeighbours`.
 */
export function testsOf(file, users, isTest) {
  const distances = new Map([[file, 0]])
  const queue = [file]
  for (const next of queue) {
    for (const user of users.get(next) ?? []) {
      if (distances.has(user)) continue
      distances.set(user, distances.get(next) + 1)
      queue.push(user)
    }
  }
  const words = wordsOf(file)
  const imported = [...users].filter(([, by]) => by.includes(file)).map(([path]) => path)
  const wordsBeside = new Set(imported.flatMap((path) => [...wordsOf(path)]))
  const ranked = [...distances.entries()]
    .filter(([path]) => isTest(path))
    .map(([path, distance]) => {
      const near = distance === 1 ? 0 : dirname(path) === dirname(file) ? 1 : 2
      const shared = [...wordsOf(path)].reduce(
        (sum, word) => sum + (words.has(word) ? 2 : wordsBeside.has(word) ? 1 : 0),
        0,
      )
      return { path, rank: [near, -shared, distance] }
    })
  return ranked.toSorted((a, b) => compare(a.rank, b.rank) || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
}

function compare(a, b) {
  const index = a.findIndex((value, at) => value !== b[at])
  return index < 0 ? 0 : a[index] - b[index]
}

/** The words of a path, in the singular. */
function wordsOf(path) {
  const words = path.replace(/\.\w+(\.\w+)?$/, '').split(/[/-]/)
  return new Set(
    words
      .filter((word) => !['src', 'server', 'platform', 'web', 'features', 'lib'].includes(word))
      .map((word) => word.replace(/s$/, '')),
  )
}
