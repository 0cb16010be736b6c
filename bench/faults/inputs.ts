import { request } from 'node:http'
import { listLeads } from '@leadlight/contract/leads'
import { addNote } from '@leadlight/contract/lead-work'
import type { Fault, Finding } from './fault.ts'
import { enterSeeded, type Person } from './person.ts'
import type { Fixture } from './fixture.ts'
import { anyLead, recoveredMs, see, work, type Seen } from './watch.ts'

const ANSWER_MS_MAX = 2_000
const MANY = 10_000
const LONG = 10_000_000

/** What callers send that no well-meaning program would. */
export const INPUT_FAULTS: readonly Fault[] = [
  {
    name: 'bad-text',
    does: 'malformed UTF-8, NUL, lone surrogates, 10 MB and 100,000 levels in a body',
    boundMs: 0,
    run: sendTexts,
  },
  {
    name: 'absurd-filters',
    does: 'absurd filters, pages and cursors of a list of 30,000',
    boundMs: 0,
    run: sendFilters,
  },
]

async function sendTexts(fixture: Fixture): Promise<Finding> {
  const person = await enterSeeded(fixture, fixture.small)
  const leadId = await anyLead(fixture.fetchRows, person)
  const path = addNote.path.replace('{projectId}', person.projectId).replace('{id}', leadId)
  const bodies: Record<string, Buffer> = {
    'malformed UTF-8': Buffer.concat([
      Buffer.from('{"text":"'),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
    'an escaped NUL': Buffer.from('{"text":"a\\u0000b"}'),
    'a bare NUL': Buffer.from('{"text":"a\u0000b"}'),
    'a lone high surrogate': Buffer.from('{"text":"a\\ud800b"}'),
    'a lone low surrogate': Buffer.from('{"text":"a\\udc00b"}'),
    'marks of direction': Buffer.from(`{"text":"${'\u202e\u2066\u200d'.repeat(100)}"}`),
    'a text of 10 MB': Buffer.from(`{"text":"${'a'.repeat(LONG)}"}`),
    '100,000 levels': Buffer.from(`{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    'a number beyond all': Buffer.from('{"text":1e400}'),
    'the same key twice': Buffer.from('{"text":"a","text":"b"}'),
    'a prototype': Buffer.from('{"text":"a","__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
    'half a body': Buffer.from('{"text":"a'),
    nothing: Buffer.alloc(0),
  }
  const sent = Object.entries(bodies).map(
    ([what, body]) =>
      () =>
        send(fixture, person, { what, path, method: 'POST', body }),
  )
  return sendBeside(fixture, sent)
}

async function sendFilters(fixture: Fixture): Promise<Finding> {
  const person = await enterSeeded(fixture, fixture.largest)
  const other = await enterSeeded(fixture, fixture.small)
  const path = listLeads.path.replace('{projectId}', person.projectId)
  const foreign = await fetch(`${fixture.url}${listLeads.path.replace('{projectId}', other.projectId)}?limit=1`, {
    headers: { authorization: `Bearer ${other.token}` },
  })
  const { next_cursor: cursor } = (await foreign.json()) as { next_cursor: string | null }
  const queries: Record<string, string> = {
    'a page of a billion': 'limit=1000000000',
    'a page of less than nothing': 'limit=-1',
    'a page of no number': 'limit=NaN',
    'a skip of no number': 'skip=1e400',
    'the millionth page': 'skip=1000000&limit=100',
    'a cursor of no list': 'cursor=NaN',
    'a cursor of bytes': `cursor=${encodeURIComponent(Buffer.from([0, 255, 254]).toString('base64'))}`,
    "somebody else's cursor": `cursor=${encodeURIComponent(cursor ?? 'none')}`,
    'a thousand words': `search_text=${encodeURIComponent(Array.from({ length: 1_000 }, (_, n) => `w${n}`).join(' '))}`,
    'a hungry expression': `search_text=${encodeURIComponent('(a+)+$'.repeat(50))}`,
    'operators alone': `search_text=${encodeURIComponent("':* & | ! <-> ( ) \\ % _")}`,
    'a NUL': 'search_text=a%00b',
    'half a character': 'search_text=%ed%a0%80',
    'a broken escape': 'search_text=%zz',
    'the same filter a thousand times': Array.from({ length: 1_000 }, () => 'intent_signals=x').join('&'),
    'an unknown sort': 'sort_by=constructor&sort_order=sideways',
  }
  const long = Array.from({ length: MANY }, (_, n) => `w${n}`).join('+')
  const sent = [...Object.entries(queries), ['an address of 60 KB', `search_text=${long}`] as const].map(
    ([what, query]) =>
      () =>
        send(fixture, person, { what, path: `${path}?${query}`, method: 'GET' }),
  )
  return sendBeside(fixture, sent)
}

interface Sending {
  what: string
  path: string
  method: string
  body?: Buffer
}

/** Sends the bytes as they are, which `fetch` would mend. */
function send({ url }: Fixture, { token }: Person, { what, path, method, body }: Sending): Promise<Seen> {
  const { hostname: host, port } = new URL(url)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body?.length ?? 0,
  }
  return see(
    what,
    (signal) =>
      new Promise<Response>((resolve, reject) => {
        const asked = request({ host, port, path, method, headers, signal, agent: false })
        let isAnswered = false
        asked.on('response', (response) => {
          isAnswered = true
          const pieces: Buffer[] = []
          const done = () =>
            resolve(
              new Response(Buffer.concat(pieces), {
                status: response.statusCode ?? 0,
                headers: { 'retry-after': response.headers['retry-after'] ?? '' },
              }),
            )
          response
            .on('data', (piece: Buffer) => pieces.push(piece))
            .on('end', done)
            .on('error', done)
        })
        // A body that is refused unread is cut off while it is being sent.
        asked.on('error', (error) => !isAnswered && reject(error))
        asked.end(body)
      }),
  )
}

/** One after another, while somebody else works; each has to be answered in time. */
async function sendBeside(fixture: Fixture, sent: readonly (() => Promise<Seen>)[]): Promise<Finding> {
  const colleague = await enterSeeded(fixture, fixture.small)
  const atWork = work(fixture.url, colleague, await anyLead(fixture.fetchRows, colleague))
  const hostile: Seen[] = []
  for (const next of sent) hostile.push(await next())
  const users = await atWork.end()
  const late = hostile.filter(({ tookMs }) => tookMs > ANSWER_MS_MAX)
  return {
    ...users,
    seen: [...users.seen, ...hostile],
    recoveredMs: recoveredMs(users.seen, performance.now()),
    broken: late.map(({ what, tookMs }) => `${what} was answered after ${Math.round(tookMs)} ms`),
    note: hostile.map(({ what, status }) => `${what} ${status}`).join(', '),
  }
}
