import type { CoverageEntry, Source } from '@leadlight/contract/sources'
import { useState } from 'react'
import { formatNumber, formatSpan, formatTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { nameSource } from './name-source.ts'

const AT_FIRST = 10
const MORE = 40
/** As many the server lists. */
const LISTED_MAX = 200

interface LookTableProps {
  looks: readonly CoverageEntry[]
  sources: readonly Source[]
}

/** The newest looks at the sources, by searches and by monitoring: what was looked at, what came, what failed. */
export function LookTable({ looks, sources }: LookTableProps) {
  const [count, setCount] = useState(AT_FIRST)
  const now = useNow()
  if (looks.length === 0) {
    return <p className="rounded-card border border-dashed px-3 py-4 text-ink-2">Nothing has been looked at yet.</p>
  }
  const shown = looks.slice(0, count)
  return (
    <>
      <Table label="Looks at the sources" className="text-s">
        <thead>
          <tr>
            <TableHeader>Source</TableHeader>
            <TableHeader>Looked</TableHeader>
            <TableHeader>Window</TableHeader>
            <TableHeader className="text-right">Seen</TableHeader>
            <TableHeader className="text-right">Near enough to judge</TableHeader>
          </tr>
        </thead>
        <tbody>
          {shown.map((look, index) => (
            <LookRow key={`${look.polled_at} ${index}`} look={look} name={nameSource(sources, look)} now={now} />
          ))}
        </tbody>
      </Table>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-s text-ink-2">
        {looks.length > count && (
          <Button size="s" onClick={() => setCount(count + MORE)}>
            Show more
          </Button>
        )}
        <p>{rest(shown.length, looks.length)}</p>
      </div>
    </>
  )
}

function LookRow({ look, name, now }: { look: CoverageEntry; name: string; now: Date }) {
  const problem = look.error ?? (look.gap ? 'Some of it was out of reach.' : null)
  return (
    <TableRow>
      <TableCell className="min-w-52 align-top">
        <p className="font-medium break-words">{name}</p>
        <p className="break-words text-ink-2">{look.query === '' ? 'everything new' : `“${look.query}”`}</p>
        {problem !== null && <p className={look.error ? 'break-words text-bad' : 'text-ink-2'}>{problem}</p>}
      </TableCell>
      <TableCell className="num align-top whitespace-nowrap">{formatTime(look.polled_at, now)}</TableCell>
      <TableCell className="num align-top whitespace-nowrap">
        {formatSpan(look.window_from, look.window_to, now)}
      </TableCell>
      <TableCell className="num text-right align-top">{formatNumber(look.seen)}</TableCell>
      <TableCell className="num text-right align-top">{formatNumber(look.kept)}</TableCell>
    </TableRow>
  )
}

function rest(shown: number, listed: number): string {
  if (shown < listed) return `The newest ${shown} of ${listed} looks.`
  return listed < LISTED_MAX ? 'There are no others.' : `Looks before the newest ${LISTED_MAX} are not listed.`
}
