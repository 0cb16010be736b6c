import * as contract from '@leadlight/contract/accounts'
import { ReplyWithHeaders, servePublic, serveSignedIn, type App } from '../../platform/http.ts'
import { clientOf } from './client.ts'
import { getMe } from './get-me.ts'
import { login, type LoginDependencies } from './login.ts'
import { logout } from './logout.ts'
import { ownAccountRoutes, type OwnAccountDependencies } from './own-account-routes.ts'
import { presentUser } from './present-user.ts'
import { register, type RegisterDependencies } from './register.ts'
import { updateName } from './update-name.ts'

export type AccountDependencies = LoginDependencies & RegisterDependencies & OwnAccountDependencies

export function accountRoutes(app: App, dependencies: AccountDependencies): void {
  servePublic(app, contract.register, async (request) =>
    presentUser(await register(dependencies, clientOf(request), request.body), null),
  )

  servePublic(app, contract.login, async (request) => {
    const { username: email, password, second_factor_code: secondFactorCode } = request.body
    const { token, setCookie } = await login(dependencies, clientOf(request), { email, password, secondFactorCode })
    const reply = { access_token: token, token_type: 'bearer' as const }
    return new ReplyWithHeaders(reply, [['set-cookie', setCookie]])
  })

  serveSignedIn(app, contract.logout, async ({ caller }) => {
    await logout(dependencies, caller)
    return undefined
  })

  serveSignedIn(app, contract.me, async ({ caller }) => {
    const { account, impersonatedBy } = await getMe(dependencies, caller)
    return presentUser(account, caller.membership, impersonatedBy)
  })

  serveSignedIn(app, contract.updateName, async ({ caller, query }) => {
    const name = { firstName: query.first_name, lastName: query.last_name }
    await updateName(dependencies, caller, name)
    const { account, impersonatedBy } = await getMe(dependencies, caller)
    return presentUser(account, caller.membership, impersonatedBy)
  })

  ownAccountRoutes(app, dependencies)
}
