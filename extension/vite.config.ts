import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Whoever loads it can read what it does.
    minify: false,
    modulePreload: false,
    rolldownOptions: {
      input: { background: 'src/background.ts', options: 'src/options.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
