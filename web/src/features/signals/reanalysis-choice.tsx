import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Quoting, ReanalysisQuote } from './use-reanalysis-quote.ts'

interface ReanalysisChoiceProps {
  isChosen: boolean
  quoting: Quoting
  onChoose: (isChosen: boolean) => void
}

/** Whether new words are to judge the posts already collected again, with what that costs before anything is spent. */
export function ReanalysisChoice({ isChosen, quoting, onChoose }: ReanalysisChoiceProps) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <Checkbox className="text-s text-ink-2" checked={isChosen} onChange={(event) => onChoose(event.target.checked)}>
        Judge the posts already collected again
      </Checkbox>
      {isChosen && (
        <output className="num pl-6 text-s text-ink-3">
          {quoting.quote && <b className="font-medium text-ink-2">{quoteWords(quoting.quote)} </b>}
          {quoting.quote?.why ?? waitingWords(quoting.error)}
        </output>
      )}
    </div>
  )
}

/** In a few words: "430 posts · at most 215 credits." Where it costs nothing, the reason says so. */
function quoteWords({ posts, credits }: ReanalysisQuote): string {
  const parts = [posts > 0 && formatCount(posts, 'post'), credits > 0 && `at most ${formatCount(credits, 'credit')}`]
  const words = parts.filter(Boolean).join(' · ')
  return words && `${words}.`
}

function waitingWords(error: unknown): string {
  return error === undefined
    ? 'Working out what this costs…'
    : `The price is not known, so they are not judged again. ${messageOf(error)}`
}
