import * as contract from '@leadlight/contract/identity'
import { serve, type App } from '../../platform/http.ts'
import { erasePerson, type ErasureDependencies } from './erase-person.ts'

export function erasureRoutes(app: App, deps: ErasureDependencies): void {
  serve(app, contract.erasePerson, ({ actor, params }) => erasePerson(deps, actor, params))
}
