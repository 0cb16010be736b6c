import { systemClock } from '@leadlight/server/platform/clock'
import { startStripeDouble } from '@leadlight/server/testing/doubles/stripe/stripe-double'
import type { StripeDouble } from '@leadlight/server/testing/doubles/stripe/stripe-double'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'

/** An installation that sells plans, beside a Stripe where tests see what was paid and can make cards fail. */
export interface InstallationWithPlans extends Installation {
  stripe: StripeDouble
}

/** Starts it; all tests of the file go there. A post costs a credit to judge, so that a search uses the trial up. */
export async function startWithPlans(variables: Record<string, string> = {}): Promise<InstallationWithPlans> {
  const stripe = await startStripeDouble({ clock: systemClock })
  const installation = await startInstallation([], () =>
    Promise.resolve({ ...stripe.environment, JUDGED_POST_PRICE: '1', TRIAL_CREDITS: '5', ...variables }),
  )
  stripe.deliverTo(`${installation.url}/api/v1/billing/stripe/events`)
  const usual = { LEADLIGHT_URL: process.env['LEADLIGHT_URL'], LEADLIGHT_DATA_DIR: process.env['LEADLIGHT_DATA_DIR'] }
  const usualWebsite = process.env['LEADLIGHT_WEBSITE_URL']
  Object.assign(process.env, {
    LEADLIGHT_URL: installation.url,
    LEADLIGHT_DATA_DIR: installation.dataDir,
    LEADLIGHT_WEBSITE_URL: installation.websiteUrl,
  })
  return {
    ...installation,
    stripe,
    async stop() {
      await installation.stop()
      await stripe.close()
      Object.assign(process.env, usual, { LEADLIGHT_WEBSITE_URL: usualWebsite })
    },
  }
}
