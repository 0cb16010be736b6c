import * as contract from '@leadlight/contract/receiving'
import { RECEIVED_BYTES_MAX } from '@leadlight/domain/receiving'
import { requireAllowance } from '../../platform/admission.ts'
import { countStranger, serve, type App } from '../../platform/http.ts'
import { readLimited } from '../../platform/request-body.ts'
import { listAddresses } from './list-addresses.ts'
import { makeAddress } from './make-address.ts'
import { findAddress, receive, unknownAddress } from './receive.ts'
import type { ReceivingDependencies } from './receiving-dependencies.ts'
import { revokeAddress } from './revoke-address.ts'

const PATHS = ['/in/:token', '/in/:token/']

export function receivingRoutes(app: App, deps: ReceivingDependencies): void {
  serve(app, contract.listReceivingAddresses, ({ actor, params }) => listAddresses(deps, actor, params.projectId))
  serve(app, contract.createReceivingAddress, ({ actor, params, body }) =>
    makeAddress(deps, actor, { ...params, ...body }),
  )
  serve(app, contract.revokeReceivingAddress, async ({ actor, params, query }) => {
    await revokeAddress(deps, actor, { ...params, discards: query.waiting === 'discard' })
    return undefined
  })
  serveReceiving(app, deps)
}

/** What other tools send, in whatever shape, and so no call of the API. The token in the address is all they bring. */
function serveReceiving(app: App, deps: ReceivingDependencies): void {
  app.hono.on('POST', PATHS, async (c) => {
    c.set('route', '/in/{token}')
    const found = await findAddress(deps, c.req.param('token') ?? '', { cost: 1 })
    if (!found) {
      // Of those who guess, as their tools call for many of their customers.
      countStranger(app, c, 1)
      throw unknownAddress()
    }
    requireAllowance(c, found.allowance)
    const contentType = c.req.header('content-type') ?? ''
    const read = async () => ({ bytes: await readLimited(c, RECEIVED_BYTES_MAX), contentType })
    const answer = await receive(deps, found.address, read)
    return 'challenge' in answer ? c.json(answer, 200) : c.json(answer, 202)
  })
}
