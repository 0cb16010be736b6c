import { getInstance, sendFeedback as sendFeedbackCall, type Instance } from '@leadlight/contract/installation'
import { servePublic, serveSignedIn, type App } from '../platform/http.ts'
import { sendFeedback, type FeedbackDependencies } from './send-feedback.ts'

export interface InstallationDependencies extends FeedbackDependencies {
  instance: Instance
}

export function installationRoutes(app: App, dependencies: InstallationDependencies): void {
  servePublic(app, getInstance, () => Promise.resolve(dependencies.instance))

  serveSignedIn(app, sendFeedbackCall, async ({ caller, query }) => {
    await sendFeedback(dependencies, caller, query.feedback)
    return undefined
  })
}
