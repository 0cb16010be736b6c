import type { Context } from 'hono'
import { AppError } from './errors.ts'
import type { App } from './http.ts'

/** The paths of the API's calls and the web app's files: an unknown address there is a mistake, not a screen. */
const PATHS_WITHOUT_SCREENS = /^\/(api|auth|users_info|healthz|readyz|metrics|openapi\.json|docs|mcp|in|assets)(\/|$)/
/** Paths that programs request, such as `/.well-known/…`: they would take a page for an answer. */
const HIDDEN = /\/\./

/**
 * Answers what no route takes: 405 where the address exists for another method, the web app's page for a browser on its
 * way to a screen, else 404. Bound last. Screens at an `unlisted` path are neither kept by browsers nor listed by search
 * engines.
 */
export function serveUnknownRoutes(
  app: App,
  openScreen: ((c: Context) => Promise<Response>) | undefined,
  { unlisted }: { unlisted: readonly string[] },
): void {
  const known = app.endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
  }))
  // A route, since Hono lets an error of its `notFound` pass by the middleware, which would neither log nor count it.
  app.hono.all('*', async (c) => {
    // Before the methods: one address is both a call and a screen.
    if (openScreen && isScreen(c))
      return unlisted.includes(screenOf(c.req.path)) ? asUnlisted(c, await openScreen(c)) : openScreen(c)
    const methods = known.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method)
    if (methods.length > 0) {
      c.header('allow', [...new Set(methods)].join(', '))
      const detail = `${c.req.method} is not possible here; ${methods.join(', ')} is.`
      throw new AppError('method_not_allowed', 'method_not_allowed', detail)
    }
    throw new AppError('not_found', 'route_not_found', 'There is nothing at this address.')
  })
}

/** As the web app tells screens apart: by lower case, without a slash at the end. */
function screenOf(path: string): string {
  return path.replace(/\/+$/u, '').toLowerCase()
}

function asUnlisted(c: Context, page: Response): Response {
  page.headers.set('cache-control', 'no-store')
  // What the page set on the context is copied over the response's own once more.
  c.header('cache-control', 'no-store')
  c.header('x-robots-tag', 'noindex, nofollow, noarchive')
  return page
}

/** A browser's navigation. A missing file must stay missing, or the page would load itself as a script. */
function isScreen(c: Context): boolean {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const wantsPage = /text\/html|\*\/\*/.test(c.req.header('accept') ?? '*/*')
  const { path } = c.req
  return isRead && wantsPage && !PATHS_WITHOUT_SCREENS.test(path) && !HIDDEN.test(path) && !/\.\w+$/.test(path)
}
