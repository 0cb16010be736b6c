import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PageFooter } from '../../ui/page-footer.tsx'
import { SaveFailed } from '../../ui/save-failed.tsx'

interface StepFrameProps {
  title: string
  intro: ReactNode
  /** The target of Back; the first step has none. */
  backTo?: string
  /** Some input could not be saved. */
  isUnsaved?: boolean
  /** The buttons, the main one last. */
  actions: ReactNode
  /** Beside the content, which is then as wide as its lines read well; without it the content fills the width. */
  aside?: ReactNode
  children: ReactNode
}

/** One step: title, content, Back and the other buttons. */
export function StepFrame({ title, intro, backTo, isUnsaved, actions, aside, children }: StepFrameProps) {
  return (
    <div className="grid min-w-0 gap-5">
      <div>
        <h2 className="sr-only">{title}</h2>
        <p className="max-w-[72ch] text-l text-pretty text-ink-2">{intro}</p>
      </div>
      {aside ? (
        <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
          <div className="grid min-w-0 gap-4.5">{children}</div>
          {aside}
        </div>
      ) : (
        <div className="grid min-w-0 gap-4.5">{children}</div>
      )}
      <PageFooter className="-mb-2 flex flex-wrap items-center justify-end gap-2 border-t bg-bg/95 pt-4 pb-2 backdrop-blur-sm">
        {backTo && (
          <Link to={backTo} className={buttonClass('quiet', 'm', 'max-sm:w-8 max-sm:px-0')}>
            <ArrowLeft aria-hidden="true" />
            <span className="max-sm:sr-only">Back</span>
          </Link>
        )}
        <output className="mr-auto text-s sm:mr-0 sm:ml-auto">{isUnsaved && <SaveFailed />}</output>
        {actions}
      </PageFooter>
    </div>
  )
}
