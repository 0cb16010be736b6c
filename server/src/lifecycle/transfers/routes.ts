import * as contract from '@leadlight/contract/guests'
import { serve, serveSignedIn, type App } from '../../platform/http.ts'
import { acceptTransfer } from './accept-transfer.ts'
import { cancelTransfer } from './cancel-transfer.ts'
import { getTransfer } from './get-transfer.ts'
import { listTransfersAddressedToMe } from './list-transfers-addressed-to-me.ts'
import type { MoveDependencies } from './move-at-once.ts'
import { presentTransfer } from './present-transfer.ts'
import { rejectTransfer } from './reject-transfer.ts'
import { transferProject } from './transfer-project.ts'

export function transferRoutes(app: App, dependencies: MoveDependencies): void {
  serve(app, contract.transferProject, async ({ actor, caller, params, body, idempotencyKey }) =>
    presentTransfer(
      await transferProject(
        dependencies,
        { actor, caller },
        { projectId: params.id, email: body.email, idempotencyKey },
      ),
    ),
  )

  serve(app, contract.getTransfer, async ({ actor, params }) => {
    const transfer = await getTransfer(dependencies, actor, params.id)
    return transfer && presentTransfer(transfer)
  })

  serve(app, contract.cancelTransfer, async ({ actor, params }) => {
    await cancelTransfer(dependencies, actor, params.id)
    return undefined
  })

  serveSignedIn(app, contract.listTransfersAddressedToMe, async ({ caller }) =>
    (await listTransfersAddressedToMe(dependencies, caller)).map(presentTransfer),
  )

  serve(app, contract.acceptTransfer, async ({ actor, params }) =>
    presentTransfer(await acceptTransfer(dependencies, actor, params.id)),
  )

  serveSignedIn(app, contract.rejectTransfer, async ({ caller, params }) => {
    await rejectTransfer(dependencies, caller, params.id)
    return undefined
  })
}
