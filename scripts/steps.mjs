// Named steps, one after another or in lanes beside each other; the first that fails ends the run with its name. A step is its
// name, its command and what it needs in its environment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findNode, NODE_FLAGS, root } from './install.mjs'

const bin = (path) => [findNode(), ...NODE_FLAGS, join(root, 'node_modules', path)]
const tool = (path, ...args) => [...bin(path), ...args]

/** Each thread of a checker works out by itself most of the types that the others do; memory is not what is short. */
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
  ['documents', [findNode(), join(root, 'scripts/check-documents.mjs')]],
]

/** One core is left to what runs beside; never a single worker, which would lose all files with the one it dies of. */
const WORKERS = Math.max(2, availableParallelism() - 1)

export const vitest = (...args) => tool('vitest/vitest.mjs', 'run', `--maxWorkers=${WORKERS}`, ...args)

export const e2e = (...args) => [findNode(), join(root, 'scripts/e2e.mjs'), ...args]

const suites = (name, ...projects) => [name, vitest(...projects.flatMap((project) => ['--project', project]))]

/** Everything that is tested, in lanes that take about as long as each other. */
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
 * Lanes of steps beside each other, each one step after another. What a step prints is shown when it ends, so that no two
 * are mixed. The first step that fails ends all lanes and the process.
 */
export async function runLanes(lanes) {
  const startedMs = Date.now()
  const running = new Set()
  const stopAll = () => running.forEach(stopGroup)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  // Before anything of theirs is taken away.
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
    // Servers and workers are started by the hundred: of each second that takes, two fifths are compiling what the last one compiled.
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

/** A step of a lane is a group of its own, so that what it started ends with it. */
function stopGroup(child) {
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGTERM')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function secondsSince(startedMs) {
  return ((Date.now() - startedMs) / 1000).toFixed(1)
}
