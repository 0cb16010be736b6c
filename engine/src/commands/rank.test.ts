import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalEmbedder } from '../embedding/local-embedder.ts'
import { createJudge } from '../judge/judge.ts'
import { planSignal } from '../plan/plan.ts'
import { makeUpPosts } from '../testing/made-up-posts.ts'
import { COMMANDS, runProgram } from '../testing/run-program.ts'

const RANK = join(COMMANDS, 'rank.ts')
const QUERIES = [
  { id: 'books', text: 'Freelancers asking which invoicing or bookkeeping software to use' },
  { id: 'spots', text: 'Gardeners whose tomatoes have spots asking what to do' },
]
const POSTS = makeUpPosts('rank', 60).map((post, at) => ({ id: `p${at}`, ...post }))

const jsonLines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

let folder: string
const file = (name: string) => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-rank-'))
  writeFileSync(file('queries.jsonl'), jsonLines(QUERIES))
  writeFileSync(file('posts.jsonl'), jsonLines(POSTS))
  writeFileSync(file('posts.jsonl.gz'), gzipSync(jsonLines(POSTS)))
})
afterAll(() => rmSync(folder, { recursive: true }))

const embedder = createLocalEmbedder()
afterAll(() => embedder.close())

async function rank(...args: string[]) {
  const { status, stdout, stderr } = await runProgram(RANK, ['--queries', file('queries.jsonl'), ...args])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.trimEnd().split('\n').map((line) => line.split(' ')) // oxfmt-ignore
}

test('every post appears once in the run of each query, best first, by the judge’s score', async () => {
  const rows = await rank('--posts', file('posts.jsonl'))
  expect(rows).toHaveLength(QUERIES.length * POSTS.length)
  const judge = createJudge({ embedder })
  for (const { id: query, text } of QUERIES) {
    const own = rows.filter(([of]) => of === query)
    expect(own).toHaveLength(POSTS.length)
    expect(new Set(own.map(([, , id]) => id))).toEqual(new Set(POSTS.map(({ id }) => id)))
    expect(own.map(([, q0, , place, , name]) => [q0, place, name])).toEqual(
      own.map((_, at) => ['Q0', String(at + 1), 'leadlight']),
    )
    const scores = own.map((row) => Number(row[4]))
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    const inputs = own.map(([, , id]) => ({
      ...POSTS.find((post) => post.id === id)!,
      platform: 'unknown',
      kind: 'post',
    }))
    const judged = await judge.judge(planSignal(text), inputs)
    const near = scores.filter((score) => score >= 0)
    expect(near.length).toBeGreaterThan(5)
    expect(near.length).toBeLessThan(POSTS.length)
    expect(near).toEqual(judged.slice(0, near.length).map(({ score }) => score))
  }
})

test('a gzipped file of posts reads like the plain one, to the depth asked for', async () => {
  const all = await rank('--posts', file('posts.jsonl'))
  const packed = await rank('--posts', file('posts.jsonl.gz'), '--depth', '3')
  expect(packed).toEqual(all.filter(([, , , place]) => Number(place) <= 3))
})

test.each([
  ['a post without an id', [{ text: 'one' }], 'has no "id".'],
  ['a post whose id has a space', [{ id: 'a b', text: 'one' }], 'has an "id" that is empty or has a space in it.'],
  ['two posts of one id', [{ id: 1, text: 'one' }, { id: '1', text: 'two' }], 'has the "id" of an earlier line.'], // oxfmt-ignore
])('%s ends the command with the line’s number', async (_what, posts, problem) => {
  writeFileSync(file('wrong.jsonl'), jsonLines(posts))
  const result = await runProgram(RANK, ['--queries', file('queries.jsonl'), '--posts', file('wrong.jsonl')])
  expect(result).toEqual({
    status: 1,
    stdout: '',
    stderr: `Line ${posts.length} of ${file('wrong.jsonl')} ${problem}\n`,
  })
})

test.each([
  [
    'a file that is not there',
    ['--queries', '/nowhere.jsonl', '--posts', '/nowhere.jsonl'],
    '/nowhere.jsonl cannot be read (ENOENT',
  ],
  ['no posts', ['--queries', '/nowhere.jsonl'], 'Give --queries FILE and --posts FILE.'],
  ['a depth of none', ['--queries', 'q', '--posts', 'p', '--depth', '0'], '--depth is a whole number from 1.'],
])('%s ends the command with a sentence', async (_what, args, sentence) => {
  const { status, stdout, stderr } = await runProgram(RANK, args)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr.startsWith(sentence)).toBe(true)
})

test('a broken gzipped file ends the command with a sentence', async () => {
  writeFileSync(file('broken.jsonl.gz'), gzipSync(jsonLines(POSTS)).subarray(0, 90))
  const { status, stderr } = await runProgram(RANK, ['--queries', file('queries.jsonl'), '--posts', file('broken.jsonl.gz')]) // oxfmt-ignore
  expect(status).toBe(1)
  expect(stderr).toMatch(/broken\.jsonl\.gz cannot be read \([^\n]+\)\.\n$/)
})

test('--help lists every option', async () => {
  const { status, stdout } = await runProgram(RANK, ['--help'])
  expect(status).toBe(0)
  for (const option of ['--queries', '--posts', '--depth']) expect(stdout).toContain(option)
})
