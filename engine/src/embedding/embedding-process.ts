import { fork, type ChildProcess } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'
import type { TokenEmbedding } from './embedder.ts'
import type { EmbeddingReply, EmbeddingRequest } from './embedding-child.ts'

interface Waiting {
  resolve(embeddings: TokenEmbedding[]): void
  reject(error: Error): void
}

/**
 * The process that embeds: started by the first request, and restarted by the next if it died. It ends with its parent.
 */
export interface EmbeddingProcess {
  ask(texts: readonly string[], withTokens: boolean): Promise<TokenEmbedding[]>
  /** Ends it at once; open requests fail. */
  stop(): Promise<void>
}

export function createEmbeddingProcess(layerFile?: URL): EmbeddingProcess {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let lastId = 0

  function settle(reply: EmbeddingReply): void {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0 && child) setKeepsUsAlive(child, false)
    if ('problem' in reply) request?.reject(new Error(reply.problem))
    else request?.resolve(reply.embeddings.map(ownMemory))
  }

  /** A process that died answers nobody, so every waiting request fails now instead of hanging. */
  function drop(dead: ChildProcess, error: Error): void {
    if (child !== dead) return
    child = undefined
    dead.kill('SIGKILL')
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  }

  function start(): ChildProcess {
    // It inherits our flags. Its standard output is ignored, since ours may be somebody's pipe.
    const started = fork(new URL('./embedding-child.ts', import.meta.url), layerFile ? [layerFile.href] : [], {
      serialization: 'advanced',
      env: childEnvironment(process.env),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (reply) => {
      // It sends nothing else.
      if (child === started) settle(reply as unknown as EmbeddingReply)
    })
    started.on('error', (error) => {
      // A running one may still have answers under way, which are settled before it closes.
      if (started.pid === undefined) drop(started, error)
      else started.kill('SIGKILL')
    })
    // Not at its exit: the last of its answers may still be unread then.
    started.on('close', (code, signal) => {
      drop(started, new Error(`The embedding process ended (${signal ?? `status ${code}`}).`))
    })
    return started
  }

  function ask(texts: readonly string[], withTokens: boolean): Promise<TokenEmbedding[]> {
    const request: EmbeddingRequest = { id: ++lastId, texts, withTokens }
    const running = (child ??= start())
    const answer = Promise.withResolvers<TokenEmbedding[]>()
    waiting.set(request.id, answer)
    setKeepsUsAlive(running, true)
    // One that could not be started, or is ending, reports that itself.
    if (running.connected) running.send(request)
    return answer.promise
  }

  async function stop(): Promise<void> {
    const stopped = child
    // One that the system could not start has nothing to close.
    if (stopped?.pid === undefined) return
    const closed = new Promise((resolve) => stopped.once('close', resolve))
    setKeepsUsAlive(stopped, true)
    drop(stopped, new Error('The embedder is closed.'))
    await closed
  }

  return { ask, stop }
}

/** An idle process must not keep ours alive. */
function setKeepsUsAlive(child: ChildProcess, keeps: boolean): void {
  if (keeps) child.ref()
  else child.unref()
  if (keeps) child.channel?.ref()
  else child.channel?.unref()
}

/** Everything in one message shares its memory: keeping one vector would keep the tokens of all its texts. */
function ownMemory({ vector, tokens, near, starts }: TokenEmbedding): TokenEmbedding {
  return { vector: vector.slice(), tokens: tokens.slice(), near: near.slice(), starts: starts.slice() }
}
