import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '@leadlight/contract/shapes'

type Unread = Pick<Problem, 'status' | 'code' | 'detail'>

const OVERFLOW: Unread = {
  status: 431,
  code: 'headers_too_large',
  detail: 'The headers of this request are too large. Nothing of it was read; send fewer or shorter ones.',
}
const SLOW: Unread = {
  status: 408,
  code: 'request_too_slow',
  detail: 'The request did not arrive in time. Nothing of it was kept; send it again.',
}
const MALFORMED: Unread = {
  status: 400,
  code: 'request_malformed',
  detail: 'This is no HTTP request that can be read. Nothing of it was kept.',
}

/**
 * Answers what Node refuses before any route sees it with a problem document too, and ends the connection. Where an
 * answer is already under way, the connection is cut instead.
 */
export function answerUnread(server: Server): void {
  const answering = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request, response) => answering.set(request.socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket)
    const isBusy = response !== undefined && response.headersSent && !response.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isBusy) {
      socket.destroy()
      return
    }
    // Cut once it is sent: whoever trickles could hold a half-closed connection open.
    socket.end(compose(unreadOf(error.code)), () => socket.destroy())
  })
}

function unreadOf(code: string | undefined): Unread {
  if (code === 'HPE_HEADER_OVERFLOW') return OVERFLOW
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? SLOW : MALFORMED
}

function compose({ status, code, detail }: Unread): string {
  const title = STATUS_CODES[status] ?? 'Error'
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code })
  return [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
