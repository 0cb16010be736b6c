import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { App } from './http.ts'

const MIME: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json',
    '.map': 'application/json',
    '.webmanifest': 'application/manifest+json',
    '.txt': 'text/plain; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.webp': 'image/webp',
    '.ico': 'image/x-icon',
    '.woff2': 'font/woff2',
  }),
)
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.map', '.webmanifest', '.txt', '.svg'])
const COMPRESS_BYTES_MIN = 1024
const BROTLI_QUALITY = 9

type Encoding = 'br' | 'gzip'

/** A file in memory and how it is sent. */
export interface WebFile {
  type: string
  etag: string
  cacheControl: string
  bytes: Buffer<ArrayBuffer>
  compressed: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>
  isCompressible: boolean
}

/**
 * Serves the built web app from memory, compressed at the first request for each encoding. Files with a content hash in
 * their name may be cached for ever. Returns how to open a screen, or undefined where no web app is built.
 */
export function serveWebFiles(app: App, directory: string): ((c: Context) => Promise<Response>) | undefined {
  if (!existsSync(join(directory, 'index.html'))) return undefined
  const files = readWebFiles(directory, '/assets/')
  const index = files.get('/index.html')
  if (!index) return undefined
  for (const [path, file] of files) app.hono.get(path, (c) => sendWebFile(c, file))
  app.hono.get('/', (c) => sendWebFile(c, index))
  return (c) => sendWebFile(c, index)
}

/** The files of a folder by path, `/index.html`. Those below the path `hashed` have a content hash in their name. */
export function readWebFiles(directory: string, hashed: string): Map<string, WebFile> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = `/${relative(directory, file).split(sep).join('/')}`
      return [path, webFile(path, readFileSync(file), path.startsWith(hashed))]
    }),
  )
}

function webFile(path: string, bytes: Buffer<ArrayBuffer>, isHashed: boolean): WebFile {
  const extension = extname(path)
  const forms = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    type: MIME.get(extension) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    bytes,
    isCompressible: COMPRESSED.has(extension) && bytes.length >= COMPRESS_BYTES_MIN,
    compressed(encoding) {
      const made = forms.get(encoding) ?? compress(encoding, bytes)
      forms.set(encoding, made)
      return made
    },
  }
}

async function compress(encoding: Encoding, bytes: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 9 })
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** Answers a file, compressed as the browser accepts it, or that the browser has it already. */
export async function sendWebFile(c: Context, file: WebFile, status: 200 | 404 = 200): Promise<Response> {
  c.header('etag', file.etag)
  c.header('cache-control', file.cacheControl)
  if (file.isCompressible) c.header('vary', 'accept-encoding')
  if (c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304)
  c.header('content-type', file.type)
  const encoding = file.isCompressible ? acceptedEncoding(c.req.header('accept-encoding') ?? '') : undefined
  if (!encoding) return c.body(file.bytes, status)
  c.header('content-encoding', encoding)
  return c.body(await file.compressed(encoding), status)
}

function acceptedEncoding(header: string): Encoding | undefined {
  const accepted = header.split(',').filter((one) => !/;\s*q=0(\.0+)?\s*$/.test(one))
  const names = new Set(accepted.map((one) => one.split(';')[0]?.trim().toLowerCase()))
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : undefined
}
