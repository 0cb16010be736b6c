import type { OperatorDependencies } from '@leadlight/server/lifecycle/operator/operator-dependencies'
import type { TestApp } from './test-app.ts'

/** What the operator's commands run with, beside a test's app. */
export function operatorParts({
  dependencies,
  config,
}: Pick<TestApp, 'dependencies' | 'config'>): OperatorDependencies {
  const openSuppression = () => Promise.resolve(dependencies.matching.suppression)
  return { ...dependencies, secrets: config, openSuppression, superAdminEmails: [] }
}
