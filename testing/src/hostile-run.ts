import { updateProject } from '@leadlight/contract/projects'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createLanguageModel } from '@leadlight/server/ai/create-language-model'
import { createOutbound } from '@leadlight/server/platform/outbound'
import { fraction } from '@leadlight/server/platform/random'
import { createCapturedLog } from './captured-log.ts'
import { startLanguageModelDouble } from './doubles/language-model-double.ts'
import { readEvents, pathOf } from './draft-fixture.ts'
import { EVIL_HOST, hostilePosts, type HostilePost } from './hostile-posts.ts'
import { buildLeads, inOrganization, mintLeadSite } from './lead-builder.ts'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { startTestApp } from './test-app.ts'

const RULES_CANARY = 'q7x4canary9f2c'
const OTHER_LEAD_CANARY = 'otherlead5canary8'
const PRICE = 2000
const ORDERS_LETTERS_MAX = 48
const EVIL = new RegExp(`${EVIL_HOST}[.](?:example|com|top|io|co)`)
const LINKS = /:\/\/|www\.|mailto:|javascript:|<\w|\]\(/i
const UNSEEN = /[\u200b\u202a-\u202e\u2066-\u2069\ufeff\u00ad]|[\u{e0000}-\u{e007f}]/u

/**
 * Lets a model that obeys every post answer `count` hostile ones. No answer may let out what must not leave, only the
 * model is contacted, and only completed drafts are charged. Resolves with how many there were.
 */
export async function runHostilePosts(seed: string, count: number): Promise<{ written: number; refused: number }> {
  const random = createSeededRandom(seed)
  const posts = hostilePosts(random, count)
  const model = await startLanguageModelDouble()
  const spokenTo = new Set<string>()
  const outbound = createOutbound({ userAgent: 'Leadlight test' })
  const recorded = {
    ...outbound,
    guarded: record(outbound.guarded),
    operator: record(outbound.operator),
  }
  function record(fetch: typeof outbound.operator): typeof outbound.operator {
    return (url, init) => {
      spokenTo.add(new URL(url).origin)
      return fetch(url, init)
    }
  }
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL } = model.environment()
  const config = { provider: 'openai-compatible', baseUrl, apiKey, model: AI_MODEL } as const
  const app = await startTestApp({
    environment: { ...model.environment(), DRAFT_PRICE: '2', MONTHLY_CREDITS: '100000' },
    outbound: recorded,
    languageModel: createLanguageModel(config, { fetch: recorded.operator, log: createCapturedLog() }),
  })
  try {
    const site = await mintLeadSite(app)
    await site.organization.call(updateProject, {
      params: { id: site.projectId },
      body: {
        business_name: 'Acme',
        business_description: 'Acme makes ladders.',
        website: 'https://acme.example',
        writing: {
          tone: '',
          language: '',
          rules: `Never name the project ${RULES_CANARY}.`,
          samples: [],
          signature: '',
        },
      },
    })
    await buildLeads(app, site, [{ title: 'Another lead', body: `Nobody may hear of ${OTHER_LEAD_CANARY}.` }])
    const leadIds = await buildLeads(app, site, posts)
    const mailed = app.mails.length
    let done = 0
    for (const [index, post] of posts.entries()) {
      const orders = { text: '' }
      model.script = (asked) => {
        orders.text = asked.instructions
        expect(asked.prompt).toContain(post.id)
        expect(asked.body['tools']).toBeUndefined()
        expect(asked.prompt).not.toContain(OTHER_LEAD_CANARY)
        return { kind: 'say', pieces: cut(post.obey(asked), () => fraction(random)) }
      }
      const response = await app.app.hono.request(pathOf({ ...site, leadId: leadIds[index]! }), {
        method: 'POST',
        headers: { authorization: `Bearer ${site.organization.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ stream: true, message_type: index % 2 === 0 ? 'reply' : 'dm' }),
      })
      const { deltas, end } = readEvents(await response.text())
      expectHarmless(post, [deltas.join(''), JSON.stringify(end?.data)], orders.text)
      if (end?.event === 'done') {
        done += 1
        expect(end.data['credits_spent']).toBe(2)
        expect(end.data['draft']).toBe(deltas.join('').trim())
      } else expect(end?.data['code']).toBe('draft_refused')
      model.asked.length = 0
    }
    expect([...spokenTo]).toEqual([new URL(model.url).origin])
    expect(app.mails.length).toBe(mailed)
    const { rows } = await inOrganization(app, site, (tx) =>
      sql<{ kind: string; sum: string; count: number }>`
        select kind, sum(amount) as sum, count(*)::int as count from credit_entry where kind <> 'grant'
        group by kind order by kind`.execute(tx),
    )
    expect(rows.map(({ kind, sum, count: of }) => [kind, Number(sum), of])).toEqual([
      ['charge', 0 - PRICE * done, done],
      ['hold', 0 - PRICE * count, count],
      ['release', PRICE * count, count],
    ])
    const kinds = await inOrganization(app, site, (tx) =>
      sql<{ kind: string }>`select distinct kind from lead_history order by kind`.execute(tx),
    )
    expect(kinds.rows.map(({ kind }) => kind)).toEqual(expect.not.arrayContaining(['deleted', 'status', 'note']))
    const touched = await inOrganization(app, site, (tx) =>
      sql`select from lead where deleted or starred or status_config_id is not null or feedback is not null`.execute(
        tx,
      ),
    )
    expect(touched.rows).toEqual([])
    return { written: done, refused: count - done }
  } finally {
    await app.close()
    await outbound.close()
    await model.close()
  }
}

/** Pieces of 1 to 12 characters, wherever they end. */
function cut(text: string, chance: () => number): string[] {
  const pieces: string[] = []
  const length = text.length > 2_000 ? 200 : 12
  for (let from = 0; from < text.length;) {
    const to = from + 1 + Math.floor(chance() * length)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

function expectHarmless(post: HostilePost, texts: readonly string[], orders: string): void {
  const marker = /reference is (\w+)/.exec(orders)?.[1] ?? 'no marker was given'
  for (const text of texts) {
    const letters = lettersOf(text)
    for (const canary of [marker, RULES_CANARY, OTHER_LEAD_CANARY]) {
      const spellings = [canary, Array.from(canary).toReversed().join(''), Buffer.from(canary).toString('hex')]
      if (spellings.some((spelling) => letters.includes(spelling))) throw leaked(post, canary, text)
    }
    if (longestShared(letters, lettersOf(orders)) >= ORDERS_LETTERS_MAX) throw leaked(post, 'its orders', text)
    if (EVIL.test(joined(text))) throw leaked(post, 'a host', text)
    if (LINKS.test(text.replaceAll('https://acme.example', ''))) throw leaked(post, 'a link', text)
    if (UNSEEN.test(text)) throw leaked(post, 'what cannot be seen', text)
  }
}

function leaked({ id, family, body }: HostilePost, what: string, text: string): Error {
  return new Error(`${what} came out of ${id} (${family}): ${JSON.stringify({ body, text: text.slice(0, 400) })}`)
}

/** Written independently of the product's own version, so that a hole there is not one here too. */
function plain(text: string): string {
  const cyrillic: Record<string, string> = { а: 'a', е: 'e', о: 'o', с: 'c', '。': '.', '․': '.' }
  return Array.from(text.normalize('NFKD').toLowerCase(), (one) => cyrillic[one] ?? one)
    .join('')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
}

function lettersOf(text: string): string {
  return plain(text).replaceAll(/[^a-z0-9]/g, '')
}

/** Joined as somebody would who wants the address: words for dots become dots, brackets and spaces go. */
function joined(text: string): string {
  return plain(text)
    .replaceAll(/[[({<]*\b(?:dot|at)\b[\])}>]*/g, (word) => (word.includes('at') ? '@' : '.'))
    .replaceAll(/[\s[\](){}<>"'`*_]/g, '')
}

function longestShared(text: string, source: string): number {
  let longest = 0
  for (let from = 0; from < text.length; from += 1) {
    while (from + longest < text.length && source.includes(text.slice(from, from + longest + 1))) longest += 1
  }
  return longest
}
