import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const ENGINE = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'leadlight-readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

test("the README's example runs as it stands where the engine is installed", async () => {
  const [, example = ''] = /```js\n([^`]+)```/.exec(readFileSync(join(ENGINE, 'README.md'), 'utf8')) ?? []
  mkdirSync(join(folder, 'node_modules/@leadlight'), { recursive: true })
  symlinkSync(dirname(join(ENGINE, 'src')), join(folder, 'node_modules/@leadlight/engine'))
  writeFileSync(join(folder, 'example.mjs'), example)
  const { status, stdout, stderr } = await runProgram(join(folder, 'example.mjs'))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^\d+ The author asks for a recommendation, [^\n]*\[\n/)
  expect(stdout).toContain("kind: 'for'")
})
