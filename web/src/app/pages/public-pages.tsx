import { PublicPage } from '../../features/installation/public-page.tsx'

/** The pages linked from the footer. */
export const publicPages = {
  contact: () => <PublicPage name="contact" />,
  privacy: () => <PublicPage name="privacy" />,
  terms: () => <PublicPage name="terms" />,
}
