import { PublicPage } from '../../features/installation/public-page.tsx'

/** The pages that the footer leads to. */
export const publicPages = {
  contact: () => <PublicPage name="contact" />,
  privacy: () => <PublicPage name="privacy" />,
  terms: () => <PublicPage name="terms" />,
}
