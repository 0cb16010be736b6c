import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { keepRunning } from './keep-running.mjs'

let notes, from, said, isLeft

beforeEach(() => {
  notes = join(mkdtempSync(join(tmpdir(), 'keep-running-')), 'starts')
  from = new EventEmitter()
  said = []
  isLeft = undefined
})

/** Runs a program that finds in `start` how often it was started, and records each start. */
function run(program, waitMs = 10) {
  const text = `
    const fs = await import('node:fs')
    fs.appendFileSync(${JSON.stringify(notes)}, '.')
    const start = fs.readFileSync(${JSON.stringify(notes)}, 'utf8').length
    const die = (signal) => { process.kill(process.pid, signal); setInterval(() => {}, 1000) }
    ${program}`
  const options = { from, waitMs, isLeft, say: (line) => said.push(line) }
  return keepRunning(process.execPath, ['--input-type=module', '-e', text], { stdio: 'ignore' }, options)
}

const starts = () => readFileSync(notes, 'utf8').length

async function untilStarted(times) {
  await expect.poll(() => starts(), { timeout: 20_000 }).toBe(times)
}

test('a server that the system ended is started again, and one that ends by itself is not', async () => {
  expect(await run(`if (start < 3) die('SIGSEGV'); else process.exit(7)`)).toBe(7)
  expect(starts()).toBe(3)
  expect(said).toEqual(Array(2).fill('The system ended the server (SIGSEGV); it starts again.'))
})

test.each([
  ['SIGKILL', 1],
  ['SIGTERM', 0],
])('a server ended by %s stays ended', async (signal, status) => {
  expect(await run(`die('${signal}')`)).toBe(status)
  expect(starts()).toBe(1)
})

test('a server stays down after five faults within a minute', async () => {
  expect(await run(`die('SIGABRT')`)).toBe(1)
  expect(starts()).toBe(5)
  expect(said.at(-1)).toBe('The system ended the server (SIGABRT).')
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s to this process reaches the server, whose status counts',
  async (name) => {
    const ended = run(
      `process.on('${name}', () => process.exit(7)); fs.appendFileSync(${JSON.stringify(notes)}, '.'); setInterval(() => {}, 1000)`,
    )
    await untilStarted(2)
    from.emit(name, name)
    expect(await ended).toBe(7)
  },
)

test('a server whose starter is gone is stopped in order', async () => {
  let hasEnded = false
  isLeft = () => hasEnded
  const ended = run(
    `process.on('SIGTERM', () => process.exit(7)); fs.appendFileSync(${JSON.stringify(notes)}, '.'); setInterval(() => {}, 1000)`,
  )
  await untilStarted(2)
  hasEnded = true
  expect(await ended).toBe(7)
})

test('a server told to stop while it waits to start again does not start', async () => {
  const ended = run(`die('SIGSEGV')`, 60_000)
  await expect.poll(() => said.length, { timeout: 20_000 }).toBe(1)
  from.emit('SIGTERM', 'SIGTERM')
  expect(await ended).toBe(0)
  expect(starts()).toBe(1)
})

test('a server that faults while it stops is not started again', async () => {
  const ended = run(
    `process.on('SIGTERM', () => die('SIGSEGV')); fs.appendFileSync(${JSON.stringify(notes)}, '.'); setInterval(() => {}, 1000)`,
  )
  await untilStarted(2)
  from.emit('SIGTERM', 'SIGTERM')
  expect(await ended).toBe(1)
  expect(starts()).toBe(2)
})
