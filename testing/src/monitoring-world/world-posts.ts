import { corpusPost } from '../channel-fixtures.ts'
import type { Dice } from '@leadlight/engine/testing/dice'
import type { CorpusPost } from '../doubles/corpus.ts'
import { LISTENED, type Listened } from '../monitored-platforms.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const LISTED_LATE: ReadonlySet<Listened> = new Set(['feed'])
const LATE_MAX_MS = 1.5 * DAY_MS

const TOPICS: readonly (readonly [who: string, what: string])[] = [
  ['Freelancers', 'invoicing software'],
  ['Restaurant owners', 'table booking system'],
  ['Teachers', 'plagiarism checker'],
  ['Landlords', 'rent collection app'],
  ['Photographers', 'gallery hosting'],
  ['Gym owners', 'membership software'],
  ['Developers', 'error tracking tool'],
  ['Recruiters', 'applicant tracking system'],
  ['Farmers', 'weather station'],
  ['Podcasters', 'audio hosting'],
  ['Shop owners', 'inventory software'],
  ['Lawyers', 'document signing tool'],
]
export const WORDINGS: readonly string[] = TOPICS.map(([who, what]) => `${who} asking which ${what} to use`)

const PLACES = ['Oslo', 'Porto', 'Ghent', 'Turin', 'Graz', 'Bergen', 'Leeds', 'Lyon', 'Malmö', 'Riga', 'Brno', 'Cork']
const WHILE = ['two clients', 'a new partner', 'three helpers', 'a tight budget', 'no assistant', 'seven regulars']
const SINCE = ['this spring', 'last week', 'a month ago', 'in autumn', 'yesterday', 'two years back']
const DULL = [
  'We saw many birds over the mountains today and the light was fine',
  'Our train was late again so I read a novel on the platform',
  'The soup at the harbour was good and the music afterwards even better',
  'I painted the fence green and my neighbour painted his blue',
  'The match ended in a draw after a long and muddy second half',
]

export interface WorldPosts {
  posts: Map<Listened, CorpusPost[]>
  /** How many of them are about a signal's subject, not counting cross-posts. */
  planted: number
}

/**
 * The posts on all platforms during the world's days and the week before. Some are about a signal's subject, some of
 * those are repeated elsewhere, and some come in bursts within an hour.
 */
export function writePosts(
  dice: Dice,
  { start, days, dullPerDay, plantedPerDay }: { start: Date; days: number; dullPerDay: number; plantedPerDay: number },
): WorldPosts {
  const posts = new Map<Listened, CorpusPost[]>(LISTENED.map((platform) => [platform, []]))
  let number = 0

  // Whole seconds: platforms have no finer times.
  const someTime = (fromDay: number, toDay: number) =>
    new Date(Math.floor((start.getTime() + (fromDay + dice.share() * (toDay - fromDay)) * DAY_MS) / 1000) * 1000)

  // A third is listed hours after its date, as far as the channel allows.
  const lastMs = start.getTime() + days * DAY_MS
  const late = (at: Date) => {
    const byMs = dice.share() < 1 / 3 ? dice.share() * LATE_MAX_MS : 0
    return new Date(Math.max(at.getTime(), Math.min(at.getTime() + byMs, lastMs)))
  }

  function say(platform: Listened, at: Date, words: string): CorpusPost {
    number += 1
    const said = corpusPost(number, { at, words })
    const post = { ...said, ...(LISTED_LATE.has(platform) && { listedAt: late(at) }) }
    posts.get(platform)?.push(post)
    return post
  }

  function again(platform: Listened, { title, text }: CorpusPost, at: Date): void {
    number += 1
    const post = { ...corpusPost(number, { at, words: '' }), title, text }
    posts.get(platform)?.push({ ...post, ...(LISTED_LATE.has(platform) && { listedAt: late(at) }) })
  }

  for (const platform of LISTENED) {
    for (let n = 0; n < dullPerDay; n += 1) say(platform, someTime(-7, 0), `${dice.pick(DULL)}.`)
    for (let n = 0; n < dullPerDay * days; n += 1) say(platform, someTime(0, days), `${dice.pick(DULL)}.`)
  }
  for (let n = 0; n < days / 2; n += 1) {
    const at = someTime(0, days)
    const platform = dice.pick(LISTENED)
    // Behind more than a page of irrelevant posts.
    for (let each = 0; each < 4; each += 1) say(platform, new Date(at.getTime() - each * 60_000), askFor(dice))
    for (let each = 0; each < 130; each += 1) {
      say(platform, new Date(at.getTime() + each * 20_000), `${dice.pick(DULL)}, says ${dice.pick(PLACES)}.`)
    }
  }
  const planted = Math.round(plantedPerDay * days)
  for (let n = 0; n < planted; n += 1) {
    const at = someTime(0, days)
    const post = say(dice.pick(LISTENED), at, askFor(dice))
    if (dice.share() < 0.15) again(dice.pick(LISTENED), post, new Date(at.getTime() + dice.between(1, 600) * MINUTE_MS))
  }
  return { posts, planted }
}

function askFor(dice: Dice): string {
  const [who, what] = dice.pick(TOPICS)
  const one = who.toLowerCase().replace(/s$/, '')
  const asking = dice.pick([
    `Which ${what} should I use? I need a recommendation`,
    `Can anyone recommend a ${what}? I am looking for one`,
    `What ${what} do you use? I need to choose one soon`,
  ])
  return `I am a ${one} from ${dice.pick(PLACES)} with ${dice.pick(WHILE)}, since ${dice.pick(SINCE)}. ${asking} for my small business in ${dice.pick(PLACES)} with ${dice.pick(WHILE)}.`
}
