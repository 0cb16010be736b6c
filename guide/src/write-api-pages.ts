// node guide/src/write-api-pages.ts FOLDER: writes the reference of the API, from the contract itself.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as calls from '@leadlight/contract/calls'
import { callsIn } from '@leadlight/contract/endpoint'
import { createOpenApi } from '@leadlight/server/platform/openapi'
import { apiPages, type Description } from './api-pages.ts'

const [folder = ''] = process.argv.slice(2)
const endpoints = callsIn(calls).map(([, endpoint]) => endpoint)
const description: unknown = createOpenApi(endpoints, { version: '', publicUrl: '' })
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [path, text] of apiPages(description as Description)) writeFileSync(join(folder, `${path}.md`), text)
