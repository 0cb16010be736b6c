import type { InsightFigure } from '@leadlight/domain/insights'
import { ChartColumn, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { SaveButton } from './save-button.tsx'
import type { InsightsOf } from './use-insights.ts'

export interface FigureAnswer<Data> {
  data: Data | undefined
  error: unknown
  isLoading: boolean
  isValidating: boolean
  mutate: () => Promise<unknown>
}

interface FigureCardProps<Data> {
  title: string
  /** What is counted, and how. */
  children: ReactNode
  of: InsightsOf
  figure: InsightFigure
  answer: FigureAnswer<Data>
  /** The text if there is nothing to show; null if there is. */
  emptyText: (data: Data) => ReactNode
  renderChart: (data: Data) => ReactNode
  renderTable: (data: Data) => ReactNode
  className?: string
}

/** A figure as a chart or its table, and as a file. */
export function FigureCard<Data>(props: FigureCardProps<Data>) {
  const { title, children, of, figure, answer, emptyText, className } = props
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const canSave = useCan('lead.export')
  const { data } = answer
  const nothing = data === undefined ? null : emptyText(data)
  const isShown = data !== undefined && nothing === null
  return (
    <Card
      aria-labelledby={id}
      className={classNames('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 p-4 sm:p-5', className)}
    >
      <header className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <div className="flex items-center gap-1">
          <h2 id={id} className="mr-auto min-w-0 text-l font-semibold">
            {title}
          </h2>
          {isShown && (
            <>
              <Button
                size="s"
                variant="quiet"
                aria-label={`${asTable ? 'Show as chart' : 'Show as table'}: ${title}`}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
                {asTable ? 'Chart' : 'Table'}
              </Button>
              {canSave && <SaveButton of={of} figure={figure} title={title} />}
            </>
          )}
        </div>
        <div className="max-w-[75ch] text-s text-ink-3">{children}</div>
      </header>
      <Content {...props} nothing={nothing} asTable={asTable} />
    </Card>
  )
}

function Content<Data>(props: FigureCardProps<Data> & { nothing: ReactNode; asTable: boolean }) {
  const { title, answer, nothing, asTable, renderChart, renderTable } = props
  const { data, error, isLoading, isValidating, mutate } = answer
  if (data === undefined) {
    return error ? (
      <ErrorState
        title="This could not be loaded"
        onRetry={() => void mutate()}
        retrying={isValidating}
        className="py-6"
      >
        {messageOf(error)}
      </ErrorState>
    ) : (
      <SkeletonGroup label={`Loading: ${title}`}>
        <Skeleton className="h-48 w-full" />
      </SkeletonGroup>
    )
  }
  return (
    <div
      aria-busy={isLoading || undefined}
      className={classNames('grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3', isLoading && 'opacity-60')}
    >
      {error !== undefined && error !== null && (
        <Notice
          tone="warning"
          action={
            <Button size="s" onClick={() => void mutate()}>
              Try again
            </Button>
          }
        >
          This may be out of date: {messageOf(error)}
        </Notice>
      )}
      {nothing === null ? (
        asTable ? (
          renderTable(data)
        ) : (
          renderChart(data)
        )
      ) : (
        <p className="py-4 text-ink-2">{nothing}</p>
      )}
    </div>
  )
}
