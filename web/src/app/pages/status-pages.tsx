import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Brand } from '../brand.tsx'

export function NotFoundPage() {
  return (
    <StatusPage title="Page Not Found" text="The page you are looking for does not exist. Do you want to return home?">
      <ReturnHome />
    </StatusPage>
  )
}

export function ServerErrorPage() {
  return (
    <StatusPage
      title="Internal Server Error"
      text="An error occurred while processing your request. Please try again later."
    >
      <ReturnHome />
    </StatusPage>
  )
}

function ReturnHome() {
  return (
    <Link to="/org/projects" className={buttonClass('primary', 'm', 'mt-3')}>
      Return Home
    </Link>
  )
}

function StatusPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 p-6 text-center">
      <div className="mb-4">
        <Brand />
      </div>
      <h1 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h1>
      <p className="max-w-[48ch] text-ink-2">{text}</p>
      {children}
    </main>
  )
}
