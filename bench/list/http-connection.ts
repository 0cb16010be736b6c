import { connect, type Socket } from 'node:net'

const END_OF_HEAD = '\r\n\r\n'

/**
 * One kept-open connection that asks and waits, like pgbench's one client. It uses a bare socket, because an HTTP
 * client of Node takes much of a millisecond itself, which would count as ours.
 */
export interface HttpConnection {
  /** Milliseconds from sending a GET to having its whole answer. Rejects unless that is a 200 with a stated length. */
  time(path: string, token: string): Promise<number>
  close(): void
}

export async function openHttpConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    async time(path, token) {
      const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}${END_OF_HEAD}`
      const answered = readAnswer(socket)
      const startedMs = performance.now()
      socket.write(request)
      const head = await answered
      if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${path} answered ${head.slice(0, 40)}`)
      return performance.now() - startedMs
    },
    close: () => socket.destroy(),
  }
}

/** Resolves with the answer's head once its announced body has arrived. */
function readAnswer(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let received: Buffer = Buffer.alloc(0)
  let wanted = Infinity
  let head = ''
  const onData = (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    if (head === '') {
      const end = received.indexOf(END_OF_HEAD)
      if (end === -1) return
      head = received.toString('latin1', 0, end)
      const length = /^content-length: (\d+)$/im.exec(head)?.[1]
      if (length === undefined) return settle(() => reject(new Error('The answer states no length')))
      wanted = end + END_OF_HEAD.length + Number(length)
    }
    if (received.length >= wanted) settle(() => resolve(head))
  }
  const onError = (error: Error) => settle(() => reject(error))
  const onClose = () => settle(() => reject(new Error('The connection was closed')))
  const settle = (how: () => void) => {
    socket.off('data', onData).off('error', onError).off('close', onClose)
    how()
  }
  socket.on('data', onData).on('error', onError).on('close', onClose)
  return promise
}
