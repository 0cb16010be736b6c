import { HOSTILE_WORDS } from '@leadlight/testing/hostile-words'

/** A lead as from a search, with every property known to the test. */
export interface SeededLead {
  title: string
  body: string
  author: string
  platform: string
  community: { externalId: string; name: string } | null
  daysAgo: number
  score: number
  /** The indexes of the matching `SIGNALS`. */
  signals: readonly number[]
  githubIssueState: 'OPEN' | 'CLOSED' | null
}

export const SIGNALS = ['People asking which invoicing software to use', 'People unhappy with their bookkeeping tool']

/** The projects, each for one test file, with their numbers of leads. */
export const PROJECTS = {
  Filters: 44,
  Orders: 30,
  Bulk: 130,
  Statuses: 6,
  Columns: 24,
  Export: 12,
  Leads: 18,
  Palette: 6,
  Live: 8,
  Prospects: 24,
  Triage: 110,
  Figures: 130,
  Fresh: 4,
  Twins: 6,
  Counts: 60,
  Hostile: 48,
  Objection: 10,
} as const
export type ProjectName = keyof typeof PROJECTS

const PLACES: readonly Pick<SeededLead, 'platform' | 'community'>[] = [
  { platform: 'hacker_news', community: null },
  { platform: 'stack_exchange', community: { externalId: 'softwarerecs', name: 'Software Recommendations' } },
  { platform: 'github', community: { externalId: 'acme/books', name: 'acme/books' } },
]
const AUTHORS = ['ada', 'grace', 'edsger', 'barbara', 'donald']
const DAYS_APART = 1.7
const NEEDS = [
  'Which invoicing software do you use for two currencies? I write every invoice by hand.',
  'Fed up with my bookkeeping tool: it loses receipts and nobody answers.',
]
const TOOLS = ['We use QuickBooks today.', 'We use Xero today.', 'There is nothing but a spreadsheet.']
const GERMAN =
  'Welche Software für Rechnungen benutzt ihr? Wir schreiben jede Rechnung noch von Hand und suchen eine bessere Lösung.'

/** Text that a spreadsheet, a browser or a careless writer would trip over. */
export const HOSTILE: Pick<SeededLead, 'title' | 'body'> = {
  title: '=HYPERLINK("https://evil.example","press, here"); <b>"bold"</b> 🧾',
  body: '@SUM(1+1)\n-2+3, "quoted ""twice"""\r\nÜmlaut; semicolon;\ttab 👩‍👩‍👧 \u0007 bell\n\n=1+1',
}

/** Leads in which every word of the post and its author is hostile: five texts in each. */
function hostileLeads(count: number): SeededLead[] {
  const each = HOSTILE_WORDS.length / count
  return workspaceLeads(count).map((lead, index) => {
    const [title = '', body = '', author = '', community = '', more = ''] = HOSTILE_WORDS.slice(index * each)
    return { ...lead, title, body: `${body}\n\n${more}`, author, community: { externalId: community, name: community } }
  })
}

/** A project's leads. */
export function leadsOf(name: string, count: number): SeededLead[] {
  if (name === 'Hostile') return hostileLeads(count)
  const leads = workspaceLeads(count)
  // Whoever objects is erased from every project, at a time of the worker's own.
  return name === 'Objection' ? leads.map((lead) => ({ ...lead, author: `${lead.author}-objects` })) : leads
}

/** This many leads, newest first, at distinct times, the same in every run. The first is the hostile one. */
function workspaceLeads(count: number): SeededLead[] {
  return Array.from({ length: count }, (_, index) => leadAt(index))
}

function leadAt(index: number): SeededLead {
  const place = PLACES[index % PLACES.length] ?? PLACES[0]!
  const isSecond = index % 4 === 3
  const text = {
    title: `${index % 5 === 2 ? 'Harbour office' : 'Studio'} ${String(index).padStart(3, '0')} needs help`,
    body:
      index % 11 === 4 ? GERMAN : `${NEEDS[isSecond ? 1 : 0]} ${TOOLS[index % TOOLS.length]} This is post ${index}.`,
  }
  return {
    ...(index === 0 ? HOSTILE : text),
    ...place,
    author: AUTHORS[index % AUTHORS.length] ?? 'ada',
    daysAgo: 0.2 + index * DAYS_APART,
    score: 40 + ((index * 7) % 60),
    signals: index % 6 === 5 ? [0, 1] : [isSecond ? 1 : 0],
    githubIssueState: place.platform === 'github' ? (index % 2 === 0 ? 'OPEN' : 'CLOSED') : null,
  }
}
