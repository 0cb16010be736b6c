import { createApiKey } from '@leadlight/contract/api-keys'
import type { KeyScope } from '@leadlight/domain/api-keys'
import type { Client } from '@modelcontextprotocol/client'
import type { TestClient } from './test-client.ts'

interface Wish {
  scope?: KeyScope
  project_ids?: string[]
}

/** A personal key of somebody's, for a day. */
export async function makeKey(person: TestClient, { scope = 'write', ...wish }: Wish = {}): Promise<string> {
  const body = { name: 'Assistant', scope, expires_in_days: 1, ...wish }
  return (await person.call(createApiKey, { body })).key
}

/** Calls a tool, whether or not it succeeds. */
export async function run(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: given })
  const content = result.content as { type: string; text: string }[]
  return { failed: result.isError === true, text: content.map(({ text }) => text).join('\n') }
}

/** A tool's answer; throws where it failed. */
export async function answer(client: Client, name: string, given: Record<string, unknown> = {}): Promise<unknown> {
  const { failed, text } = await run(client, name, given)
  if (failed) throw new Error(`${name}: ${text}`)
  const [, fenced = text] = /<untrusted-content>\n(.*)\n<\/untrusted-content>$/s.exec(text) ?? []
  return fenced === 'Done.' ? undefined : JSON.parse(fenced)
}
