import type { IntentSignal } from '@leadlight/contract/signals'
import { SIGNALS_PER_PROJECT_MAX } from '@leadlight/domain/signals'
import { readNameList, type NameLine } from '@leadlight/domain/watched-names/read-name-list'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useNameChanges } from './name-changes.ts'

const LIST_CHARACTERS_MAX = 60_000

const OUTCOMES: Record<NameLine['outcome'], { word: string; tone: Tone }> = {
  new: { word: 'New', tone: 'good' },
  known: { word: 'There already', tone: 'neutral' },
  wrong: { word: 'Not read', tone: 'bad' },
  no_room: { word: 'No room', tone: 'accent' },
}

/** A list of names from another tool: pasted or from a file, with what each line becomes before anything is saved. */
export function NameImport({ projectId, signals }: { projectId: string; signals: readonly IntentSignal[] }) {
  const { importList } = useNameChanges(projectId)
  const [list, setList] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const taken = signals.map(({ intent_signal }) => intent_signal)
  const { lines, unused } = readNameList(list, { taken, room: Math.max(0, SIGNALS_PER_PROJECT_MAX - taken.length) })
  const fresh = lines.filter(({ outcome }) => outcome === 'new').length
  const isTooLong = list.length > LIST_CHARACTERS_MAX
  async function add() {
    setBusy(true)
    setError(null)
    try {
      const { lines: answered, header, signal_ids: ids } = await importList(list)
      // What was not taken stays, to be mended; what was typed meanwhile stays too, beside what is there already.
      setList((typed) => (typed === list ? notTaken(answered, header) : typed))
      showToast({ kind: 'success', message: `${formatCount(ids.length, 'name is', 'names are')} watched now.` })
    } catch (failure) {
      setError(`Nothing was imported. ${messageOf(failure)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="grid min-w-0 gap-3 px-4 py-3.5">
      <Field
        label="A list from another tool"
        error={isTooLong ? 'The list is too long. Import it in parts of at most 60,000 characters.' : error}
        hint="A keyword a line, or a CSV file with a column of keywords, as F5Bot, Syften and Octolens have them."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={list}
            spellCheck={false}
            onChange={(event) => setList(event.target.value)}
          />
        )}
      </Field>
      <ListFile onRead={setList} onError={setError} />
      {unused.length > 0 && (
        <p className="text-s text-ink-2">These columns say nothing about names: {unused.join(', ')}.</p>
      )}
      {lines.length > 0 && (
        <ol aria-label="What the list becomes" className="max-h-80 divide-y overflow-y-auto rounded-control border">
          {lines.map((line) => (
            <Line key={line.line} line={line} />
          ))}
        </ol>
      )}
      {lines.length > 0 && (
        <div className="flex justify-end">
          <Button size="s" variant="primary" busy={busy} disabled={fresh === 0 || isTooLong} onClick={() => void add()}>
            Watch {formatCount(fresh, 'name')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The lines that are still to be taken, as a list that reads as the one they are from. */
function notTaken(lines: readonly NameLine[], header: string | null): string {
  const left = lines.filter(({ outcome }) => outcome === 'wrong' || outcome === 'no_room').map(({ text }) => text)
  return (left.length > 0 && header !== null ? [header, ...left] : left).join('\n')
}

function ListFile({ onRead, onError }: { onRead: (list: string) => void; onError: (error: string) => void }) {
  return (
    <label className="grid gap-1.5 text-s font-medium text-ink-2">
      Or a file
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className="target max-w-full text-s font-normal file:mr-3 file:rounded-control file:border file:border-solid file:border-line-strong file:bg-surface file:px-2.5 file:py-1 file:font-medium file:text-ink"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          file?.text().then(onRead, () => onError('The file could not be read. Paste what is in it.'))
        }}
      />
    </label>
  )
}

function Line({ line: { line, text, names, outcome, why } }: { line: NameLine }) {
  const { word, tone } = OUTCOMES[outcome]
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline gap-2 px-3 py-2 text-s">
      <span className="num text-ink-3">
        <span className="sr-only">Line </span>
        {line}
      </span>
      <div className="min-w-0 wrap-anywhere">
        {names ?? text}
        {why !== null && <p className="text-ink-3">{why}</p>}
      </div>
      <Chip tone={tone}>{word}</Chip>
    </li>
  )
}
