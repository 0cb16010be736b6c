import { getLead, listDataChannels, listLeads } from '@leadlight/contract/leads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropOldPosts } from '../../lifecycle/retention/drop-old-posts.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { judgePosts } from '@leadlight/testing/judged-posts'
import { retentionOf } from '@leadlight/testing/kept-posts'
import { buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { noteCopies } from './note-copies.ts'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_DAYS: '90' } })
})
afterAll(() => app.close())

let made = 0

/** A text of its own, and a function that posts it anywhere. */
function freshText() {
  made += 1
  const number = made
  const title = `Looking for a bookkeeper in town ${number}`
  const text = `Our shop number ${number} has outgrown its spreadsheet and we need somebody who knows payroll ${'abcdefghij'.repeat(number)}.`
  return (platform: string, author: string) => ({
    externalId: `copy-${number}-${platform}-${author}`,
    platform,
    url: `https://${platform}.example/${number}/${author}`,
    author,
    title,
    text,
    score: 0.7,
    about: [1],
  })
}

/** A lead that one signal found on Hacker News and another on Reddit. */
async function mintCrossPost() {
  const site = await mintLeadSite(app)
  const other = { ...site, signalId: await buildSignal(app, site, 'people who hire') }
  const at = freshText()
  const { posts } = await judgePosts(app, site, [at('hacker_news', 'ada')])
  await app.clock.advance(1000)
  const second = await judgePosts(app, other, [{ ...at('reddit', 'ada_l'), score: 0.8 }])
  return { site, other, at, id: posts[0]!.leadId!, second }
}

function leadOf({ organization, projectId }: LeadSite, id: string) {
  return organization.call(getLead, { params: { projectId, id } })
}

async function found({ organization, projectId }: LeadSite, search_text: string) {
  const { items } = await organization.call(listLeads, { params: { projectId }, query: { search_text } })
  return items.map(({ id }) => id)
}

async function channelsOf({ organization, projectId }: LeadSite) {
  const channels = await organization.call(listDataChannels, { params: { projectId } })
  return channels.map(({ platform, lead_count }) => [platform, lead_count])
}

function forget(platform: string, externalId: string) {
  return eraseDeletedPosts(retentionOf(app), platform, [externalId])
}

describe('the same words at two sources', () => {
  test('are one lead, of both signals, which names its other source', async () => {
    const { site, other, at, id, second } = await mintCrossPost()
    expect(second).toMatchObject({ recorded: [], gained: 1, kept: 1 })
    const { items } = await site.organization.call(listLeads, { params: { projectId: site.projectId } })
    expect(items.map((lead) => lead.id)).toEqual([id])
    const lead = await leadOf(site, id)
    expect(lead).toMatchObject({ platform: 'hacker_news', score: 80, author: 'ada' })
    expect(lead.matches.map((match) => match.intent_signal_id)).toEqual([other.signalId, site.signalId])
    const { url } = at('reddit', 'ada_l')
    expect(lead.other_places).toMatchObject([{ platform: 'reddit', community: null, author: 'ada_l', url }])
    expect(await found(site, url)).toEqual([id])
    // Judging the copy again does not move the lead.
    await judgePosts(app, other, [{ ...at('reddit', 'ada_l'), score: 0.75 }])
    expect((await leadOf(site, id)).other_places).toHaveLength(1)
  })

  test('are a lead of its own in another project', async () => {
    const { at } = await mintCrossPost()
    const stranger = await mintLeadSite(app)
    const { posts } = await judgePosts(app, stranger, [at('reddit', 'ada_l')])
    const lead = await leadOf(stranger, posts[0]!.leadId!)
    expect(lead).toMatchObject({ platform: 'reddit', other_places: [] })
  })

  test('stay a lead when the first post is deleted, and are erased with the last', async () => {
    const { site, at, id } = await mintCrossPost()
    const before = await leadOf(site, id)
    expect(await channelsOf(site)).toEqual([['hacker_news', 1]])
    await forget('hacker_news', at('hacker_news', 'ada').externalId)
    const moved = await leadOf(site, id)
    expect(moved).toMatchObject({ platform: 'reddit', author: 'ada_l', source_deleted_at: null, other_places: [] })
    expect(moved).toMatchObject({ text: before.text, url: at('reddit', 'ada_l').url, score: 80 })
    expect(moved.matches).toEqual(before.matches)
    expect(await channelsOf(site)).toEqual([['reddit', 1]])
    const search = { params: { projectId: site.projectId }, query: { search_text: 'spreadsheet' } }
    expect((await site.organization.call(listLeads, search)).items.map((lead) => lead.id)).toEqual([id])
    await forget('reddit', at('reddit', 'ada_l').externalId)
    const erased = await leadOf(site, id)
    expect(erased).toMatchObject({ text: '', author: null, other_places: [] })
    expect(erased.source_deleted_at).not.toBeNull()
  })

  test('are listed at one source less when the second post is deleted', async () => {
    const { site, at, id } = await mintCrossPost()
    await forget('reddit', at('reddit', 'ada_l').externalId)
    expect(await leadOf(site, id)).toMatchObject({ platform: 'hacker_news', other_places: [], source_deleted_at: null })
  })

  test('are kept as long as their lead; copies that are no lead expire', async () => {
    const { site, id, at } = await mintCrossPost()
    const lonely = freshText()
    const passedOver = await judgePosts(app, site, [{ ...lonely('hacker_news', 'bob'), score: 0.1 }])
    const copy = await judgePosts(app, site, [{ ...lonely('reddit', 'bob'), score: 0.1 }])
    const [original, second] = [passedOver.posts[0]!.postId, copy.posts[0]!.postId]
    await inOrganization(app, site, (tx) => noteCopies(tx, site, [{ postId: second, originalId: original }]))
    await app.clock.advance(80 * DAY_MS)
    await dropOldPosts(retentionOf(app, { retentionDays: 60 }), new AbortController().signal)
    expect((await leadOf(site, id)).other_places).toMatchObject([{ url: at('reddit', 'ada_l').url }])
    const ask = await openUnfenced(app.database)
    expect(await ask('select from post where id = any($1::uuid[])', [[original, second]])).toEqual([])
  })
})
