import { CircleAlert, CircleCheck, Info, TriangleAlert } from './first-icons.tsx'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type NoticeTone = 'info' | 'good' | 'warning' | 'bad'

const LOOKS = {
  info: { Icon: Info, box: 'bg-info-soft', icon: 'text-info' },
  good: { Icon: CircleCheck, box: 'bg-good-soft', icon: 'text-good' },
  warning: { Icon: TriangleAlert, box: 'bg-accent-soft', icon: 'text-accent' },
  bad: { Icon: CircleAlert, box: 'bg-bad-soft', icon: 'text-bad' },
}

interface NoticeProps {
  tone?: NoticeTone
  /** An action or a link at the end. */
  action?: ReactNode
  className?: string
  children: ReactNode
}

/** A permanent notice: a problem, or something good to know. The bad tone is announced at once. */
export function Notice({ tone = 'info', action, className, children }: NoticeProps) {
  const { Icon, box, icon } = LOOKS[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={classNames('flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card px-3 py-2', box, className)}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-2.5">
        <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', icon)} />
        <div className="min-w-0 wrap-anywhere">{children}</div>
      </div>
      {action}
    </div>
  )
}
