/** A provider's wire format for answers. */
export interface Dialect {
  /** The request's instructions and prompt. */
  read(body: Record<string, unknown>): { instructions: string; prompt: string }
  /** Frames of a stream: before the text, with some text, after its end. */
  start(model: string): string
  delta(text: string, model: string): string
  end(model: string, reason: 'done' | 'refused'): string
  /** A failure after the stream has begun. */
  failure(message: string): string
  /** The answer in one piece. */
  whole(text: string, model: string, reason: 'done' | 'refused'): unknown
  error(status: number, message: string): unknown
}

const MADE_S = 1_795_255_200
const USAGE = { prompt_tokens: 400, completion_tokens: 60, total_tokens: 460 }

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function event(value: { type: string; [field: string]: unknown }): string {
  return `event: ${value.type}\n${data(value)}`
}

interface Message {
  role?: unknown
  content?: unknown
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('')
}

function ofRoles(messages: unknown, roles: readonly string[]): string {
  const list = Array.isArray(messages) ? (messages as Message[]) : []
  return list
    .filter(({ role }) => roles.includes(String(role)))
    .map(({ content }) => textOf(content))
    .join('\n')
}

/** `POST /v1/chat/completions`, by OpenAI and adopted by Ollama, vLLM and llama.cpp. */
export const CHAT: Dialect = {
  read: ({ messages }) => ({
    instructions: ofRoles(messages, ['system', 'developer']),
    prompt: ofRoles(messages, ['user']),
  }),
  start: (model) => data(chunk(model, { role: 'assistant', content: '' }, null)),
  delta: (text, model) => data(chunk(model, { content: text }, null)),
  end: (model, reason) =>
    data(chunk(model, {}, reason === 'done' ? 'stop' : 'content_filter')) +
    data({ ...chunk(model, {}, null), choices: [], usage: USAGE }) +
    'data: [DONE]\n\n',
  failure: (message) => data({ error: { message, type: 'server_error', param: null, code: null } }),
  whole: (text, model, reason) => ({
    id: 'chatcmpl-double',
    object: 'chat.completion',
    created: MADE_S,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: reason === 'done' ? 'stop' : 'content_filter',
      },
    ],
    usage: USAGE,
  }),
  error: openAiError,
}

function chunk(model: string, delta: object, finish_reason: string | null) {
  const choices = [{ index: 0, delta, finish_reason }]
  return { id: 'chatcmpl-double', object: 'chat.completion.chunk', created: MADE_S, model, choices }
}

function openAiError(status: number, message: string) {
  const type = status === 401 ? 'invalid_request_error' : status === 429 ? 'rate_limit_error' : 'server_error'
  return { error: { message, type, param: null, code: status === 401 ? 'invalid_api_key' : null } }
}

/** `POST /v1/responses` of OpenAI. */
export const RESPONSES: Dialect = {
  read: ({ input, instructions }) => ({
    instructions: [textOf(instructions), ofRoles(input, ['system', 'developer'])].filter(Boolean).join('\n'),
    prompt: ofRoles(input, ['user']),
  }),
  start: (model) =>
    event({ type: 'response.created', response: response(model, []) }) +
    event({
      type: 'response.output_item.added',
      output_index: 0,
      item: { id: 'msg_double', type: 'message', status: 'in_progress', role: 'assistant', content: [] },
    }),
  delta: (text) =>
    event({
      type: 'response.output_text.delta',
      item_id: 'msg_double',
      output_index: 0,
      content_index: 0,
      delta: text,
    }),
  end: (model, reason) =>
    event({ type: 'response.output_item.done', output_index: 0, item: message('') }) +
    (reason === 'done'
      ? event({ type: 'response.completed', response: response(model, [message('')]) })
      : event({
          type: 'response.incomplete',
          response: { ...response(model, []), incomplete_details: { reason: 'content_filter' } },
        })),
  failure: (text) => event({ type: 'error', sequence_number: 9, code: 'server_error', message: text, param: null }),
  whole: (text, model, reason) =>
    reason === 'done'
      ? response(model, [message(text)])
      : {
          ...response(model, [message(text)]),
          status: 'incomplete',
          incomplete_details: { reason: 'content_filter' },
        },
  error: openAiError,
}

function message(text: string) {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { id: 'msg_double', type: 'message', status: 'completed', role: 'assistant', content }
}

function response(model: string, output: unknown[]) {
  const usage = {
    input_tokens: 400,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 60,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 460,
  }
  return { id: 'resp_double', object: 'response', created_at: MADE_S, status: 'completed', model, output, usage }
}

/** `POST /v1/messages` of Anthropic. */
export const MESSAGES: Dialect = {
  read: ({ system, messages }) => ({ instructions: textOf(system), prompt: ofRoles(messages, ['user']) }),
  start: (model) =>
    event({ type: 'message_start', message: { ...anthropic(model, []), stop_reason: null } }) +
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
    event({ type: 'ping' }),
  delta: (text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  end: (_, reason) =>
    event({ type: 'content_block_stop', index: 0 }) +
    event({
      type: 'message_delta',
      delta: { stop_reason: reason === 'done' ? 'end_turn' : 'refusal', stop_sequence: null },
      usage: { output_tokens: 60 },
    }) +
    event({ type: 'message_stop' }),
  failure: (text) => event({ type: 'error', error: { type: 'overloaded_error', message: text } }),
  whole: (text, model, reason) => ({
    ...anthropic(model, [{ type: 'text', text }]),
    ...(reason === 'refused' && { stop_reason: 'refusal' }),
  }),
  error: (status, text) => {
    const type = status === 401 ? 'authentication_error' : status === 429 ? 'rate_limit_error' : 'api_error'
    return { type: 'error', error: { type, message: text }, request_id: 'req_double' }
  },
}

function anthropic(model: string, content: unknown[]) {
  const usage = { input_tokens: 400, output_tokens: 60 }
  const stop = { stop_reason: 'end_turn', stop_sequence: null }
  return { id: 'msg_double', type: 'message', role: 'assistant', model, content, ...stop, usage }
}
