import { expect, it } from 'vitest'
import { endEmbeddings, endParent, PARENT_STATUS } from '../testing/ended-embedding.ts'

it('an embedding process can be killed at any moment, and its parent lives on', async () => {
  // This seed draws every moment, and ends one process in either way so soon that it cannot have answered yet.
  const tally = await endEmbeddings('sample-6964', 5)
  const atLeastOne = expect.any(Number) as number
  expect(tally).toMatchObject({
    started: 5,
    idle: 1,
    loading: 2,
    reading: 1,
    'ended by SIGKILL': 5,
    'Error: The embedder is closed.': atLeastOne,
    'Error: The embedding process ended (SIGKILL).': 1,
    'answered by another': 1,
  })
})

it.each([
  ['idle', 'SIGKILL', 'SIGKILL'],
  ['loading', 'exit', PARENT_STATUS],
  ['reading', 'exit', PARENT_STATUS],
] as const)(
  '%s, it ends with a parent that ends by %s, and the parent’s own end is unchanged',
  async (moment, how, end) => {
    expect(await endParent(moment, how, 'sample')).toEqual({ end, complaints: '' })
  },
)
