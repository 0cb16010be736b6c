import { expect, test } from 'vitest'
import { watchNpm } from './left-by-npm.mjs'

const env = { npm_lifecycle_script: 'node scripts/start.mjs' }

test('a script that no npm runs waits for none', () => {
  expect(watchNpm({ env: {}, own: { ppid: 7 } })).toBeUndefined()
  expect(watchNpm({ env, own: { ppid: 7, platform: 'win32' } })).toBeUndefined()
})

test('where the shell becomes the script, npm is its parent, and nobody else’s end counts', () => {
  const processes = { 7: { ppid: 3, command: 'npm start' }, 3: { ppid: 1, command: 'sh' } }
  const own = { ppid: 7 }
  const isLeft = watchNpm({ env, own, look: (pid) => processes[pid] })
  delete processes[3]
  processes[7].ppid = 1
  expect(isLeft()).toBe(false)
  own.ppid = 1
  expect(isLeft()).toBe(true)
})

test.each([
  ['npm ends and the shell stays', (processes) => (processes[9].ppid = 1)],
  ['both end', (processes) => delete processes[9]],
])('where the shell waits for the script, %s', (_, end) => {
  const processes = { 9: { ppid: 7, command: 'sh -c node scripts/start.mjs' }, 7: { ppid: 3, command: 'npm start' } }
  const isLeft = watchNpm({ env, own: { ppid: 9 }, look: (pid) => processes[pid] })
  expect(isLeft()).toBe(false)
  end(processes)
  expect(isLeft()).toBe(true)
})
