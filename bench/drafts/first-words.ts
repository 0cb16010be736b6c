import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Post {
  url: string
  headers?: Record<string, string>
  body: object
}

/** Milliseconds from sending the request until `words` have come. Reads the rest of the answer before it resolves. */
export function timeFirstWords({ url, headers = {}, body }: Post, words: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const payload = JSON.stringify(body)
  const startedMs = performance.now()
  const asked = request(
    url,
    { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
    (response) => {
      let seen = ''
      let elapsedMs: number | undefined
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        seen += text
        if (elapsedMs === undefined && seen.includes(words)) elapsedMs = performance.now() - startedMs
      })
      response.once('error', reject)
      response.once('end', () => {
        if (elapsedMs === undefined) reject(new Error(`${url} answered ${response.statusCode}: ${seen.slice(0, 300)}`))
        else resolve(elapsedMs)
      })
    },
  )
  asked.once('error', reject)
  asked.end(payload)
  return promise
}
