import type { quoteSmartColumn } from '@leadlight/contract/columns'
import type { BodyOf, ReplyOf } from '@leadlight/contract/endpoint'
import type { Instance } from '@leadlight/contract/installation'
import { CircleCheck, CircleDollarSign, TriangleAlert } from 'lucide-react'
import useSWR from 'swr'
import { quoteSmartColumn as quoteCall } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { useInstance } from '../../lib/instance.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'

export type Quote = ReplyOf<typeof quoteSmartColumn>
type Question = BodyOf<typeof quoteSmartColumn>

const PAUSE_MS = 450
const QUESTION_MIN = 3
const WITHOUT_MODEL =
  'Some questions need a large model, and this installation has none. Answered are: what a post gives to the letter, such as its language, a price, a link, a tool or certain words; and yes or no to what its author does.'

/** The price of filling a column, requested after a pause in typing; undefined while it is outdated. */
export function useQuote(projectId: string, { prompt, type }: Question) {
  const typed = prompt.trim()
  const settled = useDebouncedValue(typed, PAUSE_MS)
  const asked = { prompt: settled, type }
  const { data, error } = useSWR<Quote, unknown>(
    settled.length < QUESTION_MIN ? null : keys.columnQuote(projectId, asked),
    () => call(quoteCall, { params: { projectId }, body: asked }),
    { dedupingInterval: 60_000 },
  )
  const isCurrent = settled === typed
  return { quote: isCurrent ? data : undefined, error: isCurrent && !data ? error : undefined }
}

/** Who answers, in short, and for what: "412 leads · 103 credits", "412 leads · Built-in model", "Needs a model". */
export function quoteWords(quote: Quote): string {
  if (quote.answered_by === 'none') return 'Needs a model'
  const leads = formatCount(quote.leads, 'lead')
  if (quote.answered_by === 'local') return `${leads} · Built-in model`
  return quote.credits > 0 ? `${leads} · ${formatCount(quote.credits, 'credit')}` : leads
}

const LOOKS = {
  local: { Icon: CircleCheck, color: 'text-good' },
  model: { Icon: CircleDollarSign, color: 'text-accent' },
  none: { Icon: TriangleAlert, color: 'text-accent' },
}

/** The price before anything is spent, and who answers. */
export function QuoteBox({ prompt, quote, error }: { prompt: string; quote: Quote | undefined; error: unknown }) {
  const instance = useInstance()
  const { Icon, color } = LOOKS[quote?.answered_by ?? 'local']
  return (
    <output className="grid min-h-15 content-center gap-0.5 rounded-card bg-sunken px-3 py-2.5">
      {quote ? (
        <>
          <span className="flex items-center gap-2 font-medium">
            <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
            {quoteWords(quote)}
          </span>
          <span className="pl-6 text-s text-ink-2">{quote.why}</span>
        </>
      ) : (
        <span className="text-s text-ink-3">{waitingWords(prompt, error, instance)}</span>
      )}
    </output>
  )
}

function waitingWords(prompt: string, error: unknown, instance: Instance | undefined): string {
  const hasPrice = instance !== undefined && instance.column_value_price > 0
  const isAsked = prompt.trim().length >= QUESTION_MIN
  if (error !== undefined) return `${hasPrice ? 'The price' : 'Who answers it'} is not known. ${messageOf(error)}`
  if (isAsked) return hasPrice ? 'Working out what this costs…' : 'Looking for who can answer it…'
  if (instance?.ai === 'local') return WITHOUT_MODEL
  return `Ask a question, and ${hasPrice ? 'what answering it costs' : 'who answers it'} is shown here before you save.`
}
