import { expect, test } from 'vitest'
import { createKeptThread } from './kept-thread.ts'

const HERE = new URL('./kept-thread.ts', import.meta.url)

/** A thread of its own number, which answers that and what it was asked, fails, or dies. */
function open() {
  const program = `
    import { answerQuestions } from ${JSON.stringify(HERE.href)}
    const started = performance.timeOrigin + performance.now()
    answerQuestions(async (question) => {
      if (question === 'fail') throw new RangeError('It failed.')
      if (question === 'die') process.exit(3)
      return { started, question }
    })`
  return createKeptThread<string, { started: number; question: string }>(
    new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    'tests',
  )
}

test('one thread answers each question, also those asked before it has started', async () => {
  const ask = open()
  const answers = await Promise.all(['a', 'b', 'c'].map(ask))

  expect(answers.map(({ question }) => question)).toEqual(['a', 'b', 'c'])
  expect((await ask('d')).started).toBe(answers[0]!.started)
})

test('a question that fails leaves the others alone', async () => {
  const ask = open()
  const [good, bad] = await Promise.allSettled([ask('a'), ask('fail')])

  expect(good).toMatchObject({ status: 'fulfilled' })
  expect(bad).toMatchObject({ status: 'rejected', reason: expect.objectContaining({ message: 'It failed.' }) })
})

test('what a dying thread was asked fails, and another answers what comes next', async () => {
  const ask = open()
  const { started } = await ask('a')
  const lost = await Promise.allSettled([ask('die'), ask('b')])

  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(lost[1]).toMatchObject({ reason: expect.objectContaining({ message: expect.stringContaining('code 3') }) })
  expect((await ask('c')).started).not.toBe(started)
})
