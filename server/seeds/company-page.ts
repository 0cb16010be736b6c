export interface CompanySite {
  name: string
  description: string
  town: string
  /** ISO 3166-1, as schema.org asks for. */
  country: string
  employees: readonly [min: number, max: number]
  paragraphs: readonly string[]
}

/** The home page of a company that says what it is, in words and in schema.org's. */
export function companyPage({ name, description, town, country, employees, paragraphs }: CompanySite): string {
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    description,
    address: { '@type': 'PostalAddress', addressLocality: town, addressCountry: country },
    numberOfEmployees: { '@type': 'QuantitativeValue', minValue: employees[0], maxValue: employees[1] },
  }
  return `<!doctype html><html lang="en"><head><title>${name}</title><meta name="description" content="${description}">
<script type="application/ld+json">${JSON.stringify(organization)}</script></head>
<body><h1>${name}</h1>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}</body></html>`
}
