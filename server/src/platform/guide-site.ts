import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { App } from './http.ts'
import { readWebFiles, sendWebFile, type WebFile } from './web-files.ts'

/** Written into the folder after everything else, by the script that builds it. */
const BUILT = '.built-from'

/**
 * Serves the guide's site below `/guide` to everybody, read into memory at the first request after it was built. What it
 * does not have is its own page of status 404; until it is built every address there says what to do.
 */
export function serveGuide(app: App, directory: string): void {
  let files: Map<string, WebFile> | undefined
  app.hono.get('/guide', (c) => c.redirect('/guide/', 308))
  app.hono.get('/guide/*', (c) => {
    if (!files && existsSync(join(directory, BUILT))) files = readWebFiles(directory, '/static/')
    return files ? answer(c, files) : c.html(notBuilt(), 503, { 'cache-control': 'no-store' })
  })
}

function answer(c: Context, files: ReadonlyMap<string, WebFile>): Promise<Response> | Response {
  const path = c.req.path.slice('/guide'.length)
  const file = [path, `${path}index.html`, `${path}.html`].map((name) => files.get(name)).find((found) => found)
  if (file && path !== `/${BUILT}`) return sendWebFile(c, file)
  const missing = files.get('/404.html')
  return missing ? sendWebFile(c, missing, 404) : c.notFound()
}

function notBuilt(): ReturnType<typeof html> {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Leadlight guide</title>
        <link rel="stylesheet" href="/docs/style.css" />
      </head>
      <body>
        <main>
          <h1>The guide is not built yet</h1>
          <p>
            After the first start it takes a minute: then load this page again. If it is still missing, run
            <code>npm run guide</code> in the folder of Leadlight.
          </p>
        </main>
      </body>
    </html>`
}
