// Named steps, one after another or in parallel lanes. The first that fails ends the run with its name. A step is its
// name, its command and the environment it needs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findNode, NODE_FLAGS, root } from './install.mjs'
import { stopGroup } from './stop-group.mjs'

const bin = (path) => [findNode(), ...NODE_FLAGS, join(root, 'node_modules', path)]
const tool = (path, ...args) => [...bin(path), ...args]

/** Each thread of a checker computes most types for itself, although the others do too. Memory is not scarce. */
const ONE_CHECKER = { GOMAXPROCS: '1', GOGC: '400' }

export const CHECKS = [
  ['format', tool('oxfmt/bin/oxfmt', '--check')],
  ['lint', tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'), ONE_CHECKER],
  ['types', tool('typescript-native/bin/tsc', '-b', '--singleThreaded'), ONE_CHECKER],
  [
    'boundaries',
    tool(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      'domain',
      'contract',
      'engine',
      'server',
      'web/src',
    ),
  ],
  ['floors', [findNode(), join(root, 'scripts/check-floors.mjs')]],
  ['names', [findNode(), join(root, 'scripts/check-names.mjs')]],
  ['lookups', [findNode(), join(root, 'scripts/check-lookups.mjs')]],
  ['documents', [findNode(), join(root, 'scripts/check-documents.mjs')]],
  ['security requirements', [findNode(), join(root, 'scripts/check-asvs.mjs')]],
]

/** Leaves one core to the other lane. Never a single worker: if it died, all files would be lost. */
const WORKERS = Math.max(2, availableParallelism() - 1)

export const vitest = (...args) => tool('vitest/vitest.mjs', 'run', `--maxWorkers=${WORKERS}`, ...args)

export const e2e = (...args) => [findNode(), join(root, 'scripts/e2e.mjs'), ...args]

export const bench = (...args) => [findNode(), ...NODE_FLAGS, join(root, 'bench/run.ts'), ...args]

const suites = (name, ...projects) => [name, vitest(...projects.flatMap((project) => ['--project', project]))]

/** All tests, in lanes that take about equally long. */
export const TESTS = [
  [suites('server, PostgreSQL', 'server'), suites('server, embedded database', 'embedded')],
  [...CHECKS, suites('unit', 'unit'), suites('web', 'web'), ['browser', e2e()]],
]

/** One step after another. The first that fails ends the process with its name. */
export async function runSteps(steps) {
  const startedMs = Date.now()
  for (const step of steps) {
    console.log(`\n▸ ${step[0]}`)
    await runStep(step, { stdio: 'inherit' })
  }
  console.log(`\n✓ All of ${steps.map(([name]) => name).join(', ')} in ${secondsSince(startedMs)} s.`)
}

/**
 * Runs lanes of steps in parallel, each one step after another. A step's output is shown when it ends, so that no two
 * are mixed. The first step that fails ends all lanes and the process.
 */
export async function runLanes(lanes) {
  const startedMs = Date.now()
  const running = new Set()
  const stopAll = () => running.forEach(stopGroup)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  // Runs before anything they use is taken away.
  process.prependOnceListener('exit', stopAll)
  const runLane = async (steps) => {
    for (const step of steps) {
      console.log(`▸ ${step[0]} begins`)
      await runStep(step, {
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        running,
      })
    }
  }
  await Promise.all(lanes.map(runLane))
  const names = lanes.flat().map(([name]) => name)
  console.log(`\n✓ All of ${names.join(', ')} in ${secondsSince(startedMs)} s.`)
}

async function runStep([name, [command, ...args], needed], { running, ...options }) {
  const stepMs = Date.now()
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    // Servers and workers are started by the hundred. Two fifths of that time is compiling what the last one compiled.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...needed,
  }
  const child = spawn(command, args, { cwd: root, env, ...options })
  running?.add(child)
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
  const [status, signal] = await once(child, 'close')
  running?.delete(child)
  if (running) process.stdout.write(`\n▸ ${name}\n${Buffer.concat(printed).toString()}`)
  if (status !== 0) {
    console.error(`\n✗ ${name} failed${signal ? ` (${signal})` : ''}.`)
    process.exit(status ?? 1)
  }
  console.log(`  ${secondsSince(stepMs)} s`)
}

function secondsSince(startedMs) {
  return ((Date.now() - startedMs) / 1000).toFixed(1)
}
