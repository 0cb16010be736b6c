import { Hono } from 'hono'
import { AppError } from './errors.ts'
import type { NewId } from './ids.ts'
import { presentProblem } from './problem.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { startWebServer, type Listening, type Served, type WebServer } from './web-server.ts'

const RETRY_AFTER_SECONDS = '2'

/** Where a process is reached by HTTP, from the moment that there is something to say. */
export interface Front {
  /** Listens, and says that the process is alive and, with `reason`, not ready yet. */
  excuse(reason: string): Promise<void>
  /** Has `app` answer from now on. Rejects with a sentence where the port cannot be used. */
  serve(app: Served): Promise<WebServer>
  /** Closes what it has opened. */
  close(): Promise<void>
}

interface Options {
  version: string
  newId: NewId
}

export function createFront(listening: Listening, options: Options): Front {
  let server: WebServer | undefined
  let app: Served | undefined
  const reception: Served = {
    get hono() {
      if (!app) throw new Error('Nothing is served yet.')
      return app.hono
    },
  }

  async function serve(next: Served): Promise<WebServer> {
    app = next
    return (server ??= await startWebServer(reception, listening))
  }

  return {
    serve,
    async excuse(reason) {
      await serve({ hono: excusing(reason, options) })
    },
    async close() {
      await server?.stop()
    },
  }
}

/** Answers as the app does whose database is away. */
function excusing(reason: string, { version, newId }: Options): Served['hono'] {
  const hono = new Hono()
  hono.use(async (c, next) => {
    securityHeaders(c, { policy: contentSecurityPolicy(undefined), isSecure: false })
    await next()
    c.header('cache-control', 'no-store')
  })
  const trouble = `This process cannot do its work at this moment. ${reason}`
  hono.get('/healthz', (c) => c.json({ status: 'alive', version }))
  hono.all('*', (c) => {
    const requestId = newId()
    const error =
      c.req.path === '/readyz'
        ? new AppError('unavailable', 'not_ready', trouble)
        : new AppError('unavailable', 'starting', 'This installation is starting. Try again in a moment.')
    return c.json(presentProblem(error, requestId), 503, {
      'content-type': 'application/problem+json',
      'retry-after': RETRY_AFTER_SECONDS,
      'x-request-id': requestId,
    })
  })
  return hono
}
