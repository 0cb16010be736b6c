import type { Role } from '@leadlight/domain/roles'
import { Bell, Briefcase, PenLine, Settings2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { InnerRoute } from '../../lib/router/inner-route.tsx'
import { useLocation, useParams } from '../../lib/router/use-router.ts'
import { useRole } from '../../lib/current-user.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Page } from '../../ui/page.tsx'
import { TAB } from '../../ui/tabs.tsx'

type SettingsPermission = 'PUBLIC' | 'SUPER_ADMIN'

const ENTRIES = [
  { path: 'project', text: 'General', icon: Settings2, permission: 'PUBLIC' },
  { path: 'business', text: 'Business', icon: Briefcase, permission: 'PUBLIC' },
  { path: 'writing', text: 'Writing', icon: PenLine, permission: 'PUBLIC' },
  { path: 'notifications', text: 'Notifications', icon: Bell, permission: 'PUBLIC' },
  { path: 'danger-zone', text: 'Danger Zone', icon: TriangleAlert, permission: 'PUBLIC' },
] as const satisfies readonly { permission: SettingsPermission; [part: string]: unknown }[]

const SIDE =
  'md:mb-0 md:h-8 md:rounded-control md:border-b-0 md:px-2.25 md:hover:bg-hover md:aria-[current=page]:bg-surface ' +
  'md:aria-[current=page]:shadow-[0_0_0_1px_var(--line)]'

/** A project's settings: side navigation, a strip of tabs on small screens, and the current page. */
export function SettingsLayout() {
  const { projectId } = useParams()
  const { pathname } = useLocation()
  const role = useRole()
  const nav = useRef<HTMLElement>(null)
  usePageTitle('Project Settings')
  useEffect(() => centerActiveEntry(nav.current, pathname), [pathname])
  return (
    <Page title="Project Settings" subtitle="Manage your project name, business details, and notification settings">
      <div className="grid items-start gap-6 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-9">
        <nav
          ref={nav}
          aria-label="Settings"
          onScroll={({ currentTarget }) => markCutEnds(currentTarget)}
          className="-mx-4 flex overflow-x-auto border-b px-1.5 [scrollbar-width:none] data-[cut~=left]:mask-l-from-[calc(100%-3rem)] data-[cut~=right]:mask-r-from-[calc(100%-3rem)] sm:mx-0 sm:px-0 md:grid md:gap-px md:overflow-visible md:border-b-0"
        >
          {ENTRIES.filter(({ permission }) => isShown(permission, role)).map(({ path, text, icon: Icon }) => {
            const to = `/projects/${projectId}/settings/${path}`
            return (
              <Link key={path} to={to} aria-current={pathname === to ? 'page' : undefined} className={`${TAB} ${SIDE}`}>
                <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
                {text}
              </Link>
            )
          })}
        </nav>
        <div className="min-w-0 max-w-150">
          <InnerRoute />
        </div>
      </div>
    </Page>
  )
}

/** Scrolls only the strip, to centre the active entry, again after its font has loaded. */
function centerActiveEntry(strip: HTMLElement | null, pathname: string): (() => void) | undefined {
  const active = strip?.querySelector(`[href="${pathname}"]`)
  if (!strip || !active || typeof ResizeObserver === 'undefined') return undefined
  const observer = new ResizeObserver(() => {
    const [whole, entry] = [strip.getBoundingClientRect(), active.getBoundingClientRect()]
    strip.scrollLeft += entry.left + entry.width / 2 - (whole.left + whole.width / 2)
    markCutEnds(strip)
  })
  for (const one of [strip, ...strip.children]) observer.observe(one)
  return () => observer.disconnect()
}

/** Says at which ends the strip goes on, where it fades: its scrollbar is hidden. */
function markCutEnds(strip: HTMLElement): void {
  const right = strip.scrollWidth - strip.clientWidth - strip.scrollLeft
  strip.dataset['cut'] = [strip.scrollLeft > 1 && 'left', right > 1 && 'right'].filter(Boolean).join(' ')
}

/** An entry marked SUPER_ADMIN is hidden from all other roles. */
export function isShown(permission: SettingsPermission, role: Role | null): boolean {
  return permission === 'PUBLIC' || role === 'SUPER_ADMIN'
}
