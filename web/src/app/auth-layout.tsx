import { Link } from '../lib/router/link.tsx'
import { InnerRoute } from '../lib/router/inner-route.tsx'
import { AuthBackdrop } from './auth-backdrop.tsx'
import { LastingLines } from './lasting-lines.tsx'
import { Brand } from './brand.tsx'
import { RouteAnnouncer } from './shell/route-announcer.tsx'

const FOOTER_LINKS = [
  { to: '/contact', text: 'Contact' },
  { to: '/privacy', text: 'Privacy Policy' },
  { to: '/terms', text: 'Terms & Conditions' },
]

const YEAR = new Date().getFullYear()

/** Public screens: a backdrop, the screen in the middle, and the footer. */
export function AuthLayout() {
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <AuthBackdrop />
      <LastingLines />
      <header className="px-6 pt-6">
        <Link to="/" className="target inline-flex items-center rounded-control">
          <Brand />
        </Link>
      </header>
      <main className="grid flex-1 place-items-center px-4 py-10">
        <InnerRoute />
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 px-6 pb-6 text-s text-ink-3">
        <span>© {YEAR} Leadlight</span>
        {FOOTER_LINKS.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            className="target inline-flex items-center justify-center rounded-control hover:text-ink hover:underline"
          >
            {text}
          </Link>
        ))}
      </footer>
      <RouteAnnouncer />
    </div>
  )
}
