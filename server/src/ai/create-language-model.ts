import { systemClock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { askAgainOnce } from './ask-again-once.ts'
import type { LanguageModel, ModelProvider, TokensUsed, WritingRequest } from './language-model.ts'
import { failureOf, ModelFailure, unavailable } from './model-failure.ts'

export interface ModelConfig {
  provider: 'local' | ModelProvider
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string | undefined
}

/** A model may think before its first word, but not longer than somebody waits at a screen. */
const LIMITS = { headersMs: 60_000, totalMs: 180_000, maxBytes: 4_000_000 }
/** Beyond the first, as in `askAgainOnce`. */
const RETRIES_MAX = 1

/**
 * The configured large model; undefined where there is none. Its provider's library is loaded now, before anybody waits
 * for it; an installation without a model never loads it.
 */
export function createLanguageModel(
  config: ModelConfig,
  { fetch, log, onTokens }: { fetch: OutboundFetch; log: Log; onTokens?: (tokens: TokensUsed) => void },
): LanguageModel | undefined {
  const { provider, model: name } = config
  if (provider === 'local' || name === undefined) return undefined
  const loading = loadModel(config, name, fetch)
  loading.catch(toldWhenAsked)
  return {
    name,
    provider,
    async *write(request) {
      const { signal } = request
      let reason: string | undefined
      try {
        const model = await loading
        const { stream } = await askAgainOnce(() => model.doStream(callOf(request)), { signal, clock: systemClock })
        for await (const part of stream) {
          if (part.type === 'text-delta') yield part.delta
          else if (part.type === 'error') throw part.error
          else if (part.type === 'finish') {
            reason = part.finishReason.unified
            onTokens?.({ input: part.usage.inputTokens.total ?? 0, output: part.usage.outputTokens.total ?? 0 })
          }
        }
        requireEnd(reason)
      } catch (error) {
        throw unavailable(error, signal, log)
      }
    },
    async answer({ schema, ...request }) {
      try {
        const { generateText, Output } = await import('ai')
        const { output } = await generateText({
          ...settingsOf(request),
          model: await loading,
          output: Output.object({ schema }),
          // Before the answer is read: one of no use took tokens too.
          onEnd: ({ usage }) => onTokens?.(tokensOf(usage)),
        })
        return schema.parse(output)
      } catch (error) {
        throw unavailable(error, request.signal, log)
      }
    },
    async answerOnce({ schema, onTokens: tell, ...request }) {
      try {
        const { generateText, Output } = await import('ai')
        const { output, finishReason } = await generateText({
          ...settingsOf(request),
          maxRetries: 0,
          model: await loading,
          output: Output.object({ schema }),
          onEnd({ usage }) {
            onTokens?.(tokensOf(usage))
            tell(tokensOf(usage))
          },
        })
        if (finishReason === 'content-filter') throw new ModelFailure('refused', 'The model declined to answer.')
        return schema.parse(output)
      } catch (error) {
        throw failureOf(error, request.signal)
      }
    },
  }
}

function tokensOf(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): TokensUsed {
  return { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 }
}

/** OpenAI would keep requests for a month. Other providers ignore its settings. */
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

/**
 * The request for the provider's own model, called directly. The library's stream wrapper delays the first words by
 * milliseconds and adds nothing here: no tools, one step, only text.
 */
function callOf({ instructions, prompt, maxOutputTokens, signal }: WritingRequest) {
  return {
    prompt: [
      { role: 'system' as const, content: instructions },
      { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] },
    ],
    maxOutputTokens,
    abortSignal: signal,
    providerOptions: PRIVATE,
  }
}

/** A library that cannot be loaded fails each request, which reports it. */
function toldWhenAsked(): void {}

/** A stream that merely stops has lost its end, and one that a filter stopped is no answer either. */
function requireEnd(reason: string | undefined): void {
  if (reason === 'stop' || reason === 'length') return
  if (reason !== 'content-filter') throw new Error(`The answer ended with "${reason ?? 'nothing'}".`)
  const detail = 'The configured model declined to write this. Nothing was charged; try it in other words.'
  throw new AppError('upstream', 'draft_refused', detail)
}

/** OpenAI is asked by its Responses API, which its newest models need; compatible servers by chat completions. */
async function loadModel(config: ModelConfig, model: string, fetch: OutboundFetch) {
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

/** Sends the library's requests through the server's outbound fetch, with its limits. */
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
