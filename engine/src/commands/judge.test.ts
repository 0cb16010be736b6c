import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLocalEmbedder } from '../embedding/local-embedder.ts'
import { createJudge } from '../judge/judge.ts'
import { postText } from '../language/post-text.ts'
import { planSignal } from '../plan/plan.ts'
import { makeUpPosts } from '../testing/made-up-posts.ts'
import { COMMANDS, runProgram } from '../testing/run-program.ts'

const JUDGE = join(COMMANDS, 'judge.ts')
const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'
const ASKING = {
  id: 7,
  title: 'Invoicing software for two currencies?',
  text: 'I am a freelancer with clients abroad. Which invoicing software do you use?\u2028Thanks!',
}

interface Line {
  id?: string | number
  score: number
  keep: boolean
  reason: string
  evidence: { start: number; end: number; quote: string }[]
  model: string
}

const embedder = createLocalEmbedder()
afterAll(() => embedder.close())

const jsonLines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const linesOf = (stdout: string) => stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as Line) // oxfmt-ignore

test('each post gets the judgement that the library gives it, in the order of the posts', async () => {
  const posts = [ASKING, ...makeUpPosts('judge', 40), { text: '' }]
  const { status, stdout, stderr } = await runProgram(JUDGE, [SIGNAL], jsonLines(posts))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const inputs = posts.map((post) => ({ title: null, platform: 'unknown', kind: 'post', ...post }))
  const judgements = await createJudge({ embedder }).judge(planSignal(SIGNAL), inputs)
  expect(linesOf(stdout)).toEqual(
    judgements.map(({ score, keep, level, reason, evidence, modelVersion }, at) => ({
      ...(at === 0 && { id: 7 }),
      score: Math.round(score * 100),
      keep,
      level,
      reason,
      evidence: evidence.map((span) => ({ ...span, quote: postText(inputs[at]!).slice(span.start, span.end) })),
      model: modelVersion,
    })),
  )
  expect(linesOf(stdout)[0]).toMatchObject({ keep: true })
  expect(linesOf(stdout)[0]?.evidence[0]?.quote).toContain('nvoicing software')
})

test('a post of the fields that collections have is taken as it stands, behind a byte-order mark', async () => {
  const post = { platform: 'reddit', kind: 'post', ...ASKING, id: 't3_1', author: null, created_at: '2026-03-02T06:35:46Z', url: 'https://posts.example/1', points: 5, labels: ['a'] } // oxfmt-ignore
  const { stdout } = await runProgram(JUDGE, [SIGNAL], `\uFEFF\n${JSON.stringify(post)}`)
  const plain = await runProgram(JUDGE, [SIGNAL], jsonLines([{ ...ASKING, id: 't3_1' }]))
  expect(linesOf(stdout)).toEqual(linesOf(plain.stdout))
})

test('a post is answered before the next one has come', async () => {
  const child = spawn(process.execPath, [...process.execArgv, JUDGE, SIGNAL], { stdio: ['pipe', 'pipe', 'inherit'] })
  for (const id of ['first', 'second']) {
    child.stdin.write(jsonLines([{ ...ASKING, id }]))
    const [answer] = (await once(child.stdout, 'data')) as [Buffer]
    expect(linesOf(answer.toString())).toMatchObject([{ id }])
  }
  child.stdin.end()
  expect(await once(child, 'close')).toEqual([0, null])
})

test.each([
  ['no JSON', '{"text": "cut off', 'is not JSON.'],
  ['no object', '["text"]', 'is not a JSON object.'],
  ['no text', '{"title": "A title"}', 'has no "text" that is a string.'],
  ['a text that is a number', '{"text": 7}', 'has no "text" that is a string.'],
  ['a title that is a list', '{"title": [], "text": ""}', 'has a "title" that is not a string.'],
  [
    'an id beyond exact numbers',
    '{"id": 1234567890123456781, "text": ""}',
    'has an "id" that is too large a number; write it in quotes.',
  ],
  ['an id that is an object', '{"id": {}, "text": ""}', 'has an "id" that is no string or number.'],
])('a line with %s ends the command with its number, after the posts before it', async (_what, line, problem) => {
  const input = `${jsonLines([ASKING])}\n${line}\n${jsonLines([ASKING])}`
  const { status, stdout, stderr } = await runProgram(JUDGE, [SIGNAL], input)
  expect({ status, stderr }).toEqual({ status: 1, stderr: `Line 3 of standard input ${problem}\n` })
  expect(linesOf(stdout)).toMatchObject([{ id: 7 }])
})

test.each([
  ['without a signal', []],
  ['with an empty signal', [' ']],
  ['with two signals', [SIGNAL, SIGNAL]],
])('%s the command says what to give it', async (_how, args) => {
  const { status, stdout, stderr } = await runProgram(JUDGE, args)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^Give one signal in quotes: npm run --silent judge -- "[^"]+" < posts\.jsonl\n$/)
})

test('an unknown option ends the command with a sentence, and --help lists the usage', async () => {
  const wrong = await runProgram(JUDGE, ['--loud', SIGNAL])
  expect(wrong.status).toBe(1)
  expect(wrong.stderr).toMatch(/^Unknown option '--loud'[^\n]*\n$/)
  const help = await runProgram(JUDGE, ['--help'])
  expect({ ...help, stdout: help.stdout.slice(0, 14) }).toEqual({ status: 0, stdout: 'npm run --sile', stderr: '' })
})
