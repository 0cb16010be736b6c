import { relative } from 'node:path'

const MOST = 3

/**
 * The test files that a run of vitest lost because the system ended their process with SIGSEGV, where nothing else went wrong: Node 24
 * does that now and then while it collects garbage (nodejs/node#62393). None where a test failed, anything else did, or so many
 * were lost that chance does not explain it.
 */
export function crashedFiles(printed, root) {
  // oxlint-disable-next-line no-control-regex -- colours begin with one
  const plain = printed.replaceAll(/\u001b\[[\d;]*m/g, '')
  const crashes = [
    ...plain.matchAll(/Worker exited unexpectedly with signal SIGSEGV during \w+ state while running test file (\S+)/g),
  ]
  const errors = Number(/^ *Errors +(\d+) errors?$/m.exec(plain)?.[1] ?? 0)
  const hasFailed = /^ *(?:Test Files|Tests) .*failed/m.test(plain)
  const files = [...new Set(crashes.map(([, file]) => relative(root, file)))]
  return hasFailed || errors !== crashes.length || files.length > MOST ? [] : files
}
