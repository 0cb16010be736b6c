import * as contract from '@leadlight/contract/api-keys'
import { serve, type App } from '../../platform/http.ts'
import { createKey, type KeyDependencies } from './create-key.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'

export function apiKeyRoutes(app: App, deps: KeyDependencies): void {
  serve(app, contract.listApiKeys, ({ actor }) => listKeys(deps, actor))
  serve(app, contract.createApiKey, ({ actor, caller, body }) => createKey(deps, { actor, caller }, body))
  serve(app, contract.revokeApiKey, async ({ actor, caller, params }) => {
    await revokeKey(deps, { actor, caller }, params.id)
    return undefined
  })
}
