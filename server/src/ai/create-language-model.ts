import type { LanguageModel as SdkModel } from 'ai'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import type { LanguageModel, WritingRequest } from './language-model.ts'

export interface ModelConfig {
  provider: 'local' | 'openai' | 'anthropic' | 'openai-compatible'
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string | undefined
}

/** A model may think for a while before its first word, but not longer than somebody waits at a screen. */
const LIMITS = { headersMs: 60_000, totalMs: 180_000, maxBytes: 4_000_000 }

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
        const { textStream } = streamText({
          ...settingsOf(request),
          model: await load(),
          onError: ({ error }) => void failures.push(error),
        })
        for await (const piece of textStream) yield piece
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

function settingsOf({ instructions, prompt, maxOutputTokens, signal }: WritingRequest) {
  return { instructions, prompt, maxOutputTokens, abortSignal: signal, maxRetries: 1 }
}

async function loadModel(config: ModelConfig, model: string, fetch: OutboundFetch): Promise<SdkModel> {
  const { provider } = config
  const options = {
    ...(config.baseUrl ? { baseURL: config.baseUrl } : {}),
    ...(config.apiKey ? { apiKey: config.apiKey } : {}),
    fetch: throughOutbound(fetch),
  }
  if (provider === 'openai') return (await import('@ai-sdk/openai')).createOpenAI(options)(model)
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

/** Whoever stopped the work hears their own reason; everything else is told as the model's failure, and logged whole. */
function unavailable(cause: unknown, signal: AbortSignal, log: Log): unknown {
  if (signal.aborted) return signal.reason
  log.warn({ err: cause }, 'the configured model did not answer')
  const detail = 'The configured model did not answer. Nothing was charged; try again in a moment.'
  return new AppError('upstream', 'model_unavailable', detail, { cause })
}
