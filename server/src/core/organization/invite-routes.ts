import * as contract from '@leadlight/contract/team'
import { serve, servePublic, serveSignedIn, type App } from '../../platform/http.ts'
import { acceptInvite } from './accept-invite.ts'
import { acceptTokenizedInvite } from './accept-tokenized-invite.ts'
import { cancelInvite } from './cancel-invite.ts'
import { createInvite, type InvitingDependencies } from './create-invite.ts'
import type { DescribedInvite } from './describe-invites.ts'
import { getPendingInvite, type PendingInviteDependencies } from './get-pending-invite.ts'
import type { JoiningDependencies } from './join-organization.ts'
import { listInvites } from './list-invites.ts'
import { listInvitesAddressedToMe } from './list-invites-addressed-to-me.ts'
import { listMembers } from './list-members.ts'
import { presentInvite, presentMember, previewInvite } from './present-team.ts'
import { rejectInvite } from './reject-invite.ts'
import { rejectTokenizedInvite } from './reject-tokenized-invite.ts'
import { resendInvite } from './resend-invite.ts'

export type InviteDependencies = InvitingDependencies & PendingInviteDependencies & JoiningDependencies

export function inviteRoutes(app: App, dependencies: InviteDependencies): void {
  serve(app, contract.listMembers, async ({ actor }) => (await listMembers(dependencies, actor)).map(presentMember))

  invitingRoutes(app, dependencies)
  invitedRoutes(app, dependencies)
}

/** What admins do with their organization's invites. */
function invitingRoutes(app: App, dependencies: InviteDependencies): void {
  const present = (invite: DescribedInvite) => presentInvite(invite, dependencies.clock.now())

  serve(app, contract.listInvites, async ({ actor }) => (await listInvites(dependencies, actor)).map(present))

  serve(app, contract.createInvite, async ({ actor, caller, body, idempotencyKey }) => {
    const offer = { email: body.email, role: body.role, projectIds: body.project_ids ?? [], idempotencyKey }
    return present(await createInvite(dependencies, { actor, caller }, offer))
  })

  serve(app, contract.resendInvite, async ({ actor, caller, params, idempotencyKey }) =>
    present(await resendInvite(dependencies, { actor, caller }, { ...params, idempotencyKey })),
  )

  serve(app, contract.cancelInvite, async ({ actor, params }) => {
    await cancelInvite(dependencies, actor, params.id)
    return undefined
  })
}

/** What invited people do with theirs, by their address or the mailed link. */
function invitedRoutes(app: App, dependencies: InviteDependencies): void {
  const present = (invite: DescribedInvite) => presentInvite(invite, dependencies.clock.now())

  serveSignedIn(app, contract.listInvitesAddressedToMe, async ({ caller }) =>
    (await listInvitesAddressedToMe(dependencies, caller)).map(present),
  )

  serveSignedIn(app, contract.acceptInvite, async ({ caller, params }) =>
    present(await acceptInvite(dependencies, caller, params.id)),
  )

  serveSignedIn(app, contract.rejectInvite, async ({ caller, params }) => {
    await rejectInvite(dependencies, caller, params.id)
    return undefined
  })

  servePublic(app, contract.previewTokenizedInvite, async ({ query }) =>
    previewInvite(await getPendingInvite(dependencies, query.t)),
  )

  serveSignedIn(app, contract.acceptTokenizedInvite, async ({ caller, query }) =>
    present(await acceptTokenizedInvite(dependencies, caller, query.t)),
  )

  servePublic(app, contract.rejectTokenizedInvite, async ({ query }) => {
    await rejectTokenizedInvite(dependencies, query.t)
    return undefined
  })
}
