import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A grey placeholder; give it the size of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-breathe rounded-control bg-line', className)} />
}

/** Wraps a region's skeletons and announces once that it is loading. */
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
