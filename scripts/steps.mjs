// Named steps, run one after another; the first that fails ends the run with its name.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findNode, root } from './install.mjs'

const bin = (path) => [findNode(), join(root, 'node_modules', path)]
const tool = (path, ...args) => [...bin(path), ...args]

export const CHECKS = [
  ['format', tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['lint', tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')],
  ['types', tool('typescript-native/bin/tsc', '-b')],
  [
    'boundaries',
    tool(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      'domain',
      'contract',
      'server',
      'web/src',
    ),
  ],
  ['documents', [findNode(), join(root, 'scripts/check-documents.mjs')]],
]

export const vitest = (...args) => tool('vitest/vitest.mjs', 'run', ...args)

export function runSteps(steps) {
  const startedMs = Date.now()
  for (const [name, [command, ...args]] of steps) {
    const stepMs = Date.now()
    console.log(`\n▸ ${name}`)
    const { status, signal } = spawnSync(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      },
    })
    if (status !== 0) {
      console.error(`\n✗ ${name} failed${signal ? ` (${signal})` : ''}.`)
      process.exit(status ?? 1)
    }
    console.log(`  ${((Date.now() - stepMs) / 1000).toFixed(1)} s`)
  }
  console.log(
    `\n✓ All of ${steps.map(([name]) => name).join(', ')} in ${((Date.now() - startedMs) / 1000).toFixed(0)} s.`,
  )
}
