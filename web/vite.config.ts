import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractCalls } from './contract-calls.ts'
import { scriptLimits } from './script-limits.ts'

const API = process.env.API_URL ?? 'http://localhost:3000'
/** What every page starts with, the sign-in too. */
const START =
  'main|app/(brand|shell/route-announcer)|ui/(button|input|notice|icon-button)|lib/(read-instance|return-to|api|router/link)'
/** Forms, of which the public screens need no more than the first part. */
const FIELDS = 'ui/(card|field|password-input|screen-card)|lib/(form-text|use-submit)'
const FORMS = 'ui/(inline-confirm|page|textarea|use-escape)|lib/(draft|use-once|use-next-link)'
/** Large, and loaded when first opened. */
const OVERLAYS = 'copy-button|table|select|popover|dialog|modal-content|sheet|menu|tabs|switch'
/** Of lists, what both leads and prospects show at once. */
const ROWS =
  'changes|choice-chip|filter-chips|filter-state|list-settings|list-shortcuts|list-states|row-link|search-box|status-button|use-export|use-list-in-store|use-list-work|use-position|use-rows|use-url-filters|use-virtual-rows'
/** `npm run bench -- web` measures the same in a browser. */
const LIMITS = [
  { chunk: 'sign-in', kb: 90, files: 12 },
  { chunk: 'posts', kb: 170, files: 12 },
]
const API_PATHS = ['/api', '/auth', '/users_info', '/openapi.json', '/docs', '/guide', '/healthz', '/readyz']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    contractCalls(),
    scriptLimits(LIMITS, [new URL('public/theme.js', import.meta.url)]),
  ],
  server: {
    proxy: {
      ...Object.fromEntries(API_PATHS.map((path) => [path, { target: API }])),
      // Browsers GET the screen and POST the call.
      '/unsubscribe': { target: API, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
  build: {
    manifest: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Browsers that run this target preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Code that comes together is one file instead of many tiny ones. A group also takes what its modules import,
          // unless a group above has it.
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler)\//,
            },
            { name: 'start', test: inSource(START, String.raw`vite/preload-helper`) },
            {
              name: 'session',
              test: inSource('app/session-cache|lib/instance', String.raw`node_modules/swr/(?!dist/infinite)`),
            },
            { name: 'fields', test: inSource(FIELDS) },
            { name: 'forms', test: inSource(FORMS), minShareCount: 4 },
            { name: 'sign-in', test: inSource('app/(auth-layout|pages/sign-in-page)') },
            {
              name: 'kit',
              test: inSource(String.raw`ui/(?!(?:${OVERLAYS})\.)[\w-]+|lib/(?!rows/|drafts/)[\w-]+`, 'virtual:calls'),
              minShareCount: 4,
            },
            { name: 'icons', test: /lucide-react\/dist\/esm\/icons/, minShareCount: 2 },
            { name: 'shell', test: inSource('app/(main|project)-layout') },
            { name: 'rows', test: inSource(`lib/rows/(${ROWS})`) },
            { name: 'posts', test: inSource('app/pages/posts-page') },
            { name: 'pane', test: inSource('features/leads/lead-pane') },
            {
              name: 'floating',
              test: /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll)\//,
              minShareCount: 6,
            },
          ],
        },
      },
    },
  },
})

/** Modules of `web/src` by their paths there without extension, or any by a part of their id. */
function inSource(paths: string, anywhere?: string): RegExp {
  return new RegExp([String.raw`web/src/(?:${paths})\.tsx?$`, ...(anywhere === undefined ? [] : [anywhere])].join('|'))
}
