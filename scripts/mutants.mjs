// npm run mutants -- [file.ts …] [--change [base]] [--sample 200] [--seed 7] [--tests 12|all] [--results file] [--share 90]
// Puts small mistakes into product code, one at a time and in a copy, and sees whether the tests notice them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './install.mjs'
import { applyMutant, makeMutants } from './make-mutants.mjs'
import { keepTemporaryFilesInMemory } from './memory-folder.mjs'
import { copyTree, judgeMutant, startRunner } from './mutant-runner.mjs'
import { readNeighbours, testsOf } from './mutant-tests.mjs'

/** The areas of a sample, which takes as many from each. */
const AREAS = {
  billing: /^server\/src\/core\/billing\/|^domain\/src\/(credits|ledger|plans)\.ts/,
  permissions:
    /^domain\/src\/(roles|account-states|api-keys)\.ts|^server\/src\/platform\/(actor|admission|scopes)\.ts|^server\/src\/core\/(organization\/\w+-roles?|members\/memberships)\.ts/,
  matching:
    /^engine\/src\/|^server\/src\/finding\/matching\/|^domain\/src\/(evidence|excerpts|scoring|signal-plans)\.ts/,
  webhooks: /^server\/src\/outlets\/webhooks\/|^domain\/src\/webhooks\.ts/,
  jobs: /^server\/src\/platform\/job/,
  filters: /^(server|web|domain|contract)\/src\/.*filter[^/]*$/,
}
const PRODUCT = /^(domain|contract|engine|server|web)\/src\/.*\.tsx?$/
const NOT_PRODUCT = /\.(test|soak|d)\.tsx?$|(^|\/)testing\/|\/doubles/

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    change: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '12' },
    results: { type: 'string' },
    share: { type: 'string' },
    list: { type: 'boolean' },
  },
})
// Resolved before the working directory becomes that of the copy.
const resultsFile = options.results && resolve(options.results)

const files = git('ls-files', '-co', '--exclude-standard').filter((file) => existsSync(join(root, file)))
const product = files.filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file))
const texts = new Map()
const mutants = chosen()
if (options.list) for (const mutant of mutants) console.log(described(mutant))
else await judgeAll()
process.exit()

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter(Boolean)
}

function chosen() {
  if (options.change) return ofChange(positionals[0] ?? 'main')
  if (!options.sample) return positionals.flatMap(mutantsOf)
  const random = randomFrom(Number(options.seed))
  const wanted =
    positionals.length > 0
      ? [positionals]
      : Object.values(AREAS).map((area) => product.filter((file) => area.test(file)))
  const areas = wanted.map((paths) => shuffled(paths.flatMap(mutantsOf), random))
  const longest = Math.max(...areas.map(({ length }) => length))
  const turns = Array.from({ length: longest }, (_, at) => areas.flatMap((area) => area.slice(at, at + 1)))
  return turns.flat().slice(0, Number(options.sample))
}

/** The mutants of the lines that differ from another commit, and of new files. */
function ofChange(base) {
  const changed = new Map()
  let path
  for (const line of git('diff', '-U0', '--no-renames', base, '--', ...product)) {
    path = /^\+\+\+ b\/(.*)/.exec(line)?.[1] ?? path
    const [, start, count = '1'] = /^@@ .* \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (!start) continue
    const lines = Array.from({ length: Number(count) }, (_, index) => Number(start) + index)
    changed.set(path, new Set([...(changed.get(path) ?? []), ...lines]))
  }
  const isNew = new Set(git('ls-files', '-o', '--exclude-standard'))
  const ofNew = product.filter((file) => isNew.has(file)).flatMap(mutantsOf)
  return [...changed].flatMap(([file, lines]) => mutantsOf(file).filter(({ line }) => lines.has(line))).concat(ofNew)
}

function mutantsOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  texts.set(path, text)
  return makeMutants(text, path).map((mutant) => ({ ...mutant, path }))
}

function shuffled(values, random) {
  const places = values.map((value) => ({ value, place: random() }))
  return places.toSorted((a, b) => a.place - b.place).map(({ value }) => value)
}

/** Mulberry32: the same numbers from 0 to below 1 for the same seed. */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Judges what an earlier run has not, and reports all. */
async function judgeAll() {
  const done = earlierResults()
  const results = mutants.map((mutant) => done.get(keyOf(mutant)))
  if (results.includes(undefined)) {
    keepTemporaryFilesInMemory()
    const runner = await startRunner(copyTree(root, files))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => void runner.close().finally(() => process.exit(1)))
    try {
      await judgeRest(runner, results)
    } finally {
      await runner.close()
    }
  }
  report(results)
}

async function judgeRest(runner, results) {
  const sources = files.filter((file) => /\.(tsx?|mjs)$/.test(file))
  const users = readNeighbours(root, sources)
  const known = new Map()
  for (const [index, mutant] of mutants.entries()) {
    if (results[index]) continue
    const { path } = mutant
    const text = texts.get(path)
    const tests = testsOf(path, users, (file) => runner.tests.includes(file))
    const isBeside = (test) => dirname(test) === dirname(path)
    const others = tests.filter((test) => !isBeside(test))
    const far = new Set(options.tests === 'all' ? [] : others.slice(Number(options.tests)))
    const near = tests.filter((test) => !far.has(test))
    const verdict = await judgeMutant(runner, { path, text, mutated: applyMutant(text, mutant) }, near, known)
    results[index] = verdict
    if (resultsFile) appendFileSync(resultsFile, `${JSON.stringify({ key: keyOf(mutant), ...verdict })}\n`)
    console.log(`${index + 1}/${mutants.length} ${verdict.state.padEnd(8)} ${described(mutant)}  [${verdict.by}]`)
  }
}

function earlierResults() {
  if (!resultsFile || !existsSync(resultsFile)) return new Map()
  const lines = readFileSync(resultsFile, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => JSON.parse(line)).map(({ key, ...verdict }) => [key, verdict]))
}

/** Stays the same as long as the file does. */
function keyOf({ path, start, to, end }) {
  return createHash('sha256')
    .update(JSON.stringify([path, texts.get(path), start, end, to]))
    .digest('hex')
    .slice(0, 24)
}

function described({ path, line, from, to, kind }) {
  const short = (code) => (code.length > 90 ? `${code.slice(0, 89)}…` : code).replaceAll(/\s+/g, ' ')
  return `${path}:${line} ${kind}: ${short(from)} → ${to === '' || to === ';' ? 'nothing' : short(to)}`
}

function report(results) {
  const of = (state) => mutants.filter((_, index) => results[index].state === state)
  console.log('\nSurvived:')
  for (const mutant of of('survived')) console.log(`  ${described(mutant)}`)
  console.log('Killed by time:')
  for (const mutant of of('late')) console.log(`  ${described(mutant)}`)
  const killed = mutants.length - of('survived').length
  const share = mutants.length === 0 ? 100 : (100 * killed) / mutants.length
  console.log(`\n${killed} of ${mutants.length} killed, ${of('late').length} of them by time: ${share.toFixed(1)} %.`)
  if (options.share && share < Number(options.share)) {
    console.error(`Less than the ${options.share} % that are wanted.`)
    process.exitCode = 1
  }
}
