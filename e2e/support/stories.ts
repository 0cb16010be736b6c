import type { CorpusPost } from '@leadlight/testing/doubles/corpus'

const FIRST_ID = 95_000_000

let lastId = FIRST_ID

/** A Hacker News story by a unique made-up author. */
export function corpusStory({
  title,
  text,
  createdAt,
}: Pick<CorpusPost, 'text' | 'createdAt'> & { title: string }): CorpusPost {
  lastId += 1
  return {
    platform: 'hackernews',
    kind: 'story',
    id: String(lastId),
    url: `https://news.ycombinator.com/item?id=${lastId}`,
    link: null,
    author: `made_up_${lastId}`,
    createdAt,
    title,
    text,
    points: 1,
    comments: 0,
    channel: null,
    labels: [],
  }
}
