/** What several people write about, in words of their own each. */
const SUBJECTS = {
  invoices: {
    openings: [
      'Which tool do you use to send invoices',
      'Is there a good program to write invoices',
      'Looking for software to bill clients with invoices',
    ],
    details: [
      'for a small design business?',
      'if you have three clients a month?',
      'that reminds clients who do not pay?',
      'with recurring billing?',
      'and keep track of what was paid?',
      'when you bill by the hour?',
      'with sales tax on each invoice?',
      'that a freelancer can afford?',
    ],
  },
  routers: {
    openings: [
      'My wifi router keeps dropping the connection',
      'The wireless router loses the internet connection',
      'Our office router disconnects all laptops from wifi',
    ],
    details: [
      'every evening.',
      'as soon as somebody streams video.',
      'since the last firmware update.',
      'whenever the microwave is on.',
      'and a restart helps for an hour.',
      'on both bands.',
      'in the back room.',
      'twice a day and I am stuck.',
    ],
  },
  coffee: {
    openings: [
      'Switching from a blade coffee grinder to a burr grinder',
      'Replacing my old espresso grinder instead of repairing it',
      'Moving from pre-ground coffee to an espresso grinder',
    ],
    details: [
      'was worth it.',
      'made my coffee taste better.',
      'cost me 200 dollars.',
      'is what I did last month.',
      'because the coffee tasted bitter.',
      'after reading many reviews.',
      'for a small kitchen.',
      'was harder than I thought.',
    ],
  },
} as const
export type Subject = keyof typeof SUBJECTS
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as Subject[]

/** At most 24 texts about a subject, no two the same; the same ones each time. */
export function writeAbout(subject: Subject, count: number): string[] {
  const { openings, details } = SUBJECTS[subject]
  return openings.flatMap((opening) => details.map((detail) => `${opening} ${detail}`)).slice(0, count)
}
