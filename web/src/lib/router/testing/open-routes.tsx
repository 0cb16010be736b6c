import { act, render, screen } from '@testing-library/react'
import { expect } from 'vitest'
import { createMemoryHistory } from '../history.ts'
import type { Route } from '../match-routes.ts'
import { InnerRoute } from '../inner-route.tsx'
import { RouterProvider } from '../router-provider.tsx'
import { Router } from '../router.ts'
import { useLocation, useNavigation, useNavigationType, useRouteError } from '../use-router.ts'

function Where() {
  const { pathname, search, hash } = useLocation()
  return <p>{`at ${pathname}${search}${hash}, by ${useNavigationType()}`}</p>
}

export function ErrorPage() {
  const error = useRouteError()
  return <p role="alert">{error instanceof Error ? error.message : 'unknown'}</p>
}

function Frame() {
  const { location } = useNavigation()
  return (
    <>
      <Where />
      {location && <p>{`loading ${location.pathname}`}</p>}
      <InnerRoute />
    </>
  )
}

/** Opens the routes at a path; every page also says where it is. */
export async function open(children: readonly Route[], path = '/', history = createMemoryHistory(path)) {
  const router = new Router([{ Component: Frame, ErrorBoundary: ErrorPage, children }], history)
  await act(async () => void render(<RouterProvider router={router} fallback={<p>starting</p>} />))
  return {
    router,
    /** Resolves once the page is there. */
    go: (to: string | number) => act(() => router.navigate(to)),
    /** The same, to see what shows meanwhile. */
    begin: (to: string) => router.navigate(to),
  }
}

/** Expects a text on the page. */
export const expectAt = (text: string) => expect(screen.getByText(text)).toBeTruthy()
/** A screen that is one heading. */
export const page = (text: string) => () => <h1>{text}</h1>
