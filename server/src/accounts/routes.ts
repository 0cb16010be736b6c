import * as contract from '@leadlight/contract/accounts'
import { servePublic, serveSignedIn, type App } from '../platform/http.ts'
import { getMe } from './get-me.ts'
import { login, type LoginDependencies } from './login.ts'
import { logout } from './logout.ts'
import { presentUser } from './present-user.ts'
import { register } from './register.ts'
import { updateName } from './update-name.ts'

export type AccountDependencies = LoginDependencies

export function accountRoutes(app: App, dependencies: AccountDependencies): void {
  servePublic(app, contract.register, async ({ body }) => presentUser(await register(dependencies, body), null))

  servePublic(app, contract.login, async ({ body }) => {
    const token = await login(dependencies, { email: body.username, password: body.password })
    return { access_token: token, token_type: 'bearer' as const }
  })

  serveSignedIn(app, contract.logout, async ({ caller }) => {
    await logout(dependencies, caller)
    return undefined
  })

  serveSignedIn(app, contract.me, async ({ caller }) =>
    presentUser(await getMe(dependencies, caller), caller.membership),
  )

  serveSignedIn(app, contract.updateName, async ({ caller, query }) => {
    const name = { firstName: query.first_name, lastName: query.last_name }
    return presentUser(await updateName(dependencies, caller, name), caller.membership)
  })
}
