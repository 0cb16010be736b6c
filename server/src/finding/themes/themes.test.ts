// Also on the embedded database: row-level security and cascades decide what is in a theme.
import { bringPosts } from '@leadlight/contract/by-hand'
import { createIntentSignal } from '@leadlight/contract/signals'
import { getThemes, refreshThemes, type Themes } from '@leadlight/contract/themes'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPost } from '@leadlight/testing/kept-posts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { octolensBody } from '@leadlight/testing/received-messages'
import { judge, openReceiving, send } from '@leadlight/testing/receiving-fixture'
import { BOOKKEEPING } from '@leadlight/testing/search-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { SUBJECT_NAMES, writeAbout, type Subject } from '@leadlight/testing/theme-posts'
import { until } from '@leadlight/testing/until'
import { savePosts } from '../../core/posts/posts.ts'
import { retentionScope } from '../../platform/scopes.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { registerThemeJobs, sweepThemes } from './register-jobs.ts'

const DAY_MS = 24 * 60 * 60_000

interface Place {
  org: TestOrganization
  organizationId: string
  projectId: string
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    environment: { MONTHLY_CREDITS: '100000', SESSION_DAYS: '90', SESSION_IDLE_HOURS: '2160' },
    prepare: ({ matching }) => registerThemeJobs(matching),
  })
})
afterAll(() => app.close())

async function open(org?: TestOrganization): Promise<Place> {
  const own = org ?? (await app.organization())
  const { id: projectId } = await own.project()
  await own.call(createIntentSignal, { params: { projectId }, body: { intent_signal: BOOKKEEPING } })
  return { org: own, organizationId: own.organizationId, projectId }
}

const themesOf = ({ org, projectId }: Place, lens?: 'asks' | 'pains' | 'money' | 'switches') =>
  org.call(getThemes, { params: { projectId }, query: lens ? { lens } : {} })

/** The themes once they have been found anew. */
async function find(place: Place): Promise<Themes> {
  await place.org.call(refreshThemes, { params: { projectId: place.projectId } })
  return until(async () => {
    const themes = await themesOf(place)
    return !themes.is_running && themes
  })
}

/** Brings in posts about a subject, the newest an hour old and each other so many days older than the one before. */
function bring({ org, projectId }: Place, subject: Subject, { count = 16, apartDays = 0.5 } = {}) {
  const items = writeAbout(subject, count).map((text, at) => ({
    url: `https://posts.example/${projectId}/${subject}/${at}`,
    text,
    author: `${subject} ${at}`,
    posted_at: new Date(app.clock.now().getTime() - at * apartDays * DAY_MS - 3_600_000).toISOString(),
  }))
  return org.call(bringPosts, { params: { projectId }, body: { items } })
}

/** Posts as the installation reads them for everybody, or as they are read with a project's own key. */
function keep(place: Place, subject: Subject, { isPublic = false, replies = 0, seenAfterDays = 0 } = {}) {
  const now = app.clock.now()
  const posts = writeAbout(subject, 16).map((text, at) => ({
    ...newPost(app, {
      externalId: `${place.projectId} ${subject} ${at}`,
      platform: 'github',
      title: null,
      text,
      author: `keyed${at}`,
    }),
    replies: at % 4 === 0 ? 2 : replies,
    postedAt: new Date(now.getTime() - 2 * DAY_MS),
    fingerprint: fingerprint(text),
  }))
  const collectedAt = new Date(now.getTime() - (2 - seenAfterDays) * DAY_MS)
  return inOrganization(app, place, (tx) =>
    savePosts(tx, posts, { origin: isPublic ? 'everybody' : [place], collectedAt }),
  )
}

const subjectsIn = ({ themes }: Themes) =>
  themes.flatMap(
    ({ quotes }) =>
      SUBJECT_NAMES.find((subject) => quotes.every(({ text }) => writeAbout(subject, 24).includes(text))) ?? 'mixed',
  )

describe('themes', () => {
  test('are found among what was brought in, named by a quote, with counts by week and sources', async () => {
    const place = await open()
    for (const subject of SUBJECT_NAMES) await bring(place, subject)
    const found = await find(place)
    expect(subjectsIn(found).toSorted()).toEqual(SUBJECT_NAMES.toSorted())
    expect(found).toMatchObject({ made_at: expect.any(String), posts: 48 })
    for (const theme of found.themes) {
      expect(theme.name).toBe(theme.quotes[0]?.text)
      expect(theme.quotes).toHaveLength(5)
      expect(new Set(theme.quotes.map(({ url }) => url)).size).toBe(5)
      expect(theme.weeks).toEqual([0, 0, 2, 14])
      expect(theme.sources).toEqual([{ name: expect.stringContaining('posts.example'), posts: 16 }])
      expect(theme).toMatchObject({ replies: { known: 0, none: 0 }, is_unanswered: false })
    }
  })

  test('are seen through a lens as far as their posts show it', async () => {
    const place = await open()
    for (const subject of SUBJECT_NAMES) await bring(place, subject)
    await find(place)
    expect(subjectsIn(await themesOf(place, 'asks'))).toEqual(['invoices'])
    expect(subjectsIn(await themesOf(place, 'pains'))).toContain('routers')
    expect(subjectsIn(await themesOf(place, 'switches'))).toEqual(['coffee'])
  })

  test('are none, and say how many posts there are, where there are too few', async () => {
    const place = await open()
    expect(await themesOf(place)).toEqual({ made_at: null, is_running: false, posts: 0, posts_min: 30, themes: [] })
    await bring(place, 'invoices')
    expect(await find(place)).toMatchObject({ made_at: expect.any(String), posts: 16, themes: [] })
  })

  test('go unanswered where replies are known and most have none', async () => {
    const place = await open()
    await keep(place, 'routers', { seenAfterDays: 1.5 })
    await keep(place, 'coffee')
    const { themes } = await find(place)
    const of = (subject: Subject) => themes.find(({ name }) => writeAbout(subject, 24).includes(name))
    expect(of('routers')).toMatchObject({ replies: { known: 16, none: 12 }, is_unanswered: true })
    // Nobody had the time to reply before these were read, so only replies are known.
    expect(of('coffee')).toMatchObject({ replies: { known: 4, none: 0 }, is_unanswered: false })
  })

  test('stay the same ones from week to week', async () => {
    const place = await open()
    for (const subject of SUBJECT_NAMES) await bring(place, subject, { apartDays: 1 })
    const before = await find(place)
    const later = before.themes.map(({ id }) => id)
    await app.clock.advance(7 * DAY_MS)
    await bring(place, 'invoices', { count: 24, apartDays: 0.2 })
    const after = await find(place)
    expect(after.made_at).not.toBe(before.made_at)
    expect(after.themes.map(({ id }) => id).toSorted()).toEqual(later.toSorted())
    const names = (of: Themes) => of.themes.map(({ id, name }) => `${id} ${name}`).toSorted()
    expect(names(after)).toEqual(names(before))
    for (const { since } of after.themes) expect(since).toBe(before.made_at)
  })

  test('are found by themselves once a week is over', async () => {
    const place = await open()
    for (const subject of SUBJECT_NAMES) await bring(place, subject)
    await sweepThemes(app.dependencies.matching)
    const first = await until(async () => (await themesOf(place)).made_at ?? undefined)
    await app.clock.advance(6 * DAY_MS)
    await sweepThemes(app.dependencies.matching)
    await app.clock.advance(2 * DAY_MS)
    await sweepThemes(app.dependencies.matching)
    const second = await until(async () => {
      const { made_at: madeAt } = await themesOf(place)
      return madeAt !== first && (madeAt ?? undefined)
    })
    expect(Date.parse(second) - Date.parse(first)).toBe(8 * DAY_MS)
  })
})

describe('what belongs to one project', () => {
  /** Brings posts to the place in one of the ways in which they become its own. */
  const WAYS: Record<string, (place: Place) => Promise<unknown>> = {
    'brought in by hand': async (place) => {
      for (const subject of SUBJECT_NAMES) await bring(place, subject)
    },
    'read with its own key': async (place) => {
      for (const subject of SUBJECT_NAMES) await keep(place, subject)
    },
  }

  test.each(Object.keys(WAYS))('and was %s is in no theme and no count of another', async (way) => {
    const owner = await open()
    const sibling = await open(owner.org)
    const stranger = await open()
    await WAYS[way]?.(owner)
    expect((await find(owner)).themes).toHaveLength(3)
    for (const other of [sibling, stranger]) expect(await find(other)).toMatchObject({ posts: 0, themes: [] })
  })

  test('and was received is in no theme and no count of another', async () => {
    const receiving = await openReceiving(app)
    const owner = { ...receiving, organizationId: receiving.org.organizationId }
    const sibling = await open(owner.org)
    const stranger = await open()
    for (const subject of SUBJECT_NAMES) {
      for (const [at, text] of writeAbout(subject, 12).entries()) {
        const sent = { url: `https://received.example/${subject}/${at}`, title: '', text, author: `sent${at}` }
        expect(await send(app, receiving.path, octolensBody(sent))).toMatchObject({ status: 202 })
      }
    }
    await until(async () => (await judge(app, receiving)) === undefined)
    expect((await find(owner)).themes.length).toBeGreaterThan(0)
    for (const other of [sibling, stranger]) expect(await find(other)).toMatchObject({ posts: 0, themes: [] })
  })

  test('nor is a public post that only others’ searches found', async () => {
    const place = await open()
    await keep(await open(), 'routers', { isPublic: true })
    await keep(await open(), 'coffee', { isPublic: true })
    expect(await find(place)).toMatchObject({ posts: 0, themes: [] })
  })

  test('is in a theme of the project whose signal it was judged for, also where it is public', async () => {
    const place = await open()
    const ids = [
      ...(await keep(place, 'routers', { isPublic: true })),
      ...(await keep(place, 'coffee', { isPublic: true })),
    ]
    await inOrganization(app, place, (tx) =>
      sql`
        insert into judgement (organization_id, intent_signal_id, post_id, revision, score, kept, model, judged_at)
        select ${place.organizationId}, signal.id, post.id, 1, 10, false, 'test-1', ${app.clock.now()}
        from intent_signal signal, unnest(${ids}::uuid[]) as post (id) where signal.project_id = ${place.projectId}`.execute(
        tx,
      ),
    )
    expect(subjectsIn(await find(place)).toSorted()).toEqual(['coffee', 'routers'])
  })
})

describe('a post that was erased', () => {
  test('is neither quoted nor counted any more', async () => {
    const place = await open()
    await keep(place, 'routers')
    await keep(place, 'coffee')
    const before = await find(place)
    const [theme] = before.themes
    const [gone] = theme?.quotes ?? []
    const { rows } = await app.db.transaction(retentionScope(), (tx) =>
      sql<{ external_id: string }>`select external_id from post where url = ${gone?.url}`.execute(tx),
    )
    const deps = { ...app.dependencies.matching, retentionDays: null }
    await eraseDeletedPosts(
      deps,
      'github',
      rows.map((row) => row.external_id),
    )
    const after = (await themesOf(place)).themes.find(({ id }) => id === theme?.id)
    expect(after?.quotes.map(({ url }) => url)).not.toContain(gone?.url)
    expect(after?.name).not.toBe(theme?.name)
    expect(after?.weeks.at(-1)).toBe((theme?.weeks.at(-1) ?? 0) - 1)
  })

  test('is quoted no longer where its words were changed', async () => {
    const place = await open()
    await keep(place, 'routers')
    await keep(place, 'coffee')
    const [theme] = (await find(place)).themes
    const [changed] = theme?.quotes ?? []
    await app.db.transaction(retentionScope(), (tx) =>
      sql`update post set body = 'Never mind, it works now, and nothing else is to be said of it here.' where url = ${changed?.url}`.execute(
        tx,
      ),
    )
    const after = (await themesOf(place)).themes.find(({ id }) => id === theme?.id)
    expect(after?.quotes.map(({ url }) => url)).not.toContain(changed?.url)
    expect(after?.quotes.length).toBeGreaterThan(0)
  })
})
