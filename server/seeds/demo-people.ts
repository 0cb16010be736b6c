import type { CompanySite } from './company-page.ts'
import type { Asker } from './stack-exchange.ts'

/**
 * What those say of themselves on Hacker News, in its HTML, whose posts become leads of the demo. Their profiles and websites are read
 * as any others are: seven companies come of it, one of them with two people, and somebody who may work at one.
 */
export const ABOUTS: ReadonlyMap<string, string> = new Map([
  [
    'tarvel-and-rye',
    'Founder at Foldcraft.<p>We design packaging for small makers, in Leeds.<p>https:&#x2F;&#x2F;foldcraft.example',
  ],
  ['nella-zelwood', 'Managing Director at Northpane.<p>Web agency of six. https:&#x2F;&#x2F;northpane.example'],
  [
    'dellwickyard',
    'Co-founder at Kilnhouse.<p>Ceramics workshops, and the books on Sundays. https:&#x2F;&#x2F;kilnhouse.example',
  ],
  ['dellwick_builds', 'Freelance Developer.<p>Mostly for agencies; write to builds@northpane.example'],
  ['oakhollow_t', 'Independent consultant for small charities.'],
  ['bram_corvane', 'Office manager at Wharfside, keeper of its spreadsheets.<p>https:&#x2F;&#x2F;wharfside.example'],
  [
    'tarnvale',
    'Co-founder at Brackenfold.<p>Two engineers who measure rivers for a living.<p>https:&#x2F;&#x2F;brackenfold.example',
  ],
  ['brindlewick', 'Operations Manager at Hollowmere.<p>https:&#x2F;&#x2F;hollowmere.example'],
  ['ottermead', 'Owner at Kettleby.<p>Furniture that is repaired, not replaced. https:&#x2F;&#x2F;kettleby.example'],
  ['pellbrook', 'Freelance Developer.<p>Left a bank in spring and has not worn a tie since.'],
])

/** The same on Stack Exchange. */
export const ASKERS: ReadonlyMap<string, Asker> = new Map([
  ['dorrit-tarvelyn', { location: 'Ghent, Belgium', website: 'https://wharfside.example' }],
])

/** The websites of their companies, by host. */
export const COMPANY_SITES: ReadonlyMap<string, CompanySite> = new Map([
  [
    'foldcraft.example',
    {
      name: 'Foldcraft',
      description:
        'Foldcraft is a design studio for packaging: folding cartons, labels and brand identity for small makers of food and soap.',
      town: 'Leeds',
      country: 'GB',
      employees: [2, 10],
      paragraphs: [
        'Our graphic designers draw, fold and print every box on paper before a customer sees it on a screen.',
      ],
    },
  ],
  [
    'northpane.example',
    {
      name: 'Northpane',
      description:
        'Northpane is a web development agency: we build and host websites and web applications for museums and theatres.',
      town: 'Utrecht',
      country: 'NL',
      employees: [2, 10],
      paragraphs: ['Custom software development, from the first sketch to the server it runs on.'],
    },
  ],
  [
    'wharfside.example',
    {
      name: 'Wharfside',
      description:
        'Wharfside is a freight forwarder: we move furniture by barge and by rail, and keep it in our warehouse in the meantime.',
      town: 'Ghent',
      country: 'BE',
      employees: [11, 50],
      paragraphs: ['Customs, warehousing and the last mile, with one waybill and one person to call.'],
    },
  ],
  [
    'kilnhouse.example',
    {
      name: 'Kilnhouse',
      description: 'Kilnhouse teaches ceramics: evening courses, weekend workshops and a kiln that members share.',
      town: 'Porto',
      country: 'PT',
      employees: [2, 10],
      paragraphs: ['Courses for beginners, and training for teachers who bring pottery into their schools.'],
    },
  ],
  [
    'brackenfold.example',
    {
      name: 'Brackenfold',
      description:
        'Brackenfold is an engineering consultancy: we survey rivers, model floods and design what keeps villages dry.',
      town: 'Aarhus',
      country: 'DK',
      employees: [2, 10],
      paragraphs: ['Two engineers, one boat, and every report in plain language.'],
    },
  ],
  [
    'hollowmere.example',
    {
      name: 'Hollowmere',
      description:
        'Hollowmere is a marketing agency: campaigns, films and copywriting for museums, bakers and other patient people.',
      town: 'Bristol',
      country: 'GB',
      employees: [2, 10],
      paragraphs: ['Nine people who write, draw and film under one roof by the harbour.'],
    },
  ],
  [
    'kettleby.example',
    {
      name: 'Kettleby',
      description:
        'Kettleby repairs and restores furniture: joinery, upholstery and French polish, at home or in our workshop.',
      town: 'Ghent',
      country: 'BE',
      employees: [2, 10],
      paragraphs: ['Send a photograph of the damage; we answer with a price.'],
    },
  ],
])
