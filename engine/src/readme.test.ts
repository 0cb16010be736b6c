import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { COMMANDS, runProgram } from './testing/run-program.ts'

const ENGINE = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'leadlight-readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

const README = readFileSync(join(ENGINE, 'README.md'), 'utf8')

test("the README's example runs as it is where the engine is installed", async () => {
  const [, example = ''] = /```js\n([^`]+)```/.exec(README) ?? []
  mkdirSync(join(folder, 'node_modules/@leadlight'), { recursive: true })
  symlinkSync(dirname(join(ENGINE, 'src')), join(folder, 'node_modules/@leadlight/engine'))
  writeFileSync(join(folder, 'example.mjs'), example)
  const { status, stdout, stderr } = await runProgram(join(folder, 'example.mjs'))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^82 The author asks for help with a problem, and the post names “flour” and “buy”\. \[\n/)
  expect(stdout).toContain("kind: 'for'")
})

test('the README shows what `npm run judge` answers', async () => {
  const [, signal = ''] = /judge -- "([^"]+)"/.exec(README) ?? []
  const [post = '', answer] = README.match(/^\{"id".*$/gm) ?? []
  expect((await runProgram(join(COMMANDS, 'judge.ts'), [signal], post)).stdout).toBe(`${answer}\n`)
})
