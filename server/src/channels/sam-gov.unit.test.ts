import { corpusPost, createImpatientClock, openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startSamGovDouble } from '@leadlight/testing/doubles/sam-gov-double'
import { expect, onTestFinished, test } from 'vitest'
import { createSamGov } from './sam-gov.ts'

const clock = createImpatientClock('2026-11-21T12:00:00Z')
const { signal } = new AbortController()
const at = new Date('2026-11-20T00:00:00Z')

async function open(count: number) {
  const posts = Array.from({ length: count }, (_, number) => corpusPost(number, { at, words: 'accounting software' }))
  const double = await startSamGovDouble({ posts })
  const fixture = openChannelFixture(
    double,
    {},
    {
      create: ({ operator: fetch }) => createSamGov({ apiUrl: double.apiUrl, fetch, clock }),
    },
  )
  onTestFinished(() => fixture.stop())
  const search = (words: string, key: Record<string, string> | null = double.key) =>
    fixture.channel.search({
      query: { words, phrases: [], exclude: [] },
      source: null,
      key,
      since: new Date('2026-11-01T00:00:00Z'),
      until: new Date('2026-11-21T12:00:00Z'),
      cursor: null,
      limit: 100,
      signal,
    })
  return { double, search }
}

test('a notice has its deadline, its office as the author and its department as the community', async () => {
  const { search } = await open(1)
  const { posts } = await search('software')
  expect(posts).toMatchObject([
    {
      text: 'accounting software number0',
      author: { name: 'made_up_0' },
      community: { displayName: 'MADE UP, DEPARTMENT OF' },
      facts: { deadline: '2026-12-10', budget: null },
    },
  ])
})

test('of several words the longest is asked for, and all are compared', async () => {
  const { double, search } = await open(2)
  expect((await search('software number1')).posts).toHaveLength(1)
  expect(double.questions.map(({ url }) => url.searchParams.get('title'))).toEqual(['software'])
})

test('says that notices may be missing where there are more than the list brings', async () => {
  const { search } = await open(1_001)
  expect(await search('')).toMatchObject({ truncated: true })
})

test('asks for a key before it asks SAM.gov', async () => {
  const { double, search } = await open(1)
  await expect(search('software', null)).rejects.toMatchObject({ kind: 'misconfigured' })
  expect(double.questions).toEqual([])
})
