import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** Panels of which one shows at a time; arrow keys move between them. For pages use links, not tabs. */
export const Tabs = Root

export function TabList({ label, className, ...rest }: ComponentProps<typeof List> & { label: string }) {
  return <List {...rest} aria-label={label} className={classNames('flex border-b px-1.5', className)} />
}

/** The look of a tab for links in a strip of pages; the current page has `aria-current` or `data-state="active"`. */
export const TAB =
  'target -mb-px inline-flex shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 py-2 font-medium whitespace-nowrap text-ink-3 ' +
  'hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink aria-[current=page]:border-accent ' +
  'aria-[current=page]:text-ink focus-visible:-outline-offset-2'

export function Tab({ className, ...rest }: ComponentProps<typeof Trigger>) {
  return <Trigger {...rest} className={classNames(TAB, className)} />
}

export const TabPanel = Content
