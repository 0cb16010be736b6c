import { getUserToken } from '@leadlight/contract/accounts'
import { clientOf } from '../../core/accounts/client.ts'
import { serve, type App } from '../../platform/http.ts'
import { impersonate, type ImpersonationDependencies } from './impersonate.ts'

export function operatorRoutes(app: App, dependencies: ImpersonationDependencies): void {
  serve(app, getUserToken, async (request) => ({
    token: await impersonate(dependencies, request.actor, clientOf(request), request.query),
  }))
}
