import type { Project } from '@leadlight/contract/projects'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigation, useNavigationType } from '../../lib/router/use-router.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { LastingLines } from '../lasting-lines.tsx'
import { Brand } from '../brand.tsx'
import { Overlays } from './overlays.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { Sidebar } from './sidebar.tsx'
import { useShellProject } from './use-shell-project.ts'
import { useSidebarState } from './use-sidebar-state.ts'

const ImpersonationBar = lazy(async () => ({
  default: (await import('../../features/accounts/impersonation-bar.tsx')).ImpersonationBar,
}))
const Sheet = lazy(async () => ({ default: (await import('../../ui/sheet.tsx')).Sheet }))
const FeedbackDialog = lazy(async () => ({
  default: (await import('../../features/feedback/feedback-dialog.tsx')).FeedbackDialog,
}))

/** No page: every path begins with a slash. */
const CLOSED = ''

/** The product's frame: navigation on the left (icons when folded, a sheet on small screens), the page beside it. */
export function Shell({ projects, children }: { projects: readonly Project[]; children: ReactNode }) {
  const { pathname } = useLocation()
  // Null until first opened. It closes with the page it was opened on, and the way back there does not open it again.
  const [sheetOpenAt, setSheetOpenAt] = useState<string | null>(null)
  if (sheetOpenAt !== null && sheetOpenAt !== CLOSED && sheetOpenAt !== pathname) setSheetOpenAt(CLOSED)
  // Null until first opened; from then on the dialog stays mounted and keeps its text.
  const [feedbackOpen, setFeedbackOpen] = useState<boolean | null>(null)
  const { data: user } = useCurrentUser()
  const sidebar = useSidebarState()
  const project = useShellProject(projects)
  const content = { projects, project, onFeedback: () => setFeedbackOpen(true) }

  return (
    <div className="flex h-dvh flex-col">
      <LastingLines />
      <Suspense>{user?.impersonated_by && <ImpersonationBar />}</Suspense>
      <div
        className={`flex min-h-0 flex-1 flex-col md:flex-row ${sidebar.folded ? 'md:[--aside:3.5rem]' : 'md:[--aside:14.25rem]'}`}
      >
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-surface focus:p-2"
        >
          Skip to the content
        </a>
        <header className="flex h-13 shrink-0 items-center gap-2 border-b px-2.5 md:hidden">
          <IconButton label="Open navigation" onClick={() => setSheetOpenAt(pathname)}>
            <MenuIcon aria-hidden="true" />
          </IconButton>
          <Brand />
          <span className="ml-auto truncate pr-1.5 pl-3 text-s text-ink-3">{project?.name}</span>
        </header>
        <Suspense>
          {sheetOpenAt !== null && (
            <Sheet
              open={sheetOpenAt === pathname}
              onOpenChange={(open) => setSheetOpenAt(open ? pathname : CLOSED)}
              title="Navigation"
              hideTitle
              side="left"
              className="w-[min(100vw-3rem,17.5rem)]"
            >
              <Sidebar {...content} folded={false} />
            </Sheet>
          )}
        </Suspense>
        <aside
          aria-label="Navigation"
          className={`hidden shrink-0 overflow-y-auto border-r md:block ${sidebar.folded ? 'w-14' : 'w-57'}`}
        >
          <Sidebar {...content} folded={sidebar.folded} {...(sidebar.toggle ? { onFold: sidebar.toggle } : {})} />
        </aside>
        <Content>{children}</Content>
      </div>
      <RouteAnnouncer />
      <Overlays project={project} />
      <Suspense>
        {feedbackOpen !== null && <FeedbackDialog open={feedbackOpen} onOpenChange={setFeedbackOpen} />}
      </Suspense>
    </div>
  )
}

/**
 * The page area: scrolls on its own, starts at the top (or restores its position on the way back), and shows a thin bar
 * while the next page loads.
 */
function Content({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const cameBack = useNavigationType().valueOf() === 'POP'
  const main = useRef<HTMLElement>(null)
  const [tops] = useState(() => new Map<string, number>())
  useEffect(() => {
    main.current?.scrollTo(0, cameBack ? (tops.get(pathname) ?? 0) : 0)
  }, [pathname, cameBack, tops])
  return (
    <main
      id="content"
      ref={main}
      tabIndex={-1}
      onScroll={(event) => tops.set(pathname, event.currentTarget.scrollTop)}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none scroll-pb-[max(var(--page-footer,0px)_+_1rem,var(--toast-room))]"
    >
      {state === 'loading' && <div className="absolute inset-x-0 top-0 z-20 h-0.5 animate-breathe bg-accent" />}
      {children}
    </main>
  )
}
