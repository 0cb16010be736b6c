import { erasePerson, mergePeople } from '@leadlight/contract/identity'
import { listPeople, updatePersonDraft } from '@leadlight/contract/people'
import { makeLeadNotice, objectToNotice, updatePrivacy } from '@leadlight/contract/privacy'
import type { Author } from '@leadlight/domain/authors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { foundOf, keepLead, keepPosts, newPost } from '@leadlight/testing/kept-posts'
import { buildSignal, mintLeadSite, recordFound, type LeadSite } from '@leadlight/testing/lead-builder'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { suppressAuthor } from '../operator/suppress-author.ts'
import { registerErasureJobs } from './erase-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
})
afterAll(() => app.close())

type Named = Author & { externalId: string }

const by = (name: string, externalId: string): Named => ({ name, externalId, url: null })

function postBy(platform: string, author: Named) {
  return { ...newPost(app, { externalId: app.dependencies.newId(), platform }), author }
}

/** Another project of the same organization. */
async function besides(site: LeadSite): Promise<LeadSite> {
  const { id: projectId } = await site.organization.project()
  return { ...site, projectId, signalId: await buildSignal(app, { ...site, projectId }, 'people who hire') }
}

async function peopleOf({ organization, projectId }: LeadSite) {
  return (await organization.call(listPeople, { params: { projectId }, query: {} })).items
}

/** How many leads a new post by this author makes. */
async function leadsMade(site: LeadSite, platform: string, author: Named): Promise<number> {
  const post = postBy(platform, author)
  const [id = ''] = await keepPosts(app, site, [post])
  return (await recordFound(app, site, [foundOf(post, id)])).recorded.length
}

test.each([
  ['github', 'a number that only another post told', by('otterlogin', '#4711'), by('newlogin', '#4711')],
  ['reddit', 'an id that only another post told', by('Otter_One', 't2_otter'), by('Otter_Two', 't2_otter')],
])('on %s whoever is erased stays out under %s', async (platform, _, collected, later) => {
  const site = await mintLeadSite(app)
  await keepLead(app, [site], postBy(platform, by(collected.name, collected.name)))
  await keepPosts(app, site, [postBy(platform, collected)])
  const [person] = await peopleOf(site)
  await site.organization.call(erasePerson, { params: { projectId: site.projectId, id: person!.id } })
  await until(async () => (await peopleOf(site)).length === 0)
  expect(await leadsMade(site, platform, later)).toBe(0)
  expect(await leadsMade(site, platform, by('bystander', '#4712'))).toBe(1)
})

test('on GitHub whoever is erased stays out under a former login that only another post told', async () => {
  const site = await mintLeadSite(app)
  await keepLead(app, [site], postBy('github', by('weaselnow', '#5711')))
  await keepPosts(app, site, [postBy('github', by('weaselthen', '#5711'))])
  const [person] = await peopleOf(site)
  await site.organization.call(erasePerson, { params: { projectId: site.projectId, id: person!.id } })
  await until(async () => (await peopleOf(site)).length === 0)
  expect(await leadsMade(site, 'github', by('weaselthen', 'weaselthen'))).toBe(0)
})

/** One person's account in a project, and in another project the same merged with a second account. */
async function buildMergedElsewhere(name: string) {
  const site = await mintLeadSite(app)
  const elsewhere = await besides(site)
  const here = await buildPerson(app, site, { platform: 'github', handle: name })
  const there = await buildPerson(app, elsewhere, { platform: 'github', handle: name })
  const second = await buildPerson(app, elsewhere, { platform: 'bluesky', handle: `${name}.bsky.social` })
  await buildPerson(app, elsewhere, { platform: 'bluesky', handle: 'bystander.bsky.social' })
  await site.organization.call(mergePeople, {
    params: { projectId: elsewhere.projectId, id: there.personId },
    body: { other_id: second.personId },
  })
  const comesBack = async () => {
    await until(async () => (await peopleOf(site)).length === 0)
    await until(async () => (await peopleOf(elsewhere)).length === 1)
    expect((await peopleOf(elsewhere)).map((one) => one.name)).toEqual(['bystander.bsky.social'])
    return leadsMade(site, 'bluesky', by(`${name}.bsky.social`, `${name}.bsky.social`))
  }
  return { site, here, comesBack }
}

test('whoever is erased goes, and stays out, under accounts that another project merged with theirs', async () => {
  const { site, here, comesBack } = await buildMergedElsewhere('mergedelsewhere')
  await site.organization.call(erasePerson, { params: { projectId: site.projectId, id: here.personId } })
  expect(await comesBack()).toBe(0)
})

test('so does whoever objects by a link', async () => {
  const { site, here, comesBack } = await buildMergedElsewhere('objectselsewhere')
  await site.organization.call(updatePrivacy, { body: { contact: 'privacy@firm.example' } })
  const params = { projectId: site.projectId, id: here.leadIds[0]! }
  const { url } = await site.organization.call(makeLeadNotice, { params })
  await app.call(objectToNotice, { query: { t: new URL(url).searchParams.get('t') ?? '' } })
  expect(await comesBack()).toBe(0)
})

test('where the operator keeps one account out, whoever has another stays, without what was drafted to them', async () => {
  const site = await mintLeadSite(app)
  const params = { projectId: site.projectId }
  const gone = await buildPerson(app, site, { platform: 'github', handle: 'badgerone' })
  const stays = await buildPerson(app, site, { platform: 'bluesky', handle: 'badger.bsky.social' })
  const id = stays.personId
  await site.organization.call(updatePersonDraft, { params: { ...params, id }, body: { draft: 'Dear badgerone' } })
  await site.organization.call(mergePeople, { params: { ...params, id }, body: { other_id: gone.personId } })
  await suppressAuthor(operatorParts(app), { platform: 'github', called: 'badgerone', isId: false, isSure: true })
  expect((await peopleOf(site)).map(({ name }) => name)).toEqual(['badger.bsky.social'])
  expect(await findWords(await openUnfenced(app.database), 'badgerone')).toEqual([])
})
