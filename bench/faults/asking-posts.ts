import type { CorpusPost } from '@leadlight/testing/doubles/corpus'

export const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'

const TRADES = ['designer', 'translator', 'photographer', 'baker', 'carpenter', 'tutor', 'gardener', 'tailor', 'editor']
const FIRST_ID = 96_000_000
const APART_MS = 600_000

/** Stories on Hacker News that fit the signal, by as many people. */
export function askingPosts(count: number, now: Date): CorpusPost[] {
  return Array.from({ length: count }, (_, at) => {
    const trade = TRADES[at % TRADES.length] ?? ''
    const id = String(FIRST_ID + at)
    return {
      platform: 'hackernews',
      kind: 'story',
      id,
      url: `https://news.ycombinator.com/item?id=${id}`,
      link: null,
      author: `made_up_${id}`,
      createdAt: new Date(now.getTime() - (at + 6) * APART_MS),
      title: `Ask HN: Which invoicing software for a freelance ${trade}?`,
      text: `I work as a freelance ${trade} with ${at + 3} clients. Which invoicing or bookkeeping software should I use? Today I write them by hand.`,
      points: 1,
      comments: 0,
      channel: null,
      labels: [],
    }
  })
}
