const NAME_MAX = 200

/** What people without a company write when asked for one. */
const NO_COMPANY =
  /^(?:-+|n\/?a|none|no(?:ne)? company|nobody|self|self[- ]?employed|freelancer?|freelancing|independent|consultant|unemployed|retired|student|home|personal|private|me|myself|hobbyist|open to work|looking for (?:work|a job))\.?$/iu

const LEGAL_FORM =
  /[\s,]+(?:inc|llc|l\.l\.c|ltd|limited|gmbh|ag|ug|kg|se|corp|corporation|co|company|plc|pty|pty ltd|bv|b\.v|nv|oy|ab|as|a\/s|aps|srl|s\.r\.l|spa|s\.p\.a|sa|s\.a|sas|sarl|kk|pte|pte ltd)\.?$/iu

/** Hosts with pages of many people and companies: the host itself and everything below it. */
const SHARED_HOSTS = new Set(
  `github.com github.io gitlab.com gitlab.io bitbucket.org codeberg.org codeberg.page sr.ht gist.github.com
  twitter.com x.com facebook.com instagram.com linkedin.com youtube.com youtu.be tiktok.com threads.net reddit.com
  bsky.app bsky.social mastodon.social hachyderm.io fosstodon.org infosec.exchange t.me discord.gg discord.com
  medium.com substack.com dev.to hashnode.dev hashnode.com wordpress.com blogspot.com tumblr.com ghost.io bearblog.dev
  notion.site notion.so about.me linktr.ee linktree.com bio.link carrd.co polywork.com read.cv bento.me beacons.ai
  google.com sites.google.com docs.google.com goo.gl bit.ly t.co tinyurl.com keybase.io stackoverflow.com
  stackexchange.com news.ycombinator.com ycombinator.com producthunt.com gumroad.com patreon.com ko-fi.com
  buymeacoffee.com kickstarter.com amazon.com apple.com microsoft.com netlify.app vercel.app herokuapp.com pages.dev
  web.app firebaseapp.com fly.dev onrender.com surge.sh neocities.org glitch.me repl.co replit.app webflow.io wixsite.com
  weebly.com squarespace.com gmail.com outlook.com hotmail.com yahoo.com proton.me protonmail.com icloud.com`.split(
    /\s+/u,
  ),
)

/** Second levels under which a country's companies register: `acme.co.uk` is a company's domain, `co.uk` is not. */
const SECOND_LEVEL = /^(?:co|com|org|net|ac|gov|edu|or|ne|gob|gouv)$/u

/** The company names that somebody states: `@acme @other` are two, `self-employed` is none. At most three. */
export function statedCompanies(stated: string): string[] {
  const text = stated.replaceAll(/\s+/gu, ' ').trim()
  const handles = text.match(/@[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu)
  const names =
    handles && /^(?:@\S+[\s,&]*)+$/u.test(text) ? handles.map((handle) => handle.slice(1)) : [text.replace(/^@/u, '')]
  const cleaned = names.map((name) =>
    name
      .replace(/[\s,;.]+$/u, '')
      .slice(0, NAME_MAX)
      .toWellFormed(),
  )
  return cleaned.filter((name) => companyKey(name) !== '' && !NO_COMPANY.test(name)).slice(0, 3)
}

/** A key that two spellings of a company's name share: letters and digits, without its legal form. */
export function companyKey(name: string): string {
  const bare = name.replace(/^@/u, '').trim()
  const withoutForm = bare.replace(LEGAL_FORM, '').replace(LEGAL_FORM, '')
  const key = (of: string) =>
    of
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return key(withoutForm) || key(bare)
}

/**
 * The company domain of a website that somebody gives as theirs. Undefined if it is a page on a shared host, or
 * personal by its name: ada-lovelace.dev is Ada Lovelace's.
 */
export function companyDomain(website: string, owner: { names: readonly string[] }): string | undefined {
  const host = hostOf(website)
  if (host === undefined) return undefined
  const domain = registeredDomain(host)
  if (SHARED_HOSTS.has(domain) || SHARED_HOSTS.has(host)) return undefined
  const label = companyKey(domain.split('.')[0] ?? '')
  const own = owner.names.flatMap(namesIn)
  return own.includes(label) ? undefined : domain
}

/** The registered part of a host: shop.acme.co.uk lies under acme.co.uk. */
export function registeredDomain(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/u, '').split('.')
  const isSecondLevel = SECOND_LEVEL.test(labels.at(-2) ?? '') && labels.length > 2
  return labels.slice(isSecondLevel ? -3 : -2).join('.')
}

/** The domain names a person may have chosen: Ada Lovelace has adalovelace, lovelace, ada and alovelace. */
function namesIn(name: string): string[] {
  const words = name
    .split(/[\s._@-]+/u)
    .map(companyKey)
    .filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  return [companyKey(name), first, last, `${first.charAt(0)}${last}`, `${first}${last.charAt(0)}`].filter(
    (one) => one.length > 2,
  )
}

function hostOf(website: string): string | undefined {
  const typed = website.trim().toLowerCase()
  const [, host = ''] = /^(?:https?:\/\/)?(?:www\.)?([^\s@:/?#]+)(?::\d+)?(?:[/?#]\S*)?$/u.exec(typed) ?? []
  const bare = host.replace(/\.$/u, '')
  return /^(?:[a-z0-9_-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/u.test(bare) ? bare : undefined
}
