import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractCalls } from './contract-calls.ts'

const API = process.env.API_URL ?? 'http://localhost:3000'
/** Shared only by forms and smaller screens: the list of posts, which loads first, does without. */
const OF_FORMS =
  'ui/(card|field|inline-confirm|page|password-input|screen-card|textarea|use-escape)|lib/(draft|form-text|instance|use-once|use-submit|use-next-link)'
const API_PATHS = ['/api', '/auth', '/users_info', '/openapi.json', '/docs', '/healthz', '/readyz']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), contractCalls()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router|swr)\// },
            // Shared code comes as one file instead of many tiny ones. Excluded are large overlays, which load when
            // first opened, and the code of lists and drafts.
            {
              name: 'kit',
              test: new RegExp(
                String.raw`virtual:calls|web/src/(?!(?:${OF_FORMS})\.)(ui/(?!(copy-button|table|select|popover|dialog|modal-content|sheet|menu|tabs)\.)|lib/(?!rows/|drafts/))`,
              ),
              minShareCount: 4,
            },
            { name: 'forms', test: new RegExp(String.raw`web/src/(?:${OF_FORMS})\.`), minShareCount: 4 },
          ],
        },
      },
    },
  },
})
