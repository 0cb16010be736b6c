import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = process.env.API_URL ?? 'http://localhost:3000'
const API_PATHS = ['/api', '/auth', '/users_info', '/openapi.json', '/docs', '/healthz', '/readyz']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      ...Object.fromEntries(API_PATHS.map((path) => [path, { target: API }])),
      // What browsers open is a screen, what they post is a call.
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
            // What most screens share comes as one file instead of many tiny ones; not what opens over the
            // page, which is large and which comes when it is first opened.
            {
              name: 'kit',
              test: /web\/src\/(ui\/(?!(select|popover|dialog|sheet|menu|tabs)\.)|lib\/)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
})
