import { fraction } from '@leadlight/server/platform/random'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { madeUpName } from './corpus.ts'
import type { CorpusPost } from './corpus.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SPREAD_DAYS = 300
/** Nothing sells to these: a search must read past them. */
const SUBJECTS = [
  'the old tram line',
  'sourdough rye',
  'a walnut dining table',
  'the church clock',
  'tide tables',
  'moss on a north wall',
  'a wind-up gramophone',
  'long walks in fog',
  'the village brass band',
  'pears on an espalier',
  'a paper map of the fells',
  'the heron at the weir',
  'knitted mittens',
  'a canal lock',
  'chess endgames with rooks',
  'the night sky in March',
  'a cast iron stove',
  'swifts under the eaves',
  'letters from the attic',
  'a homemade kite',
  'the second violin part',
  'pickled beetroot',
  'a brick bread oven',
  'fountain pen nibs',
]
const OPENINGS = [
  'Spent the morning with',
  'A short note about',
  'My grandmother knew everything about',
  'Nobody here speaks of anything but',
  'Ten years ago I started to read about',
  'We took the children to see',
  'A few pictures and some words on',
  'I keep a diary about',
  'It rained, so I wrote about',
  'The local paper had half a page on',
  'After the holidays I went back to',
  'What I remember best is',
]
const MIDDLES = [
  'It was colder than last week and the light was gone by four.',
  'The colours changed more slowly than the book says they do.',
  'My neighbour came by and told the story of the flood once more.',
  'Half of it was mended with string, which seems to hold.',
  'There is a bench nearby where one can sit and hear the bells.',
  'I counted them twice and came to different numbers each time.',
  'The trick my uncle showed me turned out to be no trick at all.',
  'By noon the wind had turned and the dog had fallen asleep.',
  'An old drawing in the library shows it from the other side.',
  'It smells of smoke and apples, and a little of wet wool.',
  'The museum has a larger one, though theirs is behind glass.',
  'You can see the hills from there when the air is clear.',
  'Two of us carried it, and a third gave advice.',
  'On the way home the bus driver hummed the same tune throughout.',
]
const ENDINGS = [
  'That is all there is to tell.',
  'Next year I shall begin in April.',
  'The rest is for another evening.',
  'It made for a good Sunday.',
  'I was home before dark.',
  'More of it when the snow has melted.',
  'Somebody ought to write that down.',
  'So much for that.',
  'We had soup afterwards.',
  'I have nothing against it.',
]
const PLACES = [
  'Harbour',
  'Mill Lane',
  'Upper Green',
  'the Orchard',
  'St Bride',
  'Long Acre',
  'the Weir',
  'Tanners Row',
]

/**
 * Dull posts made from templates, among which a search has to find the project's few good ones: as many as asked, over
 * the 300 days before `now`, the same for the same seed.
 */
export function fillerPosts({
  count,
  now,
  seed = 'filler',
}: {
  count: number
  now: Date
  seed?: string
}): CorpusPost[] {
  const random = createSeededRandom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(fraction(random) * from.length)] ?? ''
  return Array.from({ length: count }, (_, index) => {
    const id = `filler-${String(index + 1).padStart(5, '0')}`
    const subject = pick(SUBJECTS)
    const isComment = fraction(random) < 0.3
    const middles = new Set([pick(MIDDLES), pick(MIDDLES), pick(MIDDLES)])
    const when = `Day ${1 + Math.floor(fraction(random) * 900)}, ${pick(PLACES)}.`
    return {
      platform: 'hackernews',
      kind: isComment ? 'comment' : 'post',
      id,
      author: madeUpName(id),
      createdAt: new Date(now.getTime() - Math.ceil(fraction(random) * SPREAD_DAYS * DAY_MS)),
      title: isComment ? null : `${pick(PLACES)}: ${subject}`,
      text: [when, `${pick(OPENINGS)} ${subject}.`, ...middles, pick(ENDINGS)].join(' '),
      url: `https://posts.example/${id}`,
      link: null,
      points: 1 + Math.floor(fraction(random) * 40),
      comments: Math.floor(fraction(random) * 12),
      channel: null,
      labels: [],
    }
  })
}
