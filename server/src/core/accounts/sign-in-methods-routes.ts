import {
  authorizeGoogle as authorize,
  getGoogleUserInfo as userInfo,
  googleCallback,
} from '@leadlight/contract/accounts'
import * as own from '@leadlight/contract/own-account'
import { ReplyWithHeaders, servePublic, serveSignedIn, type App } from '../../platform/http.ts'
import type { AccountHooks } from './account-hooks.ts'
import { clientOf } from './client.ts'
import { arriveFromGoogle } from './google-arrive.ts'
import { authorizeGoogle, linkGoogle, type GoogleDeparture, type GoogleDependencies } from './google-depart.ts'
import { unlinkGoogle } from './google-unlink.ts'
import { getGoogleUserInfo } from './google-user-info.ts'
import type { OwnPasswordDependencies } from './require-own-password.ts'
import type { SecondFactorDependencies } from './second-factor-check.ts'
import { confirmSecondFactor } from './second-factor-confirm.ts'
import { removeSecondFactor } from './second-factor-remove.ts'
import { startSecondFactor } from './second-factor-start.ts'

export type SignInMethodDependencies = GoogleDependencies &
  Pick<AccountHooks, 'onArrival'> &
  SecondFactorDependencies &
  OwnPasswordDependencies

/** Every way to sign in besides the password alone. */
export function signInMethodRoutes(app: App, dependencies: SignInMethodDependencies): void {
  googleRoutes(app, dependencies)
  secondFactorRoutes(app, dependencies)
}

function googleRoutes(app: App, dependencies: SignInMethodDependencies): void {
  servePublic(app, authorize, async () => presentDeparture(await authorizeGoogle(dependencies)))

  servePublic(app, googleCallback, async (request) => {
    const { code, state, error, iss } = request.query
    const cookie = request.cookies[dependencies.google?.journeys.cookieName ?? '']
    const { token, setCookies } = await arriveFromGoogle(dependencies, clientOf(request), {
      code,
      state,
      error,
      iss,
      cookie,
    })
    const headers = setCookies.map((setCookie): [string, string] => ['set-cookie', setCookie])
    return new ReplyWithHeaders({ access_token: token, token_type: 'bearer' as const }, headers)
  })

  serveSignedIn(app, userInfo, ({ caller }) => getGoogleUserInfo(dependencies, caller))

  serveSignedIn(app, own.linkGoogle, async ({ caller, body }) => {
    const { password, second_factor_code: secondFactorCode } = body
    return presentDeparture(await linkGoogle(dependencies, caller, { password, secondFactorCode }))
  })

  serveSignedIn(app, own.unlinkGoogle, async ({ caller, body }) => {
    const { password, second_factor_code: secondFactorCode } = body
    await unlinkGoogle(dependencies, caller, { password, secondFactorCode })
    return undefined
  })
}

function secondFactorRoutes(app: App, dependencies: SignInMethodDependencies): void {
  serveSignedIn(app, own.startSecondFactor, async ({ caller, body }) => {
    const { secret, otpauthUrl } = await startSecondFactor(dependencies, caller, body)
    return { secret, otpauth_url: otpauthUrl }
  })

  serveSignedIn(app, own.confirmSecondFactor, async ({ caller, body }) => ({
    recovery_codes: await confirmSecondFactor(dependencies, caller, body),
  }))

  serveSignedIn(app, own.removeSecondFactor, async ({ caller, body }) => {
    await removeSecondFactor(dependencies, caller, body)
    return undefined
  })
}

function presentDeparture({ authorizationUrl, setCookie }: GoogleDeparture) {
  return new ReplyWithHeaders({ authorization_url: authorizationUrl }, [['set-cookie', setCookie]])
}
