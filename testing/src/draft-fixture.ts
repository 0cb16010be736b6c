import type { draftMessage } from '@leadlight/contract/drafts'
import type { BodyOf } from '@leadlight/contract/endpoint'
import { getLead } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import { startLanguageModelDouble, type LanguageModelDouble } from './doubles/language-model-double.ts'
import { sql } from 'kysely'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite, type LeadWish } from './lead-builder.ts'
import { startTestApp, type TestApp, type TestAppOverrides } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'
import type { TestUser } from './test-organization.ts'

/** The app with a model that writes drafts, at 2 credits each. */
export interface DraftFixture {
  app: TestApp
  model: LanguageModelDouble
  close(): Promise<void>
}

export async function startDraftFixture(overrides: TestAppOverrides = {}): Promise<DraftFixture> {
  const model = await startLanguageModelDouble()
  const environment = { ...model.environment(), DRAFT_PRICE: '2', MONTHLY_CREDITS: '100', ...overrides.environment }
  const app = await startTestApp({ ...overrides, environment })
  return {
    app,
    model,
    async close() {
      await app.close()
      await model.close()
    },
  }
}

export interface DraftSite extends LeadSite {
  leadId: string
}

/** What the model says where a test does not care, in pieces as a model streams them. */
export const WORDS = 'We outgrew ours too. What have you tried?'
export const SAY_WORDS: LanguageModelDouble['script'] = () => ({
  kind: 'say',
  pieces: ['We ', 'outgrew ours ', 'too. ', 'What have you tried?'],
})

/** The lead's drafts on the server. */
export async function draftsOf({ organization, projectId, leadId }: DraftSite) {
  return (await organization.call(getLead, { params: { projectId, id: leadId } })).drafts
}

/** The lead's history of drafts, oldest first. */
export async function draftHistoryOf(app: TestApp, site: DraftSite): Promise<string[]> {
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ summary: string }>`
      select summary from lead_history where lead_id = ${site.leadId} and kind = 'draft' order by id`.execute(tx),
  )
  return rows.map(({ summary }) => summary)
}

/** A project with one lead to answer. */
export async function mintDraftSite(app: TestApp, wish: LeadWish = {}): Promise<DraftSite> {
  const site = await mintLeadSite(app)
  const [leadId] = await buildLeads(app, site, [wish])
  return { ...site, leadId: leadId! }
}

export type DraftBody = BodyOf<typeof draftMessage>

export function pathOf({ projectId, leadId }: Pick<DraftSite, 'projectId' | 'leadId'>): string {
  return `/api/v1/leads/${projectId}/lead/${leadId}/draft_message`
}

export interface StreamedDraft {
  status: number
  deltas: string[]
  /** The last event, by its name. */
  end: { event: string; data: Record<string, unknown> } | undefined
}

interface Asking {
  body?: Partial<DraftBody>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Requests a streamed draft and resolves as soon as the response headers arrive. */
export function openDraft(
  app: TestApp,
  caller: Pick<TestUser, 'token'>,
  site: Pick<DraftSite, 'projectId' | 'leadId'>,
  { body = {}, headers = {}, signal }: Asking = {},
): Response | Promise<Response> {
  return app.app.hono.request(pathOf(site), {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ stream: true, message_type: 'reply', ...body }),
    ...(signal && { signal }),
  })
}

/** A streamed draft, read to its end. */
export async function streamDraft(
  app: TestApp,
  caller: Pick<TestUser, 'token'>,
  site: Pick<DraftSite, 'projectId' | 'leadId'>,
  asking: Asking = {},
): Promise<StreamedDraft> {
  const response = await openDraft(app, caller, site, asking)
  const text = await response.text()
  const events = response.ok ? readEvents(text) : { deltas: [], end: undefined }
  return { status: response.status, ...events }
}

export function readEvents(text: string): Pick<StreamedDraft, 'deltas' | 'end'> {
  const frames = text.split('\n\n').filter(Boolean)
  const events = frames.map((frame) => {
    const event = /^event: (\w+)$/m.exec(frame)?.[1] ?? 'message'
    return { event, data: JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? 'null') as Record<string, unknown> }
  })
  const deltas = events.filter(({ event }) => event === 'message').map(({ data }) => String(data['delta']))
  return { deltas, end: events.find(({ event }) => event !== 'message') }
}

export async function creditsOf(client: TestClient): Promise<number> {
  return (await client.call(getCredits)).credit_balance
}

/** A draft in one piece, unless the body asks for a stream. */
export function askDraft(
  site: DraftSite,
  { body = {}, headers = {} }: Omit<Asking, 'signal'> = {},
): Promise<TestReply> {
  return site.organization.request('POST', pathOf(site), { body: { message_type: 'reply', ...body }, headers })
}

/** The ledger's entries for the organization's drafts: kinds and amounts, in order. */
export async function ledgerOf(app: TestApp, site: DraftSite): Promise<[string, number][]> {
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ kind: string; amount: string }>`
      select kind, amount from credit_entry where key like 'draft:%' order by id`.execute(tx),
  )
  return rows.map(({ kind, amount }) => [kind, Number(amount)])
}

export const CHARGED = [
  ['hold', -2000],
  ['release', 2000],
  ['charge', -2000],
]
export const GIVEN_BACK = CHARGED.slice(0, 2)
