import * as contract from '@leadlight/contract/guests'
import { toMillicredits } from '@leadlight/domain/credits'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { serve, type App } from '../platform/http.ts'
import { capGuestSpending } from './cap-guest-spending.ts'
import { getGuestsAccess } from './get-guests-access.ts'
import { grantGuestAccess } from './grant-guest-access.ts'
import { presentGuests } from './present-guests.ts'
import { withdrawGuestAccess } from './withdraw-guest-access.ts'

export function guestRoutes(app: App, dependencies: { db: Db; clock: Clock }): void {
  serve(app, contract.getGuestsAccess, async ({ actor, params }) =>
    presentGuests(await getGuestsAccess(dependencies, actor, params.projectId)),
  )

  serve(app, contract.capGuestSpending, async ({ actor, params, body }) => {
    const cap = body.monthly_credit_cap
    const monthlyCap = cap === null ? null : toMillicredits(cap)
    return presentGuests(await capGuestSpending(dependencies, actor, { projectId: params.projectId, monthlyCap }))
  })

  serve(app, contract.grantGuestAccess, async ({ actor, params }) => {
    await grantGuestAccess(dependencies, actor, params)
    return undefined
  })

  serve(app, contract.withdrawGuestAccess, async ({ actor, params }) => {
    await withdrawGuestAccess(dependencies, actor, params)
    return undefined
  })
}
