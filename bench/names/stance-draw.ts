import { readFileSync } from 'node:fs'
import { findNameSpans } from '@leadlight/domain/watched-names/match-names'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import { postText } from '@leadlight/engine/language/post-text'
import { createNameIndex } from '@leadlight/engine/names/name-index'
import { createDice } from '@leadlight/engine/testing/dice'
import { postKey, readPostFile, toPost } from '../relevance/read-data.ts'

/** What somebody might watch: the words of each name. Chosen for being named in the posts, before any was read. */
export const WATCHED: readonly string[] = [
  '@united',
  '@jetblue',
  '@southwestair',
  '@usairways',
  '@americanair',
  '@virginamerica',
  'wordpress',
  'joomla',
  'drupal',
  'squarespace',
  'shopify',
  'paypal',
  'quickbooks',
  'godaddy',
  'bluehost',
  'heroku',
  'aws OR "amazon web services"',
  'linode',
  'dropbox',
  'evernote',
  'trello',
  'basecamp',
  'salesforce',
  'mailchimp',
  'hootsuite',
  'elance OR odesk',
  'craigslist',
  'kickstarter',
  'photoshop',
  'unity3d OR "unity 3d"',
  'eclipse',
  'mysql',
  'postgresql OR postgres',
  'mongodb',
  'oracle',
  'ubuntu',
  'debian',
  'centos',
  'vmware OR esxi',
  'cisco',
  'chrome',
  'firefox',
  'thinkpad',
  'coinbase',
  'django',
  'jquery',
  'tensorflow',
  'opencv',
  'vscode OR "vs code"',
  'react',
  'docker',
  'mastodon',
  'slack',
  'mint',
  'photobucket OR flickr',
  'freshbooks OR xero',
  'github',
  'lastpass OR keepass',
]

/** More names for the draw near words. */
const WATCHED_NEAR: readonly string[] = [
  ...WATCHED,
  '"windows 7"',
  '"windows 8"',
  '"visual studio"',
  '"sql server" OR mssql',
  'excel',
  'quicken',
  'gmail',
  'itunes',
  'bootstrap',
  'magento',
  'svn OR subversion',
  'arch',
  'fedora',
  'macbook',
  'iphone',
  'jekyll',
  'twitter',
  'xcode',
  'gimp',
  'mint.com',
  'ebay',
  'rackspace',
  'namecheap',
  'adwords',
  'netbeans',
  'nexus',
]

/** How many of each file are drawn from all; no name has more than its share of one. */
const QUOTAS = new Map([
  ['reddit_posts', 230],
  ['twitter_posts', 80],
  ['hackernews_stories', 60],
  ['github_issues', 80],
  ['mastodon_posts', 24],
  ['hackernews_comments', 6],
])
const NAME_SHARE = 1 / 8

/**
 * Rare stances would be a handful in hundreds, so more are drawn from posts that have such a word near the name: wider than
 * what tells the stance, as most of these posts do not take it.
 */
const NEAR = [
  {
    files: ['reddit_posts', 'mastodon_posts', 'hackernews_stories'],
    quota: 90,
    characters: 70,
    words:
      /\b(?:switch\w*|migrat\w*|mov(?:e|ed|ing)(?: \w+){0,3} (?:from|to|away|over|off|on)|replac(?:e|ed|ing|ement)|leaving|ditch\w*|dump(?:ed|ing)|cancel(?:l?ing)? (?:my|our)|convert(?:ed|ing)?|instead of|alternatives?|back to|g[ia]v(?:e|ing) up|import(?:ed|ing)|transfer\w*|quit|abandon\w*|no longer|goodbye|stop(?:ped)? using|start(?:ed)? using|get away|(?:sick|tired) of)\b/i,
  },
  {
    files: ['reddit_posts', 'mastodon_posts', 'hackernews_stories'],
    quota: 80,
    characters: 50,
    words:
      /\b(?:vs|versus|or|than|compar\w*|between|alternatives?|similar|equivalent|differen\w*|rather|prefer\w*|which|unlike|like)\b/i,
  },
  {
    files: ['reddit_posts', 'twitter_posts', 'mastodon_posts', 'hackernews_stories'],
    quota: 50,
    characters: 120,
    words:
      /\b(?:lov(?:e|ed|es|ing)|great|awesome|thank\w*|best|excellent|amazing|recommend\w*|happy|fantastic|perfect\w*|nice|good|easy|well|wonderful|impress\w*|brilliant|kudos|solid|favou?rite)\b/i,
  },
]
/** No name has more of these. */
const NEAR_NAME_MAX = 7

export interface DrawnPost {
  file: string
  id: string
  names: string
  text: string
  /** 0 for the draw from all, otherwise which of the lists of words is near. */
  near: number
}

interface Row {
  file: string
  id: string
  text: string
}

/** Posts that the index finds to hold one of the names, drawn at random without regard to what they say of it. */
export function drawStancePosts(
  sharedData: string,
  seed: string,
  except: ReadonlySet<string> = new Set(),
): DrawnPost[] {
  const indexes = [WATCHED, WATCHED_NEAR].map((list) => {
    const index = createNameIndex()
    for (const names of list) index.put(names, names)
    return index
  })
  const dice = createDice(`stance ${seed}`)
  const rowsOf = readRows(sharedData, except)
  const draw = (rows: Row[], { near, quota, nameMax }: { near: number; quota: number; nameMax: number }) => {
    const drawn: DrawnPost[] = []
    const taken = new Map<string, number>()
    while (drawn.length < quota && rows.length > 0) {
      const [row] = rows.splice(dice.below(rows.length), 1)
      if (!row) break
      const list = NEAR[near - 1]
      const index = indexes[list ? 1 : 0]
      const found = (index?.match(row.text) ?? []).filter(
        (names) =>
          (taken.get(names) ?? 0) < nameMax && (!list || list.words.test(around(row.text, names, list.characters))),
      )
      if (found.length === 0) continue
      const names = dice.pick(found.toSorted())
      taken.set(names, (taken.get(names) ?? 0) + 1)
      drawn.push({ ...row, names, near })
    }
    return drawn
  }
  const all = [...QUOTAS].flatMap(([file, quota]) =>
    draw(rowsOf(file), { near: 0, quota, nameMax: Math.ceil(quota * NAME_SHARE) }),
  )
  const known = new Set(all.map(postKey))
  const more = NEAR.flatMap(({ files, quota }, at) => {
    const rows = files.flatMap(rowsOf).filter((row) => !known.has(postKey(row)))
    const drawn = draw(rows, { near: at + 1, quota, nameMax: NEAR_NAME_MAX })
    for (const post of drawn) known.add(postKey(post))
    return drawn
  })
  return [...all, ...more]
}

/** The posts of a file but those that are kept for scoring. */
function readRows(sharedData: string, except: ReadonlySet<string>): (file: string) => Row[] {
  const lines = readFileSync(`${sharedData}/relevance/leave-out.jsonl`, 'utf8').trim().split('\n')
  const reserved = new Set(lines.map((line) => postKey(JSON.parse(line) as { file: string; id: string })))
  const files = new Map<string, Row[]>()
  return (file) => {
    const rows =
      files.get(file) ??
      readPostFile(`${sharedData}/posts`, file)
        .map((row) => ({ file, id: String(row.id), text: postText(toPost(row)) }))
        .filter((row) => !reserved.has(postKey(row)) && !except.has(postKey(row)))
    files.set(file, rows)
    return [...rows]
  }
}

/** What stands around the names, without them. */
function around(text: string, names: string, characters: number): string {
  const { root } = parseNames(names)
  if (!root) return ''
  return findNameSpans(root, text)
    .flatMap(({ start, end }) => [
      text.slice(Math.max(0, start - characters), start),
      text.slice(end, end + characters),
    ])
    .join('\n')
}
