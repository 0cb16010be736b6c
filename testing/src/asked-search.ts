import { createIntentSignal, runSearch as startRun } from '@leadlight/contract/signals'
import { toMillicredits } from '@leadlight/domain/credits'
import { NO_PLAN_EDITS, type PlanEdits } from '@leadlight/domain/signal-plans'
import type { Embedder, TokenEmbedding } from '@leadlight/engine/embedding/embedder'
import { createJudge } from '@leadlight/engine/judge/judge'
import type { ArchiveQuery } from '@leadlight/server/finding/archive/archive'
import type { MatchingDependencies } from '@leadlight/server/finding/matching/matching-dependencies'
import { runSearch } from '@leadlight/server/finding/matching/run-search'
import type { Channel, ChannelPost, SearchPage, SearchRequest } from '@leadlight/server/channels/channel'
import type { PlatformSources } from '@leadlight/server/channels/platform-sources'
import type { Checkpoint } from '@leadlight/server/platform/checkpoint'
import { BOOKKEEPING, NOW, type RunningSearch } from './search-fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'

const HOUR_MS = 3_600_000
const TRADES = 'designer translator photographer carpenter editor plumber tutor florist baker welder'.split(' ')
const TOWNS = 'Lisbon Oslo Leeds Porto Graz Tartu Ghent Turin Malmo Brno Cork Nantes Bergen Aarhus Split Vigo Linz Basel Bari Jena'.split(' ') // oxfmt-ignore
const TROUBLES = [
  'Three customers paid late this spring, and I noticed in autumn only.',
  'My receipts fill two drawers, a bag and the glove box of the car.',
  'The spreadsheet broke when I added a second currency and a new tax.',
  'My sister did the accounts until now, but she moves abroad next month.',
  'I send quotes by hand and forget half of them until people ask again.',
  'The bank changed its export and nothing I had set up reads it any more.',
  'An inspector wants five years of papers by the end of next week.',
  'Two partners argue every month over who was paid what, and when.',
  'The old program was sold, and its new owner doubles the price each year.',
]

/** A platform whose answers a test writes. */
export interface AskedPlatform {
  platformSources: PlatformSources
  /** `number` counts what it was asked, from 1. */
  answer: (request: SearchRequest, number: number) => SearchPage | Promise<SearchPage>
}

export interface AskedFixture {
  app: TestApp
  /** What the platforms were asked, in order. */
  questions: (Pick<SearchRequest, 'query' | 'source' | 'cursor'> & { platform: string })[]
  /** Saves the signal with these edits of its plan in a new project, and a search that nobody runs yet. */
  start(org: TestOrganization, parts?: { edits?: Partial<PlanEdits>; budget?: number | null }): Promise<RunningSearch>
  /** Runs a search from where it stands to its end; rejects with what a checkpoint throws. */
  run(org: TestOrganization, search: RunningSearch, checkpoint?: Checkpoint): Promise<void>
  close(): Promise<void>
}

/**
 * Searches that ask these platforms alone, after the posts that `held` names, and that run when the test says so.
 * `price` is what a judged post costs, in credits.
 */
export async function startAskedFixture(
  platforms: readonly AskedPlatform[],
  {
    held = () => [],
    price = 0,
  }: { held?: (query: ArchiveQuery) => readonly string[] | Promise<readonly string[]>; price?: number } = {},
): Promise<AskedFixture> {
  const app = await startTestApp({ environment: { JUDGED_POST_PRICE: String(price), MONTHLY_CREDITS: '1000' } })
  const questions: AskedFixture['questions'] = []
  const channelOf = ({ platformSources: { platform }, answer }: AskedPlatform): Channel => ({
    platform,
    displayName: platform,
    sources: null,
    key: null,
    rules: { keepDays: null, deleteWithinHours: null, attribution: null, notice: null },
    async search(request) {
      const { query, source, cursor } = request
      questions.push({ platform, query, source, cursor })
      return answer(request, questions.filter((one) => one.platform === platform).length)
    },
  })
  const embedder = withMemory(app.dependencies.matching.embedder)
  const deps: MatchingDependencies = {
    ...app.dependencies.matching,
    embedder,
    judge: createJudge({ embedder }),
    judgedPostPrice: toMillicredits(price),
    channels: platforms.map(channelOf),
    platformSources: platforms.map(({ platformSources }) => platformSources),
    archive: {
      search: async (query) => (await held(query)).map((postId, index) => ({ postId, rank: 1 / (index + 1) })),
      close: () => Promise.resolve(),
    },
  }
  return {
    app,
    questions,
    async start(org, { edits = {}, budget = null } = {}) {
      const { id: projectId } = await org.project()
      const plan_edits = { ...NO_PLAN_EDITS, ...edits }
      const body = { intent_signal: BOOKKEEPING, search_days: 365, search_budget: budget, plan_edits }
      const { id: signalId } = await org.call(createIntentSignal, { params: { projectId }, body })
      const { search_id: searchId } = await org.call(startRun, { params: { projectId, id: signalId } })
      return { projectId, signalId, searchId }
    },
    async run({ organizationId }, { searchId }, checkpoint = () => Promise.resolve()) {
      const { signal } = new AbortController()
      const run = { organizationId, searchId, signal, mustMakeRoom: () => Promise.resolve(false), progressed: () => Promise.resolve() } // oxfmt-ignore
      await runSearch({ ...deps, checkpoint }, run)
    },
    close: () => app.close(),
  }
}

/** Embeds each text once: tests run the same search many times. */
function withMemory(embedder: Embedder): Embedder {
  const vectors = new Map<string, Float32Array>()
  const tokens = new Map<string, TokenEmbedding>()
  const recall = async <Made>(
    known: Map<string, Made>,
    texts: readonly string[],
    make: (texts: readonly string[]) => Promise<Made[]>,
  ) => {
    // oxfmt-ignore
    const fresh = [...new Set(texts)].filter((text) => !known.has(text))
    for (const [index, made] of (await make(fresh)).entries()) known.set(fresh[index] ?? '', made)
    return texts.flatMap((text) => known.get(text) ?? [])
  }
  return {
    ...embedder,
    embed: (texts) => recall(vectors, texts, (fresh) => embedder.embed(fresh)),
    embedTokens: (texts) => recall(tokens, texts, (fresh) => embedder.embedTokens(fresh)),
  }
}

/** So many posts that ask for what `BOOKKEEPING` looks for, no two in the same words. */
export function askingPosts(platform: string, count: number, first = 0): ChannelPost[] {
  return Array.from({ length: count }, (_, index) => {
    const at = first + index
    const [trade, town] = [TRADES[at % TRADES.length], TOWNS[Math.floor(at / TRADES.length) % TOWNS.length]]
    const trouble = [TROUBLES[at % TROUBLES.length], TROUBLES[(3 * at + Math.floor(at / 7) + 1) % TROUBLES.length]]
    const text = `Freelance ${trade} in ${town} here. ${trouble[0]} Which invoicing or bookkeeping software do you use? ${trouble[1]}`
    return postOf(platform, `asking-${at}`, text, at)
  })
}

/** So many posts about something else. */
export function otherPosts(platform: string, count: number): ChannelPost[] {
  return Array.from({ length: count }, (_, at) => {
    const text = `The comet over ${TOWNS[at % TOWNS.length]} can be seen with bare eyes ${at + 2} nights from now, above the hills.`
    return postOf(platform, `other-${at}`, text, at)
  })
}

function postOf(platform: string, externalId: string, text: string, hoursAgo: number): ChannelPost {
  return {
    platform,
    externalId: `${platform}-${externalId}`,
    kind: 'post',
    url: `https://posts.example/${externalId}`,
    author: null,
    title: null,
    text,
    postedAt: new Date(Date.parse(NOW) - (hoursAgo + 1) * HOUR_MS),
    community: null,
    replies: null,
    points: null,
    license: null,
  }
}

/** A page with these posts, the last of its question unless there is a cursor. */
export function pageOf(posts: readonly ChannelPost[], parts: Partial<SearchPage> = {}): SearchPage {
  return { posts: [...posts], cursor: null, truncated: false, limits: null, ...parts }
}

/** Answers as a platform's own search: the posts with all words, `size` a page. */
export function answerFrom(posts: readonly ChannelPost[], size: number): AskedPlatform['answer'] {
  return ({ query, cursor }) => {
    const words = [...query.words.toLowerCase().split(' '), ...query.phrases.map((phrase) => phrase.toLowerCase())]
    const found = posts.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    const from = Number(cursor ?? 0)
    const next = from + size < found.length ? String(from + size) : null
    return pageOf(found.slice(from, from + size), { cursor: next, hits: found.length })
  }
}
