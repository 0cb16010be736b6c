import type { Page } from '@playwright/test'
import type { DemoServer } from './demo.ts'

export const ROW = '[aria-posinset]'
const OPEN_LEAD = 'section[aria-label="Reading pane"] article'

export interface Screen {
  name: string
  path: string
  isSignedIn: boolean
  /** The calls whose answers it cannot show without. */
  needs: readonly string[]
  /** Selects what it is for: its field, first row, post or figure. */
  shows: string
}

/** The four screens that are measured, of the demo's project. */
export function screensOf({ projectId, leadId }: Pick<DemoServer, 'projectId' | 'leadId'>): Screen[] {
  const project = `/projects/${projectId}`
  const shell = ['/users_info/me', '/api/v1/organization', '/api/v1/project']
  const rows = [`/api/v1/lead-status-configs/project/${projectId}`, `/api/v1/leads/${projectId}`]
  return [
    {
      name: 'sign-in',
      path: '/sign-in',
      isSignedIn: false,
      needs: [],
      shows: 'input[type=email]',
    },
    {
      name: 'posts',
      path: `${project}/posts`,
      isSignedIn: true,
      needs: [...shell, ...rows],
      shows: ROW,
    },
    {
      name: 'a lead',
      path: `${project}/posts/${leadId}`,
      isSignedIn: true,
      needs: [...shell, ...rows, `/api/v1/leads/${projectId}/lead/${leadId}`],
      shows: OPEN_LEAD,
    },
    {
      name: 'insights',
      path: `${project}/insights`,
      isSignedIn: true,
      needs: [...shell, `/api/v1/insights/${projectId}/leads`],
      shows: 'figure',
    },
  ]
}

/** Resolves once the page shows what it is for. */
export function shown(page: Page, { shows }: Screen): Promise<void> {
  return page.locator(shows).first().waitFor()
}

export function openLead(page: Page) {
  return page.locator(OPEN_LEAD)
}
