import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { parseQuery } from './search-box.ts'
import { createTextIndex } from './text-index.ts'

const PASSWORD = 'abcd-efgh-ijkl-mnop'

export interface BlueskyDouble extends Double {
  /** For BLUESKY_API_URL. */
  pdsUrl: string
  key: { identifier: string; password: string }
  /** Expires its sessions: each token is told so once, with or without the one that refreshes it. */
  expireSessions(options?: { refreshToo: boolean }): void
  remove(uri: string): void
}

interface BlueskyOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
}

interface StoredPost {
  uri: string
  time: number
  words: string
  post: CorpusPost
}

/** A personal data server with sessions, search and reading of posts, as the lexicons describe them. */
export async function startBlueskyDouble(options: BlueskyOptions): Promise<BlueskyDouble> {
  const posts = options.posts.map(toStored)
  const byUri = new Map(posts.map((stored) => [stored.uri, stored]))
  const index = createTextIndex(posts)
  const key = { identifier: 'listener.made-up.example', password: PASSWORD }
  let access = new Set<string>()
  let refresh = new Set<string>()
  let made = 0

  function session(): Answer {
    made += 1
    const tokens = { accessJwt: `access-${made}`, refreshJwt: `refresh-${made}` }
    access.add(tokens.accessJwt)
    refresh.add(tokens.refreshJwt)
    return json({ ...tokens, did: 'did:plc:listener', handle: key.identifier, active: true })
  }

  function search(asked: URLSearchParams): Answer {
    const q = asked.get('q') ?? ''
    if (q === '') return failure(400, 'InvalidRequest', 'Params must have the property "q"')
    const window = {
      after: Math.floor(Date.parse(asked.get('since') ?? '1970-01-01') / 1000) - 1,
      before: Math.ceil(Date.parse(asked.get('until') ?? '2100-01-01') / 1000),
    }
    const found = index.find(parseQuery(q), window).filter(({ uri }) => byUri.has(uri))
    const limit = Math.min(Number(asked.get('limit') ?? 25), 100)
    return json({ posts: found.slice(0, limit).map(present), hitsTotal: found.length })
  }

  function answer({ url: { pathname, searchParams }, headers, body }: Question): Answer {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const method = pathname.replace('/xrpc/', '')
    if (method === 'com.atproto.server.createSession') {
      const sent = JSON.parse(body) as typeof key
      const isKnown = sent.identifier === key.identifier && sent.password === key.password
      return isKnown ? session() : failure(401, 'AuthenticationRequired', 'Invalid identifier or password')
    }
    if (method === 'com.atproto.server.refreshSession')
      return refresh.delete(token) ? session() : failure(400, 'ExpiredToken', 'Token has been revoked')
    if (token === '') return failure(401, 'AuthMissing', 'Authentication Required')
    if (!access.has(token)) return failure(400, 'ExpiredToken', 'Token has expired')
    if (method === 'app.bsky.feed.searchPosts') return search(searchParams)
    if (method === 'app.bsky.feed.getPosts')
      return json({
        posts: searchParams
          .getAll('uris')
          .flatMap((uri) => byUri.get(uri) ?? [])
          .map(present),
      })
    return failure(501, 'MethodNotImplemented', 'Method Not Implemented')
  }

  const double = await startDouble(answer, options)
  return {
    ...double,
    pdsUrl: double.url,
    key,
    expireSessions({ refreshToo } = { refreshToo: false }) {
      access = new Set()
      if (refreshToo) refresh = new Set()
    },
    remove: (uri) => void byUri.delete(uri),
  }
}

function failure(status: number, error: string, message: string): Answer {
  return json({ error, message }, status)
}

function toStored(post: CorpusPost, position: number): StoredPost {
  const uri = `at://did:plc:${post.author}/app.bsky.feed.post/${String(position).padStart(6, '0')}`
  return { uri, time: Math.floor(post.createdAt.getTime() / 1000), words: post.text, post }
}

function present({ uri, post }: StoredPost) {
  return {
    uri,
    cid: `cid-${uri.slice(-6)}`,
    author: { did: `did:plc:${post.author}`, handle: `${post.author}.made-up.example`, displayName: post.author },
    record: { $type: 'app.bsky.feed.post', text: post.text, createdAt: '1970-01-01T00:00:00.000Z', langs: ['en'] },
    replyCount: post.comments,
    repostCount: 0,
    likeCount: post.points,
    quoteCount: 0,
    indexedAt: post.createdAt.toISOString(),
    labels: [],
  }
}
