import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A bordered surface for related content. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames('rounded-card border bg-surface', className)} />
}
