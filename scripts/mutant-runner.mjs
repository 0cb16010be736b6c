// A copy of the tree in which files are changed, and one Vitest over it that stays, so that its database and
// transformed files are made once.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** The projects of a test file, the quickest first: it runs in the first that has it. */
const PROJECTS = ['unit', 'server', 'web', 'embedded']
/** The time limit of a test file that has not been seen to pass. */
const UNKNOWN_MS = 120_000
/** With a mutant, tests may take this many times as long as without, and this much more. */
const TIMES = 4
const BESIDES_MS = 30_000
/** The time for a run to end by itself before it is killed. */
const GRACE_MS = 5_000

/** Copies these files, with the tree's own packages; the workspaces among them are the copies. */
export function copyTree(root, files) {
  const copy = mkdtempSync(join(tmpdir(), 'leadlight-mutants-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }))
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  const packages = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@leadlight'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name !== '@leadlight' && name !== '.vite') symlinkSync(join(packages, name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(packages, '@leadlight')))
    symlinkSync(join('../..', name), join(copy, 'node_modules/@leadlight', name))
  return copy
}

/** Starts Vitest over a copy. The output of its tests is withheld. */
export async function startRunner(copy) {
  process.chdir(copy)
  const { createVitest } = await import('vitest/node')
  const running = { pass() {}, fail() {} }
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    project: PROJECTS,
    maxWorkers: 1,
    reporters: [reporterTo(running, copy)],
    silent: true,
    sequence: { sequencer: InOrder },
  })
  const specs = new Map()
  for (const spec of await vitest.globTestSpecifications()) {
    const path = relative(copy, spec.moduleId)
    const rank = ({ project }) => PROJECTS.indexOf(project.name)
    if (!specs.has(path) || rank(spec) < rank(specs.get(path))) specs.set(path, spec)
  }
  return {
    tests: [...specs.keys()],
    projectOf: (test) => specs.get(test).project.name,
    /**
     * Runs test files of one project in this order until one fails or exceeds its limit: `failed` names the test,
     * `late` the file; `passed` has the time of each that passed.
     */
    async run(paths, limitOf) {
      const watching = watchRun(vitest, paths, limitOf)
      Object.assign(running, watching)
      vitest.state.filesMap.clear()
      const { unhandledErrors } = await vitest.runTestSpecifications(paths.map((path) => specs.get(path)))
      // Vitest sets it if a test fails, which is the purpose of mutants.
      process.exitCode = 0
      return watching.end(unhandledErrors.length > 0)
    },
    write(path, text) {
      writeFileSync(join(copy, path), text)
      vitest.invalidateFile(join(copy, path))
    },
    async close() {
      // The first call asks the run to end, the second ends it.
      void vitest.cancelCurrentRun('keyboard-input')
      await vitest.cancelCurrentRun('keyboard-input')
      await vitest.close()
    },
  }
}

function reporterTo(running, copy) {
  return {
    onTestCaseResult(test) {
      if (test.result().state === 'failed') running.fail(`${relative(copy, test.module.moduleId)} > ${test.fullName}`)
    },
    onTestModuleEnd(module) {
      const path = relative(copy, module.moduleId)
      if (module.state() === 'failed') running.fail(path)
      else if (module.state() === 'passed') running.pass(path)
    },
  }
}

/** Ends a run of Vitest at the first test that fails, and at the first file that exceeds its limit. */
function watchRun(vitest, paths, limitOf) {
  const verdict = { passed: new Map(), failed: undefined, late: undefined }
  const cancel = (reason) => void vitest.cancelCurrentRun(reason)
  let startedMs
  let timer
  function waitFor(path) {
    clearTimeout(timer)
    startedMs = Date.now()
    if (path !== undefined) timer = setTimeout(giveUp, limitOf(path), path)
  }
  function giveUp(path) {
    verdict.late = path
    cancel('keyboard-input')
    // Asked a second time, Vitest kills the run.
    timer = setTimeout(cancel, GRACE_MS, 'keyboard-input')
  }
  waitFor(paths[0])
  return {
    pass(path) {
      verdict.passed.set(path, Date.now() - startedMs)
      if (!verdict.late) waitFor(paths[paths.indexOf(path) + 1])
    },
    fail(name) {
      if (verdict.failed || verdict.late) return
      verdict.failed = name
      cancel('test-failure')
    },
    end(hasErrors) {
      clearTimeout(timer)
      if (hasErrors && !verdict.failed && !verdict.late) verdict.failed = paths[verdict.passed.size] ?? paths.at(-1)
      return verdict
    },
  }
}

class InOrder {
  sort = (specs) => specs
  shard = (specs) => specs
}

/**
 * Runs tests on a mutant. `killed` by a failing test whose file passes without the mutant; `late` if a file took
 * several times as long as without; otherwise `survived`. `known` has the time in milliseconds of each test file that
 * was seen to pass.
 */
export async function judgeMutant(runner, { path, text, mutated }, tests, known) {
  const groups = Map.groupBy(tests, runner.projectOf)
  for (const project of PROJECTS) {
    for (let left = groups.get(project) ?? []; left.length > 0;) {
      runner.write(path, mutated)
      const { failed, late, passed } = await runner.run(left, (test) =>
        known.has(test) ? BESIDES_MS + TIMES * known.get(test) : UNKNOWN_MS,
      )
      runner.write(path, text)
      for (const [test, ms] of passed) if (!known.has(test)) known.set(test, ms)
      const by = failed ?? late
      if (!by) break
      const file = by.split(' > ')[0]
      const wasKnown = known.has(file)
      if (!wasKnown) known.set(file, await timeWithout(runner, file))
      if (failed || wasKnown) return { state: failed ? 'killed' : 'late', by }
      // Its usual time is known now, so once more.
      left = left.filter((test) => !passed.has(test))
    }
  }
  return { state: 'survived', by: tests.join(', ') }
}

async function timeWithout(runner, test) {
  const { failed, late, passed } = await runner.run([test], () => 5 * UNKNOWN_MS)
  if (failed || late) throw new Error(`Fails, or takes too long, without any mutant: ${failed ?? late}`)
  return passed.get(test)
}
