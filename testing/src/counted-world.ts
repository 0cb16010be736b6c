import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import * as leads from '@leadlight/contract/leads'
import { addNote, correctLead, updateLeadsStatus } from '@leadlight/contract/lead-work'
import { listLeadStatuses } from '@leadlight/contract/statuses'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'
import { sql } from 'kysely'
import { buildFound, buildLeads, buildSignal, inOrganization, recordFound, type LeadWish } from './lead-builder.ts'
import { buildMonitoring } from './monitoring-builder.ts'
import { BOOKKEEPING, ended, type SearchFixture } from './search-fixture.ts'
import type { TestMember, TestOrganization } from './test-organization.ts'

const PLACES = [
  { platform: 'hacker_news', community: null },
  { platform: 'reddit', community: { externalId: 'r1', name: 'r/one' } },
  { platform: 'github', community: { externalId: 'a/b', name: 'a/b' } },
] as const
const STATES = ['OPEN', 'CLOSED'] as const

/** A project whose figures are compared, and one beside it that must not count. */
export interface CountedWorld {
  organization: TestOrganization
  organizationId: string
  projectId: string
  otherProjectId: string
  /** Everybody who may ask; all of them see the same figures. */
  people: TestMember[]
  signalIds: string[]
  dice: Dice
}

/**
 * An organization with members and a guest, two projects, signals that were searched for once and are monitored, leads
 * of several signals, unsure ones, and copies of one post at two sources. The same for the same seed.
 */
export async function buildCountedWorld(fixture: SearchFixture, seed: string): Promise<CountedWorld> {
  const { app } = fixture
  const dice = createDice(seed)
  const organization = await app.organization()
  const { organizationId } = organization
  const { id: projectId } = await organization.project()
  const { id: otherProjectId } = await organization.project({ name: 'Beside it' })
  const ids = { organizationId, projectId }
  const people = [
    organization,
    await organization.member('MEMBER'),
    await organization.member('GUEST', { projectIds: [projectId] }),
  ]
  const body = { intent_signal: BOOKKEEPING, search_days: 365 }
  const { id: searchedId } = await organization.call(createIntentSignal, { params: { projectId }, body })
  const signalIds = [
    searchedId,
    await buildSignal(app, ids, 'people who hire'),
    await buildSignal(app, ids, 'who move'),
  ]
  for (const [index, signalId] of signalIds.entries()) {
    const wishes = Array.from({ length: 4 + dice.below(8) }, (_, number) => wish(dice, `${seed} ${index} ${number}`))
    await buildLeads(app, { ...ids, signalId }, wishes)
    const shared = await buildFound(app, ids, [
      wish(dice, `${seed} shared ${index}`),
      wish(dice, `${seed} twice ${index}`),
    ])
    for (const of of signalIds) await recordFound(app, { ...ids, signalId: of }, shared)
    await recordFound(app, { ...ids, signalId }, [{ ...shared[0]!, isUnsure: dice.share() < 0.5 }])
  }
  const otherSignal = await buildSignal(app, { organizationId, projectId: otherProjectId }, 'people who hire')
  await buildLeads(app, { organizationId, projectId: otherProjectId, signalId: otherSignal }, [wish(dice, seed), {}])
  for (let runs = 0; runs < 1 + dice.below(2); runs += 1) {
    const { search_id: searchId } = await organization.call(runSearch, { params: { projectId, id: searchedId } })
    await ended(fixture, organization, { projectId, signalId: searchedId, searchId })
  }
  const postIds = (await buildFound(app, ids, [wish(dice, 'waits'), wish(dice, 'waits too')])).map(
    ({ post }) => post.id,
  )
  await buildMonitoring(app, ids, { signalIds: signalIds.slice(0, 2), postIds, enabledBy: organization.userId })
  await inOrganization(app, ids, (tx) =>
    sql`
      update lead set collected_at = ${app.clock.now()}::timestamptz - abs(hashtextextended(id::text, 0)) % 20 * interval '17 hours'
      where project_id = ${projectId}`.execute(tx),
  )
  return { organization, organizationId, projectId, otherProjectId, people, signalIds, dice }
}

function wish(dice: Dice, words: string): LeadWish {
  const place = dice.pick(PLACES)
  return {
    ...place,
    title: null,
    body: `Who can recommend a bookkeeper for ${words}?`,
    author: dice.pick(['ada', 'bert', 'cleo']),
    score: 40 + dice.below(60),
    ...(place.platform === 'github' && { githubIssueState: dice.pick(STATES) }),
  }
}

/** One change by somebody of the team, as people make them. */
export async function changeSomething({
  dice,
  organization,
  people,
  projectId,
  signalIds,
}: CountedWorld): Promise<void> {
  const params = { projectId }
  const by = people[dice.below(2)]!
  const list = await organization.call(leads.listLeads, { params, query: { limit: '100' } })
  const deleted = await organization.call(leads.listLeads, { params, query: { deleted: 'true' } })
  const some = (all: readonly { id: string }[]) => all.filter(() => dice.share() < 0.3).map(({ id }) => id)
  const standing = some(list.items)
  const gone = some(deleted.items)
  const one = list.items[dice.below(Math.max(1, list.items.length))]
  const statuses = await organization.call(listLeadStatuses, { params })
  const changes: (() => Promise<unknown>)[] = [
    async () => {
      if (!one) return
      await by.call(leads.readLead, { params: { projectId, id: one.id } })
    },
    async () => {
      if (!one) return
      await by.call(leads.starLead, { params: { projectId, id: one.id }, body: { starred: dice.share() < 0.6 } })
    },
    async () => {
      if (standing.length > 0) await by.call(leads.markRead, { params, body: { lead_ids: standing } })
    },
    async () => {
      if (standing.length > 0) await by.call(leads.markUnread, { params, body: { lead_ids: standing } })
    },
    async () => {
      if (standing.length === 0) return
      const { undo_token: token } = await organization.call(leads.markDeleted, { params, body: { lead_ids: standing } })
      if (token !== null && dice.share() < 0.4) {
        await organization.call(leads.undoLeads, { params, body: { undo_token: token } })
      }
    },
    async () => {
      if (gone.length > 0) await organization.call(leads.markUndeleted, { params, body: { lead_ids: gone } })
    },
    async () => {
      if (standing.length === 0) return
      const status_config_id = dice.pick([null, ...statuses.map(({ id }) => id)])
      await by.call(updateLeadsStatus, { params, body: { lead_ids: standing, status_config_id } })
    },
    async () => {
      if (!one) return
      const intent_signals = signalIds.filter(() => dice.share() < 0.5)
      await by.call(correctLead, { params: { projectId, id: one.id }, body: { intent_signals } })
    },
    async () => {
      if (one) await by.call(addNote, { params: { projectId, id: one.id }, body: { text: 'Called them' } })
    },
  ]
  await dice.pick(changes)()
}
