import { ArrowLeft, Trash2, Undo2, X } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { RowSteps } from '../../lib/rows/row-steps.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectActionsProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  /** The open row, once loaded. */
  row: Row | null
  canDelete: boolean
}

/** The actions of the open person or company; they stay visible while the page scrolls. */
export function ProspectActions<Row extends ProspectRow>({ prospects, row, canDelete }: ProspectActionsProps<Row>) {
  const { links, kind, position } = prospects
  const { one, several } = kind.noun
  return (
    <>
      <div className="sticky top-0 z-10 flex h-12.5 items-center gap-1 border-b bg-bg/95 px-2.5 max-sm:gap-0 max-sm:px-0.5 backdrop-blur-sm @min-[800px]/inbox:px-5">
        <Link
          to={links.list}
          aria-label="Back to the list"
          className={buttonClass('quiet', 's', 'w-8 px-0 @min-[800px]/inbox:hidden')}
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
        {row && canDelete && (
          <IconButton
            label={row.deleted ? 'Undelete' : 'Delete'}
            size="s"
            // The second click of a double click would restore it, or hit the next one.
            onClick={({ detail }) => {
              if (detail < 2) prospects.setDeleted(!row.deleted, { rows: [row] })
            }}
          >
            {row.deleted ? <Undo2 aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
          </IconButton>
        )}
        <span className="flex-1" />
        <RowSteps list={prospects} noun={one} isKnown={row !== null} />
        <span className="hidden @min-[800px]/inbox:block">
          <IconButton label="Close" size="s" onClick={() => position.close()}>
            <X aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {row?.deleted && (
        <div className="px-4 pt-4 @min-[800px]/inbox:px-6">
          <Notice
            tone="warning"
            action={
              canDelete && (
                <Button size="s" onClick={() => prospects.setDeleted(false, { rows: [row] })}>
                  Bring it back
                </Button>
              )
            }
          >
            This {one} is deleted. It shows in the list only when deleted {several} are filtered for.
          </Notice>
        </div>
      )}
    </>
  )
}
