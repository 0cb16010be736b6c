import { createSmartColumn } from '@leadlight/contract/columns'
import { createOrganization } from '@leadlight/contract/organization'
import { createProject, updateProject, type Project } from '@leadlight/contract/projects'
import { createIntentSignal, enableMonitoring, runSearch, type IntentSignal } from '@leadlight/contract/signals'
import { addCommunity, addFeed, setSourceChannel } from '@leadlight/contract/sources'
import { ask } from './ask.ts'
import { joinTeam, signIn, type TeammateAccount } from './demo-team.ts'
import { seedView, seedWork } from './demo-work.ts'
import type { StandIn } from './stand-in.ts'
import { call, ownSourcesPolled, searchesEnded, type Seeded } from './demo-project.ts'
import { SERVERS } from './stand-in.ts'
import type { StoryClock } from './story-clock.ts'

const SIGNALS = [
  'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  'Businesses unhappy with their accounting software and looking for an alternative',
  'Freelancers who struggle to get their invoices paid on time',
]

/** Looked up in the posts to the letter, so that every lead has its answer without a large model. */
const COLUMNS = [
  { name: 'Reminders', prompt: 'Does the post mention "reminder", "reminders" or "chasing"?', type: 'boolean' },
  { name: 'Accountant', prompt: 'Does the post mention "accountant" or "bookkeeper"?', type: 'boolean' },
]

const PROFILE = {
  name: 'Larkbill',
  website: 'https://larkbill.example',
  business_name: 'Larkbill',
  business_description:
    'Larkbill makes invoicing and bookkeeping software for freelancers and small agencies: invoices in two currencies, reminders that go out by themselves, and books that an accountant accepts.',
  purpose: 'Find freelancers and agencies who are choosing invoicing software or want to leave the one they have.',
}

/** The project began then, and searched again every two weeks. */
export const BEGAN_DAYS_AGO = 84
const SEARCHED_DAYS_AGO = [80, 65, 50, 36, 22, 9, 0.1]
/** A little more than lies between two searches. */
const SEARCH_DAYS = 16
/** Then monitoring asks all sources. A server is away twice; later steps than these would read as if Leadlight itself had been away. */
const LISTENED_MINUTES_AGO = [
  { minutes: 32, isAway: false },
  { minutes: 24, isAway: true },
  { minutes: 16, isAway: true },
  { minutes: 8, isAway: false },
  { minutes: 0, isAway: false },
]
const MINUTES_A_DAY = 24 * 60
const MONTHLY_BUDGET = 500

interface Story {
  address: string
  owner: TeammateAccount
  teammates: readonly TeammateAccount[]
  clock: StoryClock
  standIn: Pick<StandIn, 'setAway'>
  /** Is given a line about each part as it begins. */
  say: (line: string) => void
}

/** An organization that sells invoicing software, and what its three people found and did in twelve weeks. */
export async function seedOrganization({ address, owner, teammates, clock, standIn, say }: Story): Promise<void> {
  say('Preparing the demo: a team of three and their twelve weeks of leads. It takes about a minute.')
  const begun = await beginProject(address, owner, teammates)
  const { projectId, team } = begun
  const signalIds = await createSignals(begun)
  // Sessions end after days, so everybody signs in anew.
  const enter = async (account: TeammateAccount) => ({ address, token: await signIn(address, account), projectId })
  for (const [index, daysAgo] of SEARCHED_DAYS_AGO.entries()) {
    say(`Preparing the demo: searching, ${index + 1} of ${SEARCHED_DAYS_AGO.length}.`)
    clock.goTo(daysAgo)
    const place = await enter(owner)
    for (const id of signalIds) await call(place, runSearch, id)
    await searchesEnded(place)
    // Some hours later, and never later than now.
    clock.goTo(Math.max(daysAgo - 0.2, daysAgo / 2))
    const people = await Promise.all([owner, ...teammates].map(enter))
    await seedWork(people, team, daysAgo)
  }
  say('Preparing the demo: listening to its sources.')
  await listen({ enter: () => enter(owner), signalIds, clock, standIn })
  await seedView(await enter(owner))
}

async function beginProject(address: string, owner: TeammateAccount, teammates: readonly TeammateAccount[]) {
  const token = await signIn(address, owner)
  await ask(address, { ...createOrganization, body: { name: 'Larkbill' }, token })
  const team = await joinTeam(address, token, teammates)
  const { id: projectId } = await ask<Project>(address, { ...createProject, body: { name: PROFILE.name }, token })
  const place = { address, token, projectId }
  await call(place, updateProject, projectId, PROFILE)
  await call(place, { ...setSourceChannel, path: setSourceChannel.path.replace('{platform}', 'reddit') }, '', {
    on: true,
    agreed: true,
  })
  await call(place, addFeed, '', { url: `https://${SERVERS.feed}/feed.xml` })
  for (const community of COMMUNITIES) await call(place, addCommunity, '', community)
  for (const column of COLUMNS) await call(place, createSmartColumn, '', column)
  return { ...place, team }
}

const COMMUNITIES = [
  { platform: 'reddit', source: 'r/freelance' },
  { platform: 'reddit', source: 'r/smallbusiness' },
  { platform: 'discourse', source: `https://${SERVERS.discourse}` },
  { platform: 'lemmy', source: `https://${SERVERS.lemmy}` },
  { platform: 'mastodon', source: `https://${SERVERS.mastodon}#freelance` },
  { platform: 'dev', source: 'freelancing' },
]

async function createSignals(place: Seeded): Promise<string[]> {
  const ids: string[] = []
  for (const intentSignal of SIGNALS) {
    const body = { intent_signal: intentSignal, search_days: SEARCH_DAYS }
    ids.push((await call<IntentSignal>(place, createIntentSignal, '', body)).id)
  }
  return ids
}

interface Listening extends Pick<Story, 'clock' | 'standIn'> {
  enter: () => Promise<Seeded>
  signalIds: readonly string[]
}

/** Monitoring listens to all sources; one is away for a while, is back, and is read again from where it went. */
async function listen({ enter, signalIds, clock, standIn }: Listening): Promise<void> {
  for (const { minutes, isAway } of LISTENED_MINUTES_AGO) {
    clock.goTo(minutes / MINUTES_A_DAY)
    standIn.setAway(isAway ? SERVERS.discourse : undefined)
    const place = await enter()
    const since = clock.now()
    // Setting the budget again has all that are due asked at once.
    for (const id of signalIds) await call(place, enableMonitoring, id, { monthly_credit_budget: MONTHLY_BUDGET })
    await ownSourcesPolled(place, since)
  }
}
