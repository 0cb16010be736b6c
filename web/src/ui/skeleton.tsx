import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A grey shape where something will stand; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-breathe rounded-control bg-line', className)} />
}

/** Wraps the skeletons of one region, and says once that it is loading. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div aria-busy="true" className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}
