import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callRoutes } from './call-routes-plugin.ts'
import { chunkGroups } from './chunk-groups.ts'
import { scriptEditions } from './editions-plugin.ts'
import { chineseEdition, englishEdition } from './english/editions.ts'
import { siteDocuments } from './documents-plugin.ts'
import { documents, sites, sources } from './sites.ts'
import { iconImports } from './icon-imports-plugin.ts'
import { pdfAssets } from './pdf-assets-plugin.ts'
import { precompressed } from './precompress-plugin.ts'
import { prerendered } from './prerender-plugin.ts'

/** Where `npm run dev` has the server. */
const server = `http://localhost:${process.env.PORT || 8080}`

/** Where the scripts, styles and drawings of all sites lie. */
const base = '/home/'

const untranslated = new Set<string>()
const english = englishEdition((chinese) => untranslated.add(chinese))

export default defineConfig({
  root: sources,
  base,
  publicDir: '../public',
  plugins: [
    callRoutes(),
    iconImports(),
    siteDocuments(base),
    pdfAssets(),
    prerendered(base, [callRoutes(), iconImports()], [chineseEdition, english]),
    scriptEditions([english]),
    precompressed(),
    react(),
  ],
  // In development everything but the pages themselves is the server's.
  server: {
    proxy: {
      [`^/(?!(?:${sites.join('|')})/)`]: server,
      '^/home/config\\.js': server,
      '^/operator/api/': server,
    },
  },
  build: {
    // Chromium 109 (360 browser, Windows 7) and Safari 15.4 are the oldest promised.
    target: ['chrome109', 'safari15.4'],
    outDir: '../dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: documents.map((document) => join(sources, document)),
      output: { codeSplitting: { groups: chunkGroups } },
    },
    // Safari before 17 knows no module preload: there a file is asked for when it is imported.
    modulePreload: { polyfill: false },
    // The CSP names no data: source for scripts; fonts and icons stay files.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
})
