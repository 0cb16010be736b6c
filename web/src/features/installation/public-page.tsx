import type { PAGES } from '@leadlight/contract/installation'
import { lazy, Suspense } from 'react'
import { Link } from '../../lib/router/link.tsx'
import useSWR from 'swr'
import { fetchJson } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNextLink } from '../../lib/use-next-link.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenCard } from '../../ui/screen-card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

export type PublicPageName = (typeof PAGES)[number]

const TITLES: Record<PublicPageName, string> = {
  contact: 'Contact',
  privacy: 'Privacy Policy',
  terms: 'Terms & Conditions',
}

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** The server validates its reply against the contract before sending it. */
const fetchPage = async (address: string) => (await fetchJson(address)) as { markdown: string }

/** A public page with the operator's text or the default one. */
export function PublicPage({ name }: { name: PublicPageName }) {
  const title = TITLES[name]
  const { to, text } = useNextLink()
  const { data, error, isValidating, mutate } = useSWR<{ markdown: string }, unknown>(keys.pages[name], fetchPage)
  usePageTitle(title)
  return (
    <ScreenCard
      title={title}
      width="l"
      footer={
        <Link to={to} className="link">
          {text}
        </Link>
      }
    >
      {data ? (
        <Suspense fallback={<LoadingText />}>
          <Markdown text={withoutTitle(data.markdown, title)} />
        </Suspense>
      ) : error ? (
        <ErrorState title="This page could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
          {messageOf(error)}
        </ErrorState>
      ) : (
        <LoadingText />
      )}
    </ScreenCard>
  )
}

/** Removes a leading title that the card already shows. */
function withoutTitle(markdown: string, title: string): string {
  const [first = '', ...rest] = markdown.trimStart().split('\n')
  return first.startsWith('# ') && first.slice(2).trim().toLowerCase() === title.toLowerCase()
    ? rest.join('\n')
    : markdown
}

function LoadingText() {
  return (
    <SkeletonGroup label="Loading the page" className="grid gap-3">
      {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-2/3'].map((width, line) => (
        <Skeleton key={`${line} ${width}`} className={`h-3.5 ${width}`} />
      ))}
    </SkeletonGroup>
  )
}
