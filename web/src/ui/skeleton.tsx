import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FloatingWaiting } from './waiting.tsx'

/** A grey placeholder; give it the size of what is loading, and put it into a `SkeletonGroup`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-breathe rounded-control bg-line', className)} />
}

/** Wraps a region's skeletons: announces once that it is loading, and says it over them if that lasts. */
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
    <div aria-busy="true" className={classNames('relative', className)}>
      {children}
      <div className="pointer-events-none absolute inset-0 grid max-h-80 place-items-center">
        <FloatingWaiting label={label} />
      </div>
    </div>
  )
}
