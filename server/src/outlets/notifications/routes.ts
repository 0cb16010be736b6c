import * as contract from '@leadlight/contract/notifications'
import { serve, servePublic, type App } from '../../platform/http.ts'
import { getSettings } from './get-settings.ts'
import type { NotificationCallDependencies } from './notification-dependencies.ts'
import { unsubscribe } from './unsubscribe.ts'
import { updateSettings } from './update-settings.ts'

export function notificationRoutes(app: App, deps: NotificationCallDependencies): void {
  serve(app, contract.getNotificationSettings, ({ actor, params }) => getSettings(deps, actor, params.projectId))
  serve(app, contract.updateNotificationSettings, ({ actor, params, body }) =>
    updateSettings(deps, actor, { ...body, ...params }),
  )
  servePublic(app, contract.unsubscribe, ({ query }) => unsubscribe(deps, query.t))
}
