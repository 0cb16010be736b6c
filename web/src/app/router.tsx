import { createBrowserHistory } from '../lib/router/history.ts'
import type { Route } from '../lib/router/match-routes.ts'
import { InnerRoute } from '../lib/router/inner-route.tsx'
import { Router } from '../lib/router/router.ts'
import { useNavigation } from '../lib/router/use-router.ts'
import { FloatingWaiting } from '../ui/waiting.tsx'
import { redirectIfSignedIn, requireSession } from './guards.ts'
import { RouteError } from './route-error.tsx'

/** Every route of the product. A screen's code loads on navigation; layouts and screens load in parallel. */
export function createAppRouter() {
  return new Router(routes, createBrowserHistory(window))
}

const publicRoutes: Route[] = [
  {
    path: 'sign-in',
    redirect: redirectIfSignedIn,
    load: async () => (await import('./pages/sign-in-page.tsx')).SignInPage,
  },
  { path: 'sign-up', load: async () => (await import('./pages/sign-up-page.tsx')).SignUpPage },
  {
    path: 'forgot-password',
    load: async () => (await import('../features/accounts/forgot-password-screen.tsx')).ForgotPasswordScreen,
  },
  {
    path: 'check-your-email-password-reset',
    load: async () => (await import('../features/accounts/check-email-screen.tsx')).CheckEmailScreen,
  },
  {
    path: 'reset-password',
    load: async () => (await import('../features/accounts/reset-password-screen.tsx')).ResetPasswordScreen,
  },
  {
    path: 'google-auth-callback',
    load: async () => (await import('../features/accounts/google-callback-screen.tsx')).GoogleCallbackScreen,
  },
  {
    path: 'unsubscribe',
    load: async () => (await import('../features/notifications/unsubscribe-screen.tsx')).UnsubscribeScreen,
  },
  {
    path: 'notice',
    load: async () => (await import('../features/privacy/notice-screen.tsx')).NoticeScreen,
  },
]

/** Public too, and with answers that they share with the product. */
const publicRoutesThatRead: Route[] = [
  {
    path: 'verify-user',
    load: async () => (await import('../features/accounts/verify-screen.tsx')).VerifyScreen,
  },
  {
    path: 'slack-callback',
    load: async () => (await import('../features/slack/slack-callback-screen.tsx')).SlackCallbackScreen,
  },
  { path: 'invite', load: async () => (await import('./pages/invite-page.tsx')).InvitePage },
  ...(['contact', 'privacy', 'terms'] as const).map((path) => ({
    path,
    load: async () => (await import('./pages/public-pages.tsx')).publicPages[path],
  })),
]

const wizardRoutes: Route[] = [
  {
    // The index and step 1 are one screen, which stays mounted when its project is created.
    path: ':projectId?/step-1?',
    load: async () => (await import('../features/wizard/website-step.tsx')).WebsiteStep,
  },
  {
    path: ':projectId/step-2',
    load: async () => (await import('../features/wizard/business-step.tsx')).BusinessStep,
  },
  {
    path: ':projectId/step-3',
    load: async () => (await import('../features/wizard/purpose-step.tsx')).PurposeStep,
  },
  {
    path: ':projectId/step-4',
    load: async () => (await import('./pages/signals-step-page.tsx')).SignalsStepPage,
  },
]

const settingsRoutes: Route[] = [
  { redirect: ({ params }) => `/projects/${params.projectId}/settings/project` },
  {
    path: 'project',
    load: async () => (await import('../features/projects/general-settings.tsx')).GeneralSettings,
  },
  {
    path: 'business',
    load: async () => (await import('../features/projects/business-settings.tsx')).BusinessSettings,
  },
  {
    path: 'danger-zone',
    load: async () => (await import('../features/projects/danger-zone.tsx')).DangerZone,
  },
  {
    path: 'writing',
    load: async () => (await import('../features/projects/writing-settings.tsx')).WritingSettings,
  },
  {
    path: 'notifications',
    load: async () => (await import('./notification-screen.tsx')).NotificationScreen,
  },
]

const projectRoutes: Route[] = [
  { redirect: ({ params }) => `/projects/${params.projectId}/posts` },
  // One route, so the list stays mounted while leads are opened.
  { path: 'posts/:id?', load: async () => (await import('./pages/posts-page.tsx')).PostsPage },
  {
    path: 'passed-over',
    load: async () => (await import('../features/signals/passed-over-page.tsx')).PassedOverPage,
  },
  {
    path: 'passed-over/:signalId',
    load: async () => (await import('../features/signals/audit-screen.tsx')).AuditScreen,
  },
  { path: 'prospects', redirect: ({ params }) => `/projects/${params.projectId}/prospects/people` },
  {
    path: 'prospects/people/:id?',
    load: async () => (await import('../features/prospects/people-page.tsx')).PeoplePage,
  },
  {
    path: 'prospects/companies/:id?',
    load: async () => (await import('../features/prospects/companies-page.tsx')).CompaniesPage,
  },
  { path: 'signals', load: async () => (await import('./pages/signals-page.tsx')).SignalsPage },
  { path: 'signals/new', load: async () => (await import('./pages/new-signal-page.tsx')).NewSignalPage },
  { path: 'signals/names', load: async () => (await import('./pages/watch-names-page.tsx')).WatchNamesPage },
  { path: 'signals/:signalId', load: async () => (await import('./pages/signal-page.tsx')).SignalPage },
  { path: 'sources', load: async () => (await import('../features/sources/sources-page.tsx')).SourcesPage },
  { path: 'insights/themes', load: async () => (await import('../features/insights/themes-page.tsx')).ThemesPage },
  { path: 'insights', load: async () => (await import('../features/insights/insights-page.tsx')).InsightsPage },
  {
    path: 'settings',
    load: async () => (await import('../features/projects/settings-layout.tsx')).SettingsLayout,
    children: settingsRoutes,
  },
]

const mainRoutes: Route[] = [
  { load: async () => (await import('./pages/home-page.tsx')).HomePage },
  { path: 'projects', redirect: () => '/org/projects' },
  { path: 'org', redirect: () => '/org/projects' },
  { path: 'team', redirect: () => '/org/team' },
  { path: 'billing', redirect: () => '/org/billing' },
  {
    path: 'org/projects',
    load: async () => (await import('../features/projects/projects-page.tsx')).ProjectsPage,
  },
  {
    path: 'org/billing',
    load: async () => (await import('../features/billing/billing-page.tsx')).BillingPage,
  },
  {
    path: 'org/select-plan',
    load: async () => (await import('./pages/select-plan-page.tsx')).SelectPlanPage,
  },
  { path: 'org/team', load: async () => (await import('../features/team/team-page.tsx')).TeamPage },
  { path: 'org/audit-log', load: async () => (await import('../features/team/audit-log-page.tsx')).AuditLogPage },
  {
    path: 'org/subscription/success',
    load: async () => (await import('../features/billing/subscription-success-page.tsx')).SubscriptionSuccessPage,
  },
  { path: 'add', load: async () => (await import('./pages/add-page.tsx')).AddPage },
  { path: 'account', load: async () => (await import('../features/accounts/account-page.tsx')).AccountPage },
  {
    path: 'projects/new',
    load: async () => (await import('./pages/wizard-page.tsx')).WizardPage,
    children: wizardRoutes,
  },
  {
    path: 'projects/:projectId',
    load: async () => (await import('./project-layout.tsx')).ProjectLayout,
    children: projectRoutes,
  },
]

export const routes: Route[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    children: [
      {
        // One for all public screens: what has the focus in it stays from one to the other.
        load: async () => (await import('./auth-layout.tsx')).AuthLayout,
        children: [...publicRoutes, { load: loadSessionCache, children: publicRoutesThatRead }],
      },
      {
        load: loadSessionCache,
        children: [
          {
            path: '/',
            redirect: requireSession,
            load: async () => (await import('./main-layout.tsx')).MainLayout,
            children: [{ ErrorBoundary: RouteError, children: mainRoutes }],
          },
        ],
      },
      { path: '404', load: async () => (await import('./pages/status-pages.tsx')).NotFoundPage },
      { path: '500', load: async () => (await import('./pages/status-pages.tsx')).ServerErrorPage },
      { path: '*', redirect: () => '/404' },
    ],
  },
]

/** What only screens with answers need: the sign-in does without it. */
async function loadSessionCache() {
  return (await import('./session-cache.tsx')).SessionCache
}

function Root() {
  return (
    <>
      <InnerRoute />
      <NextPageWaiting />
    </>
  )
}

/** The old page stays until the next one's code is there. */
function NextPageWaiting() {
  if (useNavigation().state === 'idle') return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-3 z-40 grid justify-items-center px-3">
      <FloatingWaiting label="Loading the page" />
    </div>
  )
}
