import type { FinishReason, LanguageModel as SdkModel } from 'ai'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import type { LanguageModel, WritingRequest } from './language-model.ts'
import { unavailable } from './model-failure.ts'

export interface ModelConfig {
  provider: 'local' | 'openai' | 'anthropic' | 'openai-compatible'
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string | undefined
}

/** A model may think for a while before its first word, but not longer than somebody waits at a screen. */
const LIMITS = { headersMs: 60_000, totalMs: 180_000, maxBytes: 4_000_000 }
/** Beyond the first; a waiting person can ask again. The library waits as long as the provider says, or two seconds. */
const RETRIES_MAX = 1

/**
 * The configured large model; undefined where there is none. The provider's library is loaded with the first request, so
 * that an installation without a model neither waits for it nor holds it in memory.
 */
export function createLanguageModel(
  config: ModelConfig,
  { fetch, log }: { fetch: OutboundFetch; log: Log },
): LanguageModel | undefined {
  const { provider, model: name } = config
  if (provider === 'local' || name === undefined) return undefined
  let loaded: Promise<SdkModel> | undefined
  const load = () => (loaded ??= loadModel(config, name, fetch))
  return {
    name,
    async *write(request) {
      const failures: unknown[] = []
      try {
        const { streamText } = await import('ai')
        const { textStream, finishReason } = streamText({
          ...settingsOf(request),
          model: await load(),
          // The library would print it.
          onError: ({ error }) => void failures.push(error),
        })
        // Rejected where nothing came at all; that is told by what failed.
        const reason = Promise.resolve(finishReason).catch(() => 'error' as const)
        for await (const piece of textStream) yield piece
        if (failures.length === 0) requireEnd(await reason)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) throw unavailable(failures[0], request.signal, log)
    },
    async answer({ schema, ...request }) {
      try {
        const { generateText, Output } = await import('ai')
        const { output } = await generateText({
          ...settingsOf(request),
          model: await load(),
          output: Output.object({ schema }),
        })
        return schema.parse(output)
      } catch (error) {
        throw unavailable(error, request.signal, log)
      }
    },
  }
}

/** OpenAI would keep what it is sent for a month; other providers pass settings by that are not theirs. */
const PRIVATE = { openai: { store: false } }

function settingsOf({ instructions, prompt, maxOutputTokens, signal }: WritingRequest) {
  return {
    instructions,
    prompt,
    maxOutputTokens,
    abortSignal: signal,
    maxRetries: RETRIES_MAX,
    providerOptions: PRIVATE,
  }
}

/** A stream that merely stops has lost its end; one that a filter stopped is no answer either. */
function requireEnd(reason: FinishReason): void {
  if (reason === 'stop' || reason === 'length') return
  if (reason !== 'content-filter') throw new Error(`The answer ended with "${reason}".`)
  const detail = 'The configured model declined to write this. Nothing was charged; try it in other words.'
  throw new AppError('upstream', 'draft_refused', detail)
}

/** OpenAI is asked by its Responses API, which its newest models want; whatever is merely like it, by chat completions. */
async function loadModel(config: ModelConfig, model: string, fetch: OutboundFetch): Promise<SdkModel> {
  const { provider } = config
  const options = {
    ...(config.baseUrl ? { baseURL: config.baseUrl } : {}),
    ...(config.apiKey ? { apiKey: config.apiKey } : {}),
    fetch: throughOutbound(fetch),
  }
  if (provider === 'openai') return (await import('@ai-sdk/openai')).createOpenAI(options).responses(model)
  if (provider === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(options)(model)
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const baseURL = config.baseUrl ?? ''
  return createOpenAICompatible({ ...options, baseURL, name: 'configured', supportsStructuredOutputs: true })(model)
}

/** The library's requests take the server's one way out, with its limits. */
function throughOutbound(fetch: OutboundFetch): typeof globalThis.fetch {
  return (input, init = {}) => {
    const url = input instanceof Request ? input.url : input
    const headers = Object.fromEntries(new Headers(init.headers))
    if (typeof init.body !== 'string') throw new TypeError('A model is only ever sent text.')
    return fetch(url, {
      method: init.method ?? 'POST',
      headers,
      body: init.body,
      ...(init.signal ? { signal: init.signal } : {}),
      limits: LIMITS,
    })
  }
}
