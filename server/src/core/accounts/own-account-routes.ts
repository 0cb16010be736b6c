import * as contract from '@leadlight/contract/accounts'
import * as own from '@leadlight/contract/own-account'
import type { Caller } from '../../platform/actor.ts'
import { serveAnyone, servePublic, serveSignedIn, type App } from '../../platform/http.ts'
import { changeEmail, type ChangeEmailDependencies } from './change-email.ts'
import { changePassword, type ChangePasswordDependencies } from './change-password.ts'
import { clientOf } from './client.ts'
import { confirmEmailChange, type ConfirmEmailChangeDependencies } from './confirm-email-change.ts'
import { deleteAccount, type DeleteAccountDependencies } from './delete-account.ts'
import { endOwnSession } from './end-own-session.ts'
import { getAccountSecurity } from './get-account-security.ts'
import { presentUser } from './present-user.ts'
import type { Proof } from './proof.ts'
import { requestReset, requestVerification, type RequestMailDependencies } from './request-mail.ts'
import { resetPassword, type ResetDependencies } from './reset-password.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { verify } from './verify.ts'

export type OwnAccountDependencies = RequestMailDependencies &
  ResetDependencies &
  ConfirmEmailChangeDependencies &
  ChangePasswordDependencies &
  ChangeEmailDependencies &
  DeleteAccountDependencies

/** What somebody does with their own account: proving its address, its password, its sessions, its deletion. */
export function ownAccountRoutes(app: App, dependencies: OwnAccountDependencies): void {
  mailedLinkRoutes(app, dependencies)

  serveSignedIn(app, own.getAccountSecurity, ({ caller }) => getAccountSecurity(dependencies, caller))

  serveSignedIn(app, own.changePassword, async ({ caller, body }) => {
    const { current_password: currentPassword, password, second_factor_code: secondFactorCode } = body
    await changePassword(dependencies, caller, { currentPassword, password, secondFactorCode })
    return undefined
  })

  serveSignedIn(app, own.changeEmail, async ({ caller, body }) => {
    const { email, password, second_factor_code: secondFactorCode } = body
    await changeEmail(dependencies, caller, { email, password, secondFactorCode })
    return undefined
  })

  serveSignedIn(app, own.signOutEverywhere, async ({ caller }) => {
    await signOutEverywhere(dependencies, caller)
    return undefined
  })

  serveSignedIn(app, own.endOwnSession, async ({ caller, params }) => {
    await endOwnSession(dependencies, caller, params.id)
    return undefined
  })

  serveSignedIn(app, own.deleteAccount, async ({ caller, body }) => {
    await deleteAccount(dependencies, caller, { email: body.email, password: body.password })
    return undefined
  })
}

function mailedLinkRoutes(app: App, dependencies: OwnAccountDependencies): void {
  servePublic(app, contract.requestVerifyToken, async (request) => {
    await requestVerification(dependencies, clientOf(request), request.body.email)
    return undefined
  })

  serveAnyone(app, contract.verify, async (request) => {
    const { account, membership, resetToken } = await verify(dependencies, request.body.token, proofOf(request))
    return { ...presentUser(account, membership), ...(resetToken !== undefined && { reset_token: resetToken }) }
  })

  servePublic(app, contract.forgotPassword, async (request) => {
    await requestReset(dependencies, clientOf(request), request.body.email)
    return undefined
  })

  servePublic(app, contract.resetPassword, async (request) => {
    await resetPassword(dependencies, clientOf(request), request.body)
    return undefined
  })

  serveAnyone(app, contract.confirmEmailChange, async (request) => {
    const { account, membership } = await confirmEmailChange(dependencies, request.body.token, proofOf(request))
    return presentUser(account, membership)
  })
}

type FollowedLink = Parameters<typeof clientOf>[0] & {
  caller: Caller | undefined
  body: { password?: string | undefined }
}

function proofOf(request: FollowedLink): Proof {
  return { client: clientOf(request), caller: request.caller, password: request.body.password }
}
