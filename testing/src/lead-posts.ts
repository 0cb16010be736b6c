import { corpusPost } from './channel-fixtures.ts'
import type { CorpusPost } from './doubles/corpus.ts'
import { NOW } from './search-fixture.ts'

const HOUR_MS = 3_600_000

/** What the people say whom a search for `BOOKKEEPING` finds on every platform. */
export const ASKED = [
  'Which invoicing software do freelancers here use? I bill three clients a month and my template keeps breaking.',
  'Looking for bookkeeping software for a solo consultant. Bank import and sales tax are a must, payroll is not.',
  'Can anybody recommend an invoicing app that sends reminders? I am a freelance designer and forget to ask for my money.',
  'What do other freelancers use to keep their books? A spreadsheet does not do any more since I have two currencies.',
]

/** A post of a platform's double, `number` + 1 hours old. */
export function writeAskingPost(number: number, parts: Partial<CorpusPost>): CorpusPost {
  return { ...corpusPost(number, { at: new Date(Date.parse(NOW) - (number + 1) * HOUR_MS), words: '' }), ...parts }
}

/** The same wish in another order, so that it is no duplicate; `between` tells reorderings apart. */
export function shuffled(text: string, between = 'And so I ask here on a quiet evening:'): string {
  return text
    .split(/(?<=[.?]) /)
    .toReversed()
    .join(` ${between} `)
}
