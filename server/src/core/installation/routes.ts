import * as contract from '@leadlight/contract/installation'
import { servePublic, serveSignedIn, type App } from '../../platform/http.ts'
import { getPage, type PageDependencies } from './get-page.ts'
import { sendFeedback, type FeedbackDependencies } from './send-feedback.ts'

export interface InstallationDependencies extends FeedbackDependencies, PageDependencies {
  instance: contract.Instance
}

export function installationRoutes(app: App, dependencies: InstallationDependencies): void {
  servePublic(app, contract.getInstance, () => Promise.resolve(dependencies.instance))

  servePublic(app, contract.getPage, ({ params }) => getPage(dependencies, params.page))

  serveSignedIn(app, contract.sendFeedback, async ({ caller, query }) => {
    await sendFeedback(dependencies, caller, query.feedback)
    return undefined
  })
}
