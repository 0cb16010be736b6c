import { listIntentSignals } from '@leadlight/contract/signals'
import { measureLesson, type Lesson } from '@leadlight/domain/teaching'
import { readMoney } from './column-fixture.ts'
import { mintLeadSite, type LeadSite } from './lead-builder.ts'
import type { OpinionFixture } from './opinion-fixture.ts'
import { readAskedReading } from './doubles/reading-model.ts'
import { createTaughtPosts, type TaughtPosts } from './taught-posts.ts'
import { until } from './until.ts'

const READ = 300

/** A signal whose posts the double reads, as the stream's script says. */
export async function mintTaught(
  fixture: OpinionFixture,
  seed: string,
): Promise<{ site: LeadSite; stream: TaughtPosts }> {
  const site = await mintLeadSite(fixture.app)
  const stream = createTaughtPosts(fixture, seed)
  fixture.model.script = stream.script
  fixture.model.asked.length = 0
  return { site, stream }
}

/**
 * About how many of the stream's posts the model was asked. Under load a call may break off and be made again, which is
 * the same post once more, and the weekly checks of other signals are read beside it.
 */
export function countAsked({ model }: OpinionFixture, { seed }: TaughtPosts): number {
  const texts = model.asked.map((asked) => readAskedReading(asked).text)
  return new Set(texts.filter((text) => new RegExp(` ${seed}-\\d+\\.$`).test(text))).size
}

/** What the page says of the site's only signal. */
export async function teachingOf({ organization, projectId }: LeadSite) {
  const [signal] = await organization.call(listIntentSignals, { params: { projectId } })
  return signal?.teaching ?? undefined
}

export function untilTaught(site: LeadSite) {
  return until(async () => {
    const teaching = await teachingOf(site)
    return teaching?.state === 'taught' && teaching.agreement ? teaching.agreement : undefined
  })
}

export interface TaughtRun {
  agreement: { share: number; low: number; high: number }
  /** About how many posts the model was asked, of how many it would have been asked about. */
  calls: number
  posts: number
  /** How often asking about each post decided as the model says: always. */
  asked: Lesson
  /** The same for what it taught. */
  decided: Lesson
  charged: number
}

/** Has a signal taught, then judges so many posts more. */
export async function teachOnce(
  fixture: OpinionFixture,
  seed: string,
  searches: readonly number[],
): Promise<TaughtRun> {
  const { site, stream } = await mintTaught(fixture, seed)
  const lessonOf = (judged: Awaited<ReturnType<TaughtPosts['judge']>>) =>
    measureLesson(judged.map(({ subject, kept }) => ({ kept, modelKept: stream.wanted.has(subject) })))
  const asked = lessonOf(await stream.judge(site, READ))
  const agreement = await untilTaught(site)
  const judged = []
  for (const count of searches) judged.push(...(await stream.judge(site, count)))
  const { charged } = await readMoney(fixture.app, site)
  const calls = countAsked(fixture, stream)
  return { agreement, calls, posts: READ + judged.length, asked, decided: lessonOf(judged), charged }
}
