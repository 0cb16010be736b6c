import type { ComponentType } from 'react'
import type { Location } from './location.ts'

export type Params = Readonly<Record<string, string | undefined>>

export interface Route {
  /** What it adds to the path of its parent: words, `:name` for any part, `:name?` or `word?` for one that may be missing, `*` for all that is left. */
  path?: string
  /** Where to go instead, or null to stay. Asked before anything loads, of the outer routes first. */
  redirect?: (to: Location & { params: Params }) => string | null
  /** What it shows. Without it and `load`, only what its children show. */
  Component?: ComponentType
  /** The same, whose code loads when the route is first opened. */
  load?: () => Promise<ComponentType>
  /** Shows instead of what it or a route within it shows, where that cannot load or render. */
  ErrorBoundary?: ComponentType
  /** Only its innermost routes have addresses. */
  children?: readonly Route[]
}

export interface Match {
  /** The outermost first. */
  routes: readonly Route[]
  params: Params
}

type Leaf = (pathname: string) => Match | null

/** Finds the routes of a path; of several that fit, the one written first. Null if none does. */
export function createMatcher(routes: readonly Route[]): (pathname: string) => Match | null {
  const leaves = leavesOf(routes, [])
  return (pathname) => {
    for (const leaf of leaves) {
      const match = leaf(pathname)
      if (match) return match
    }
    return null
  }
}

function leavesOf(routes: readonly Route[], parents: readonly Route[]): Leaf[] {
  return routes.flatMap((route) => {
    const branch = [...parents, route]
    return route.children ? leavesOf(route.children, branch) : leafOf(branch)
  })
}

function leafOf(routes: readonly Route[]): Leaf {
  const parts = routes.flatMap(({ path = '' }) => path.split('/')).filter(Boolean)
  const names = parts.filter((part) => part.startsWith(':')).map((part) => part.replaceAll(/[:?]/g, ''))
  const pattern = new RegExp(`^${parts.map(patternOf).join('')}/*$`, 'i')
  return (pathname) => {
    const found = pattern.exec(pathname)
    return found && { routes, params: Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1])])) }
  }
}

function patternOf(part: string): string {
  if (part === '*') return '(?:/.*)?'
  const isOptional = part.endsWith('?')
  const word = isOptional ? part.slice(0, -1) : part
  if (!word.startsWith(':')) return isOptional ? `(?:/${word})?` : `/${word}`
  // Lazy: a word that may follow it comes first.
  return isOptional ? '(?:/([^/]+))??' : '/([^/]+)'
}

/** What is not well encoded stays as it is, and nothing will be found under it. */
function decode(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}
