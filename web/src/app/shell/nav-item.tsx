import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/use-router.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

interface NavItemProps {
  to: string
  icon: LucideIcon
  text: string
  folded: boolean
  /** Another path that belongs to this entry. */
  alsoAt?: string
  /** Shown at the end, such as a count. */
  children?: ReactNode
}

const LOOK =
  'target relative flex h-8 items-center gap-2.25 rounded-control font-medium text-ink-2 hover:bg-hover hover:text-ink ' +
  'aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--line)]'

/** A link in the navigation, marked on its page and below. When folded, only its icon shows, with a tooltip. */
export function NavItem({ to, icon: Icon, text, folded, alsoAt, children }: NavItemProps) {
  const { pathname } = useLocation()
  const current = [to, alsoAt].some((path) => path && (pathname === path || pathname.startsWith(`${path}/`)))
  const link = (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={`${LOOK} ${folded ? 'w-full justify-center' : 'px-2.25'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={folded ? 'sr-only' : 'flex-1'}>{text}</span>
      {folded ? <span className="absolute -top-1 -right-1">{children}</span> : children}
    </Link>
  )
  return folded ? (
    <Tooltip content={text} side="right" delayMs={0}>
      {link}
    </Tooltip>
  ) : (
    link
  )
}
