import { join } from 'node:path'
import { defineConfig } from 'vite'
import { extensionManifest } from './manifest-plugin.ts'

const runtime = join(import.meta.dirname, '../../node_modules/vue/dist/vue.runtime.global.prod.js')

/** The board as an extension: one script behind Vue's own, one style, and the manifest that names them. */
export default defineConfig({
  base: '/vue/',
  plugins: [extensionManifest({ name: '数据看板', before: [{ name: 'vue', path: runtime }] })],
  build: {
    target: ['chrome109', 'safari15.4'],
    outDir: 'dist',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: { board: join(import.meta.dirname, 'src/main.ts') },
      external: ['vue'],
      output: {
        format: 'iife',
        globals: { vue: 'Vue' },
        entryFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
})
