import { createContext, use } from 'react'
import type { Location } from './location.ts'
import type { Params } from './match-routes.ts'
import type { Arrival, Navigation, Page, Router } from './router.ts'

export const RouterContext = createContext<Router | null>(null)
export const PageContext = createContext<Page | null>(null)
export const NavigationContext = createContext<Navigation>({ state: 'idle' })
export const ErrorContext = createContext<unknown>(undefined)

export function useRouter(): Router {
  return given(use(RouterContext))
}

/** The page around; a component renders again with each. */
export function usePage(): Page {
  return given(use(PageContext))
}

/** Goes to a path, or so many entries back or forth. It is the same function always. */
export function useNavigate(): Router['navigate'] {
  return useRouter().navigate
}

export function useLocation(): Location {
  return usePage().location
}

/** The named parts of the path. */
export function useParams(): Params {
  return usePage().params
}

/** How the page was reached. */
export function useNavigationType(): Arrival {
  return usePage().arrival
}

/** Whether the next page is loading, and where it is. */
export function useNavigation(): Navigation {
  return use(NavigationContext)
}

/** In an error boundary of a route: what was thrown. */
export function useRouteError(): unknown {
  return use(ErrorContext)
}

function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('There is no router around this component')
  return value
}
