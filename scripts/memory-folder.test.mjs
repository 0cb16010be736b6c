import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'

const MODULE = new URL('./memory-folder.mjs', import.meta.url)

let at

beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'memory-'))
})

/** Runs a process that keeps its temporary files in `at`, and returns where it says they are. */
async function keeping(neededBytes, then = '') {
  const text = `
    const { keepTemporaryFilesInMemory } = await import(${JSON.stringify(MODULE.href)})
    const { tmpdir } = await import('node:os')
    const folder = keepTemporaryFilesInMemory(${JSON.stringify(at)}, ${neededBytes})
    ${then}
    console.log(JSON.stringify({ folder, tmpdir: tmpdir() }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(printed)) }
}

test('the temporary files are in memory until the process ends', async () => {
  const {
    child,
    folder,
    tmpdir: told,
  } = await keeping(0, 'setInterval(() => {}, 1000); process.once("SIGTERM", () => process.exit(0))')
  expect(folder).toMatch(new RegExp(`^${at}/leadlight-run-${child.pid}-`))
  expect(told).toBe(folder)
  expect(existsSync(folder)).toBe(true)
  child.kill()
  await once(child, 'close')
  expect(readdirSync(at)).toEqual([])
})

test('a run removes what a killed one left, and nothing else', async () => {
  const { child, folder } = await keeping(0, 'setInterval(() => {}, 1000)')
  writeFileSync(join(at, 'leadlight-run-of-somebody'), '')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(existsSync(folder)).toBe(true)
  const next = await keeping(0)
  await once(next.child, 'close')
  expect(readdirSync(at)).toEqual(['leadlight-run-of-somebody'])
})

test('the temporary files stay on the disk if there is too little memory', async () => {
  const { child, folder, tmpdir: told } = await keeping(Number.MAX_SAFE_INTEGER)
  await once(child, 'close')
  expect(readdirSync(at)).toEqual([])
  expect(folder).toBe(told)
  expect(told.startsWith(at)).toBe(false)
})
