import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AskedPost {
  post: number
  text: string
}

/** One request for answers, as the model receives it. */
export interface Asked {
  instructions: string
  /** Everything but its instructions. */
  prompt: string
  /** The question about posts; empty for other requests. */
  question: string
  posts: AskedPost[]
}

export type GivenAnswer = { post: number; answer: unknown; why: unknown }

export interface AnsweringModel {
  /** What an installation needs to ask it. */
  environment: Record<string, string>
  asked: Asked[]
  /** Sets its answer from now on: the content of its message, or an error status. */
  answer: (asked: Asked) => GivenAnswer[] | string | { status: number } | Promise<GivenAnswer[]>
  close(): Promise<void>
}

/** An OpenAI-compatible server that gives structured answers by `/v1/chat/completions`, without streaming. */
export async function startAnsweringModel(): Promise<AnsweringModel> {
  const model: Omit<AnsweringModel, 'environment' | 'close'> = {
    asked: [],
    answer: ({ posts }) => posts.map(({ post }) => ({ post, answer: true, why: 'It says so.' })),
  }
  const server = createServer((request, response) => {
    respond(model, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return Object.assign(model, {
    environment: { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'double-1', AI_API_KEY: 'key', AI_BASE_URL: url },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

async function respond(
  model: Pick<AnsweringModel, 'asked' | 'answer'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = JSON.parse(await readBody(request)) as Completion
  if (request.url !== '/v1/chat/completions' || body.stream || body.response_format?.type !== 'json_schema') {
    const message = 'This model only gives structured answers.'
    response.writeHead(400).end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }))
    return
  }
  const asked = readAsked(body)
  model.asked.push(asked)
  const given = await model.answer(asked)
  if (typeof given === 'object' && 'status' in given) {
    response.writeHead(given.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'Refused', type: 'server_error' } }))
    return
  }
  const content = typeof given === 'string' ? given : JSON.stringify({ answers: given })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion(body.model, content)))
}

interface Completion {
  model: string
  stream?: boolean
  response_format?: { type: string }
  messages: { role: string; content: string }[]
}

function readAsked({ messages }: Completion): Asked {
  const of = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
  const prompt = of('user')
  const instructions = of('system')
  if (!prompt.startsWith('Question: ')) return { instructions, prompt, question: '', posts: [] }
  const [question = '', , posts = ''] = prompt.split(/\n\n(Posts:)\n/)
  return {
    instructions,
    prompt,
    question: JSON.parse(question.replace(/^Question: /, '')) as string,
    posts: JSON.parse(posts) as AskedPost[],
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function completion(model: string, content: string) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_793_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  }
}
