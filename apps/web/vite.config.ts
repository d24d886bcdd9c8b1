import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { table } from '../../packages/api/src/table.ts'
import { chunkGroups } from './chunk-groups.ts'
import { iconImports } from './icon-imports-plugin.ts'
import { pdfAssets } from './pdf-assets-plugin.ts'
import { precompressed } from './precompress-plugin.ts'
import { prerenderedLogin } from './prerender-plugin.ts'
import { type CallRoute, usualRoute } from './src/client/call-route.ts'
import { styleNonce } from './style-nonce-plugin.ts'

/** What the sign-in page asks for: all it has to know of the table. */
const signInCalls = new Set([
  'checkSms',
  'getCaptchaImage',
  'getSmsCode',
  'getVerificationCode',
  'loginByAccount',
  'loginByVerificationCode',
  'loginForUserNameAndPhone',
  'resetPassword',
])

const withoutName = (path: string, call: string) => path.replace(new RegExp(`/${call}$`), '/*')

const unusual = (facts: Omit<CallRoute, 'path'>) =>
  Object.fromEntries(Object.entries(facts).filter(([fact, value]) => Reflect.get(usualRoute, fact) !== value))

/** The call table's run-time facts without its schemas, so that zod stays out of the bundle. */
function callRoutes(): Plugin {
  const routes = Object.fromEntries(
    Object.entries(table).map(([call, { method, path, success, kind, mutates, access }]) => [
      call,
      { path: withoutName(path, call), ...unusual({ method, success, kind, mutates, open: access === 'open' }) },
    ]),
  )
  const signIn = Object.fromEntries(Object.entries(routes).filter(([call]) => signInCalls.has(call)))
  const modules = new Map([
    ['virtual:call-routes', `export const callRoutes = ${JSON.stringify(routes)}`],
    ['virtual:sign-in-routes', `export const signInRoutes = ${JSON.stringify(signIn)}`],
  ])
  return {
    name: 'moqi:call-routes',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : null),
    load: (id) => modules.get(id.slice(1)) ?? null,
  }
}

/** In development /home/login is a document of its own, as the server has it. */
function loginDocument(): Plugin {
  return {
    name: 'moqi:login-document',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/home\/login(?=[/?]|$)/, '/home/login.html')
        next()
      })
    },
  }
}

/** Where `npm run dev` has the server. */
const server = `http://localhost:${process.env.PORT || 8080}`

export default defineConfig({
  base: '/home/',
  plugins: [
    callRoutes(),
    iconImports(),
    loginDocument(),
    pdfAssets(),
    styleNonce(),
    prerenderedLogin([callRoutes(), iconImports()]),
    precompressed(),
    react(),
  ],
  // In development everything but the pages themselves is the server's.
  server: { proxy: { '^/(?!home/)': server, '^/home/config\\.js': server } },
  build: {
    // Chromium 109 (360 browser, Windows 7) and Safari 15.4 are the oldest promised.
    target: ['chrome109', 'safari15.4'],
    outDir: 'dist',
    // What a page needs is weighed by it: scripts/page-weight.ts.
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'login.html'],
      output: { codeSplitting: { groups: chunkGroups } },
    },
    // The CSP names no data: source for scripts; fonts and icons stay files.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
})
