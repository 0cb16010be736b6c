import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { listLeads as listLeadsEndpoint } from '@leadlight/contract/leads'
import type { listCompanies as listCompaniesEndpoint } from '@leadlight/contract/companies'
import type { listPeople as listPeopleEndpoint } from '@leadlight/contract/people'
import type { IntentSignal } from '@leadlight/contract/signals'
import useSWR from 'swr'
import { listCompanies, listLeads, listPeople } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { hasWords } from '../../lib/fuzzy.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { keys } from '../../lib/keys.ts'
import { passedOverPath } from '../../lib/passed-over-path.ts'
import { leadName } from '../../lib/row-text.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import type { PaletteSection } from '../../ui/palette.tsx'
import type { FoundCommand } from './find-commands.ts'

const PAUSE_MS = 200
const CHARACTERS_MIN = 2
/** As long as a list's search may be. */
const CHARACTERS_MAX = 200
const FOUND_OF_EACH = 5

type Leads = ReplyOf<typeof listLeadsEndpoint>
type People = ReplyOf<typeof listPeopleEndpoint>
type Companies = ReplyOf<typeof listCompaniesEndpoint>

export interface FoundContent {
  sections: readonly PaletteSection<FoundCommand>[]
  state: 'idle' | 'searching' | 'failed'
}

/**
 * What the project holds for a text: the five newest leads, people and companies that its lists find, and the signals
 * with its words. Where no lead has them, it leads to the posts that were passed over.
 */
export function useFoundContent(
  projectId: string | undefined,
  typed: string,
  goTo: (path: string) => void,
): FoundContent {
  const text = typed.trim().slice(0, CHARACTERS_MAX)
  const settled = useDebouncedValue(text, PAUSE_MS)
  const { data: signals = [] } = useIntentSignals(projectId)
  const searched = projectId !== undefined && settled.length >= CHARACTERS_MIN ? { projectId, text: settled } : null
  const { leads, people, companies } = useSearches(searched)
  if (projectId === undefined || text.length < CHARACTERS_MIN) return { sections: [], state: 'idle' }
  const base = `/projects/${projectId}`
  const own = section('Signals', signals.filter(hasText(text)).slice(0, FOUND_OF_EACH), (signal) => ({
    name: signal.intent_signal,
    path: `${base}/signals/${signal.id}`,
  }))
  if (text !== settled) return { sections: found([own], goTo), state: 'searching' }
  const all = [
    section('Leads', leads.data?.items ?? [], (lead) => ({ name: leadName(lead), path: `${base}/posts/${lead.id}` })),
    section('People', people.data?.items ?? [], ({ id, name }) => ({ name, path: `${base}/prospects/people/${id}` })),
    section('Companies', companies.data?.items ?? [], ({ id, name }) => ({
      name,
      path: `${base}/prospects/companies/${id}`,
    })),
    own,
  ]
  const reads = [leads, people, companies]
  const isFailed = reads.some(({ error }) => error !== undefined)
  const isSearching = reads.some(({ data, error }) => data === undefined && error === undefined)
  const isMissing = leads.data?.items.length === 0
  const missed = section('No lead has these words', isMissing ? [{ id: 'posts' }] : [], () => ({
    name: 'Look among posts passed over',
    path: passedOverPath(projectId, { text }),
  }))
  return { sections: found([...all, missed], goTo), state: isFailed ? 'failed' : isSearching ? 'searching' : 'idle' }
}

/** Each list's own search, in the list's own order. */
function useSearches(searched: { projectId: string; text: string } | null) {
  const params = { projectId: searched?.projectId ?? '' }
  const query = { search_text: searched?.text ?? '', limit: String(FOUND_OF_EACH) }
  const { projectId } = params
  const leads = useSWR<Leads, unknown>(searched && keys.foundLeads(projectId, query), () =>
    call(listLeads, { params, query }),
  )
  const people = useSWR<People, unknown>(searched && keys.foundPeople(projectId, query), () =>
    call(listPeople, { params, query }),
  )
  const companies = useSWR<Companies, unknown>(searched && keys.foundCompanies(projectId, query), () =>
    call(listCompanies, { params, query }),
  )
  return { leads, people, companies }
}

interface Content {
  title: string
  items: readonly { id: string; name: string; path: string }[]
}

function section<Item extends { id: string }>(
  title: string,
  rows: readonly Item[],
  show: (row: Item) => { name: string; path: string },
): Content {
  return { title, items: rows.map((row) => ({ id: `${title}-${row.id}`, ...show(row) })) }
}

function found(contents: readonly Content[], goTo: (path: string) => void): PaletteSection<FoundCommand>[] {
  return contents
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => ({
      title,
      items: items.map(({ id, name, path }) => ({ id, name, run: () => goTo(path) })),
    }))
}

function hasText(text: string): (signal: IntentSignal) => boolean {
  return (signal) => hasWords(text, signal.intent_signal)
}
