const FACTS = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': '#organization',
      name: 'Larkbill',
      legalName: 'Larkbill Software Ltd',
      url: '/',
      description: 'Larkbill makes invoicing and bookkeeping software for freelancers and small agencies.',
      sameAs: ['https://social.example/@larkbill'],
      knowsAbout: ['invoicing', 'bookkeeping', 'late payments'],
    },
    { '@type': 'WebSite', name: 'Larkbill', inLanguage: 'en' },
    {
      '@type': ['SoftwareApplication', 'Product'],
      name: 'Larkbill Invoicing',
      applicationCategory: 'BusinessApplication',
      description: 'Send an invoice in a minute, get reminded when it is late, hand clean books to the accountant.',
      offers: { '@type': 'Offer', price: '12', priceCurrency: 'EUR' },
    },
  ],
}

/** What a small business puts on its home page. */
export const HOME_PAGE = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>Larkbill &ndash; invoicing for freelancers &amp; small agencies</title>
<meta name="description" content="Invoices, reminders and clean books without an accounting degree. Made for freelancers &amp; agencies of up to twenty people.">
<meta property="og:site_name" content="Larkbill">
<meta property="og:title" content="Larkbill: get paid on time">
<link rel="alternate" type="application/rss+xml" title="Larkbill blog" href="/blog/feed.xml">
<script type="application/ld+json">${JSON.stringify(FACTS)}</script>
<style>body { font-family: sans-serif }</style>
</head>
<body>
<nav><a href="/pricing">Pricing</a> <a href="/blog">Blog</a> <a href="/login">Sign in</a></nav>
<main>
<h1>Get paid on time, without chasing anyone</h1>
<p>Larkbill writes your invoices, reminds late payers politely and keeps books that your accountant will thank you for.</p>
<h2>Invoices in a minute</h2>
<p>Pick a client, pick the hours, send. Recurring invoices, deposits and several currencies are included in every plan.</p>
<h2>Reminders that stay friendly</h2>
<p>Most clients do not refuse to pay, they forget. Larkbill reminds them before and after the due date, in your words.</p>
<h2>Leaving a spreadsheet or a big accounting suite?</h2>
<p>Import clients and open invoices from a spreadsheet or from the large accounting suites in one afternoon.</p>
<h3>Who it is for</h3>
<ul><li>Freelance designers and developers</li><li>Agencies of two to twenty people</li><li>Consultants who bill by the hour</li></ul>
</main>
<footer><p>&copy; Larkbill Software Ltd</p></footer>
<script>window.analytics = []</script>
</body>
</html>`

export const BLOG_FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Larkbill blog</title><link>/blog</link><description>Notes on getting paid</description>
<item><title>How long should you wait before a reminder?</title><link>/blog/reminders</link><guid>/blog/reminders</guid><pubDate>Mon, 02 Nov 2026 09:00:00 GMT</pubDate><description>Three days, says our data.</description></item>
</channel></rss>`

export const LATIN1_PAGE = `<!doctype html><html lang="fr"><head><title>Boulangerie Été</title>
<meta name="description" content="Pain, café et pâtisserie à Orléans"></head><body><h1>Le pain de l'été</h1></body></html>`

export const SCRIPT_ONLY_PAGE = `<!doctype html><html><head><title></title></head><body><div id="root"></div>
<script type="application/ld+json">{ this is not JSON }</script><script>render()</script></body></html>`
