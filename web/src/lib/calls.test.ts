import * as accounts from '@leadlight/contract/accounts'
import * as apiKeys from '@leadlight/contract/api-keys'
import * as audits from '@leadlight/contract/audits'
import * as billing from '@leadlight/contract/billing'
import * as columns from '@leadlight/contract/columns'
import * as companies from '@leadlight/contract/companies'
import * as companyLinks from '@leadlight/contract/company-links'
import * as drafts from '@leadlight/contract/drafts'
import type { Endpoint } from '@leadlight/contract/endpoint'
import * as guests from '@leadlight/contract/guests'
import * as identity from '@leadlight/contract/identity'
import * as insights from '@leadlight/contract/insights'
import * as installation from '@leadlight/contract/installation'
import * as work from '@leadlight/contract/lead-work'
import * as leads from '@leadlight/contract/leads'
import * as notifications from '@leadlight/contract/notifications'
import * as organization from '@leadlight/contract/organization'
import * as own from '@leadlight/contract/own-account'
import * as people from '@leadlight/contract/people'
import * as projects from '@leadlight/contract/projects'
import * as signalHelp from '@leadlight/contract/signal-help'
import * as signalPlan from '@leadlight/contract/signal-plan'
import * as signals from '@leadlight/contract/signals'
import * as slack from '@leadlight/contract/slack'
import * as sources from '@leadlight/contract/sources'
import * as statuses from '@leadlight/contract/statuses'
import * as team from '@leadlight/contract/team'
import * as webhooks from '@leadlight/contract/webhooks'
import { expect, test } from 'vitest'
import * as calls from './calls.ts'

const contract: Record<string, unknown> = {
  ...accounts,
  ...apiKeys,
  ...billing,
  ...audits,
  ...columns,
  ...companies,
  ...companyLinks,
  ...drafts,
  ...guests,
  ...identity,
  ...insights,
  ...installation,
  ...leads,
  ...work,
  ...notifications,
  ...organization,
  ...own,
  ...people,
  ...projects,
  ...signalHelp,
  ...signalPlan,
  ...signals,
  ...slack,
  ...sources,
  ...statuses,
  ...team,
  ...webhooks,
}

test.each(Object.entries(calls))('%s goes where the contract says', (name, route) => {
  const endpoint = contract[name] as Endpoint
  expect(endpoint, `the contract has no ${name}`).toBeDefined()
  expect({ ...route }).toEqual({
    method: endpoint.method,
    path: endpoint.path,
    isPublic: endpoint.access === 'public',
    bodyKind: endpoint.bodyKind,
  })
})
