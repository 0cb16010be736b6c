import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED } from '@leadlight/testing/lead-posts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { json, octolensBody } from '@leadlight/testing/received-messages'
import { addressOf, judge, openReceiving, receivingDependencies, send } from '@leadlight/testing/receiving-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const POSTS = 10_000
const ALONE = 250
const AT_ONCE = 8

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { JUDGED_POST_PRICE: '0.001', MONTHLY_CREDITS: '1000' } })
})
afterAll(() => app.close())

function sent(number: number) {
  return {
    url: `https://www.reddit.com/r/smallbusiness/comments/${number}/which`,
    title: `Which one, number ${number}?`,
    text:
      number % 3 === 0
        ? `${ASKED[number % 4]} I ask for the ${number}th time.`
        : `The ${number}th loaf of bread was as good as ever.`,
    author: `rosa_${number}`,
  }
}

test('ten thousand posts at once, each sent twice and judged by runs that break off, are each judged and paid for once', async () => {
  const place = await openReceiving(app)
  const all = Array.from({ length: POSTS }, (_, number) => sent(number))
  const alone = all.slice(0, ALONE).map(octolensBody)
  const many = Array.from({ length: POSTS / 500 }, (_, at) => json(all.slice(at * 500, (at + 1) * 500)))
  const bodies = [...many, ...alone.slice(0, ALONE / 5), ...many]
  const beganMs = performance.now()
  const waits: number[] = []
  for (let at = 0; at < bodies.length; at += AT_ONCE) {
    const replies = await Promise.all(
      bodies.slice(at, at + AT_ONCE).map(async (body) => {
        const startMs = performance.now()
        const reply = await send(app, place.path, body)
        waits.push(performance.now() - startMs)
        return reply
      }),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
  }
  const takenMs = performance.now() - beganMs
  expect(await addressOf(place)).toMatchObject({ received: POSTS, waiting: POSTS })

  const deps = receivingDependencies(app)
  let runs = 0
  const breaking = {
    ...deps,
    judge: {
      ...deps.judge,
      judge: (...asked: Parameters<typeof deps.judge.judge>) => {
        runs += 1
        if (runs % 17 === 0) throw new Error('It broke off.')
        return deps.judge.judge(...asked)
      },
    },
  }
  const judgingMs = performance.now()
  for (let isOver = false; !isOver;) {
    isOver = await judge(app, place, breaking).then(
      () => true,
      () => false,
    )
  }
  const longest = Math.max(...waits)
  process.stdout.write(
    `${POSTS} posts taken in ${Math.round(takenMs)} ms (a call ${Math.round(longest)} ms at most, ${AT_ONCE} at once), judged in ${Math.round((performance.now() - judgingMs) / 1000)} s, ${runs} pieces\n`,
  )
  const ask = await openUnfenced(app.database)
  const rows = await ask<{ judged: number }>(
    `select (select count(*)::int from post_project where project_id = $1) as posts,
      (select count(distinct url)::int from post join post_project on post_id = post.id where project_id = $1) as urls,
      (select count(*)::int from judgement join post_project using (post_id) where project_id = $1) as judged,
      (select -sum(amount)::int from credit_entry where project_id = $1 and kind = 'charge') as charged`,
    [place.projectId],
  )
  const judged = rows[0]?.judged ?? 0
  expect(rows).toEqual([{ posts: POSTS, urls: POSTS, judged, charged: judged }])
  expect(judged).toBeGreaterThan(POSTS / 4)
  expect(await addressOf(place)).toMatchObject({ received: POSTS, waiting: 0 })
})
