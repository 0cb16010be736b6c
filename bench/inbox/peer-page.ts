import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const SOURCE = fileURLToPath(new URL('peer', import.meta.url))
const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

/** Builds the bare list in the way of the product's web, and serves it. */
export async function servePeer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'leadlight-peer-'))
  await build({ root: SOURCE, configFile: false, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://peer')
    const file = pathname === '/' ? 'index.html' : pathname.slice(1)
    readFile(join(outDir, file)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
