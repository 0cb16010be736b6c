import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@rspress/core'
import { stagePages, type Page } from './src/stage-pages.ts'
import { finishPages } from './src/finish-pages.ts'
import { themePictures } from './src/theme-pictures.ts'

const DOCS = join(import.meta.dirname, '../docs')
const STAGED = join(import.meta.dirname, '.staged')

const pages = stagePages(DOCS, STAGED)
/** Written before, from the contract. */
const API = join(import.meta.dirname, '.api')
cpSync(API, join(STAGED, 'api-reference'), { recursive: true })
const reference = ['index.md', ...readdirSync(API).filter((file) => file !== 'index.md')].map((file) => {
  const [, title = file] = /^# (?:API: )?(.+)$/m.exec(readFileSync(join(API, file), 'utf8')) ?? []
  return { path: `api-reference/${file.replace(/\.md$/, '')}`, title: file === 'index.md' ? 'All calls' : title }
})
cpSync(join(import.meta.dirname, '../web/public/lamp.svg'), join(STAGED, 'public/lamp.svg'))
/** The guide's own pages, in the order of its first page. */
const guide = [...readFileSync(join(DOCS, 'guide/README.md'), 'utf8').matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, path]) =>
  pages.find((page) => page.path === path),
)

export default defineConfig({
  root: STAGED,
  outDir: 'dist',
  base: '/guide/',
  lang: 'en',
  title: 'Leadlight',
  description: 'What you can do in Leadlight, a page for each thing.',
  icon: '/lamp.svg',
  logo: '/lamp.svg',
  logoText: 'Leadlight',
  globalStyles: join(import.meta.dirname, 'src/site.css'),
  plugins: [finishPages(join(import.meta.dirname, 'dist'))],
  markdown: { remarkPlugins: [themePictures], link: { checkDeadLinks: true, checkAnchors: true } },
  search: { codeBlocks: true },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/' },
      { text: 'API', link: '/api-reference/' },
    ],
    sidebar: {
      '/': [
        { text: 'Guide', items: guide.filter((page) => page !== undefined).map(entry) },
        { text: 'API reference', items: reference.map(entry), collapsible: true, collapsed: true },
        { text: 'For operators', items: pagesOf(/^(operating|quality)$/) },
        { text: 'How it works', items: pagesOf(/^internals\//), collapsible: true, collapsed: true },
        { text: 'Decisions', items: pagesOf(/^decisions\//), collapsible: true, collapsed: true },
      ],
    },
  },
})

function pagesOf(pattern: RegExp) {
  return pages.filter((page) => pattern.test(page.path)).map(entry)
}

function entry(page: Page) {
  return { text: page.title, link: `/${page.path.replace(/(^|\/)index$/, '$1')}` }
}
