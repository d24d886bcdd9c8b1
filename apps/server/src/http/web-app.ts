import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#src/platform/config.ts'
import type { Deps } from '#src/platform/deps.ts'
import { contentNonce } from '#src/platform/content-nonce.ts'
import { acceptedEncoding, compress, type Encoding } from './compress.ts'
import { html, sendPage } from './plain-page.ts'
import { addressLimiter } from './address-limit.ts'
import { pagePolicy, type PageSources, sendAsFramedPage, sendAsPartOfPage } from './security-headers.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const incompressible = new Set(['.ico', '.jpg', '.png', '.woff2'])

/** Documents of one address, behind which a whole office may be: each is compressed anew. */
const documentLimit = { count: 600, seconds: 60 }

const signedIn = /(?:^|;\s*)jit-econtract=/
/** What this browser's reader chose under /user/config; every other is served the Chinese that the product is in. */
const inEnglish = /(?:^|;\s*)moqi-language=en(?:;|$)/

type Content = { bytes: Buffer; etag: string }
type Asset = { path: string; type: string; hashed: boolean; read: (encoding: Encoding) => Promise<Content> }

/** The site where everybody arrives; the files of every site lie below it. */
const home = 'home'

type Visit = { Params: { '*': string }; Querystring: { app?: unknown; forgot?: unknown; inviteCode?: unknown } }

/** Pages that integrations may frame, each named by its AppId in `app`. */
const framed: ReadonlySet<string> = new Set(
  ['', '/sign', '/launch', '/auto-redirect', '/lauchtask', '/assign'].map((page) => `unifysign${page}`),
)

/** The document by which pages ask somebody's companion. */
const agent = 'key-agent'

type WebAppSettings = {
  directory: string
  extension?: string
  /** From where an integration may frame its pages. */
  originsOf?: (appId: string) => Promise<readonly string[]>
}

/**
 * Serves the built web app: each site under its name, and the files of all of them under /home/. Only files found at
 * start are ever read, so no request names a path. A deep link answers the site's page, a missing asset 404; who runs
 * the platform has a site where the settings let them in;
 * `directory` is the build's, and when it is not there a page says so.
 */
export function serveWebApp(
  app: FastifyInstance,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { directory, extension = '', originsOf = async () => [] }: WebAppSettings,
): void {
  const sites = readSites(directory, config)
  const english = readSites(join(directory, 'en'), config)
  const assets = sites.size > 0 ? assetsIn(directory) : new Map<string, Asset>()
  const settings = browserSettings(config, extension)
  const limit = addressLimiter(now)
  const framersOf = async (appId: unknown) => (typeof appId === 'string' ? originsOf(appId) : [])

  app.get('/', ({ url }, reply) => reply.redirect(`/${home}/${queryOf(url)}`))
  app.get(`/${home}/config.js`, (_request, reply) =>
    sendAsPartOfPage(reply).type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(settings),
  )
  if (!config.operator) sites.delete('operator')
  for (const site of new Set([home, ...sites.keys()])) {
    const pages = sites.get(site)
    app.get(`/${site}`, ({ url }, reply) => reply.redirect(`/${site}/${queryOf(url)}`))
    app.get<Visit>(`/${site}/*`, async (request, reply) => {
      const path = request.params['*']
      const asset = site === home ? assets.get(path) : undefined
      if (asset) return sendAsset(request, reply, asset, { apiUrl: config.apiUrl, staticUrl: config.staticUrl })
      if (path.startsWith('assets/') || /\.[a-z0-9]{1,12}$/i.test(path)) return reply.code(404).send()
      if (!pages) return notBuilt(reply)
      const name = path.replace(/\/$/, '')
      // Checklist R5; what the cookie says is enough for it (R4).
      if (isNeedlessSignIn(site, name, request)) return reply.redirect(`/${home}/${invitationOf(request.query)}`)
      limit(request, documentLimit)
      const document = documentOf(spokenPages(request, pages, english.get(site)), documentName(name, request))
      if (document === undefined) return notBuilt(reply)
      const framers = site === home && framed.has(name) ? await framersOf(request.query.app) : []
      return sendDocument(request, reply, { document, ...reach(config, site === home ? name : '', framers) })
    })
  }
}

/** Of all documents one alone reaches the person's own computer, framed by ours. */
function reach({ apiUrl, staticUrl, companionUrl }: Config, name: string, framers: readonly string[]) {
  if (name !== agent || companionUrl === '') return { sources: { apiUrl, staticUrl }, framers }
  return { sources: { apiUrl, staticUrl, companionUrl }, framers: ["'self'"] }
}

const isSignedIn = ({ headers }: Pick<FastifyRequest, 'headers'>) => signedIn.test(headers.cookie ?? '')

/** Whether somebody who is signed in asks for the sign-in page. */
const isNeedlessSignIn = (site: string, name: string, request: Pick<FastifyRequest, 'headers'>) =>
  site === home && name === 'login' && isSignedIn(request)

/** The site's documents in the language that this browser's reader chose. */
const spokenPages = ({ headers }: Pick<FastifyRequest, 'headers'>, chinese: Pages, english: Pages = chinese): Pages =>
  inEnglish.test(headers.cookie ?? '') ? english : chinese

/** Two pages have two documents: the sign-in page, and the first page, whose files only who is signed in needs. */
function documentName(name: string, request: FastifyRequest<Visit>): string {
  if (name === 'login' && request.query.forgot === '1') return 'forgot'
  return name === '' && isSignedIn(request) ? 'start' : name
}

/** The document of an own page, or the site's index. */
const documentOf = (pages: Pages, name: string) => pages.get(name) ?? pages.get('index')

const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** An invitation goes along wherever one is sent (checklist R6). */
const invitationOf = ({ inviteCode }: { inviteCode?: unknown }) =>
  typeof inviteCode === 'string' ? `?${new URLSearchParams({ inviteCode }).toString()}` : ''

/** `window.__CONFIG__` (checklist E14); empty addresses mean this server. */
function browserSettings(config: Config, extension: string): string {
  const { apiUrl, consoleUrl, staticUrl, companionUrl: companion, supportPhone, brand } = config
  const settings = { apiBaseUrl: apiUrl, consoleUrl, staticUrl, companion, extension, supportPhone, brand }
  return `window.__CONFIG__ = ${JSON.stringify(settings)}\n`
}

/** A site's documents by their paths: its index, and those of pages that strangers open, complete before any script. */
type Pages = ReadonlyMap<string, string>

/** The sites of the build by name: each folder of it with an index.html. */
function readSites(directory: string, { supportPhone }: Config): Map<string, Pages> {
  const found = existsSync(directory) ? readdirSync(directory) : []
  const phone = html`${supportPhone}`.html
  const pagesOf = (site: string): Pages =>
    new Map(
      readdirSync(join(directory, site), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => [
          file.slice(0, -'.html'.length).split(sep).join('/'),
          readFileSync(join(directory, site, file), 'utf8').replaceAll('%SUPPORT_PHONE%', phone),
        ]),
    )
  const names = found.filter((name) => existsSync(join(directory, name, 'index.html')))
  return new Map(names.map((site) => [site, pagesOf(site)]))
}

/** A fresh nonce each time: the answer is never stored, and compressed while one waits. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, sources, framers }: { document: string; sources: PageSources; framers: readonly string[] },
): Promise<FastifyReply> {
  const nonce = contentNonce()
  const bytes = Buffer.from(document.replaceAll('%CSP_NONCE%', nonce))
  const encoding = encodingFor(request, '.html')
  reply.header('content-security-policy', pagePolicy(nonce, sources, framers)).header('vary', 'accept-encoding')
  if (framers.length > 0) sendAsFramedPage(reply)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(await compress(bytes, encoding))
}

function notBuilt(reply: FastifyReply): FastifyReply {
  const body = html`<h1>网页尚未构建</h1>
    <p>请先运行 <code>npm start</code>，它会构建网页再启动服务。</p>`
  return sendPage(reply.code(503), { title: '墨契', body })
}

async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  sources: PageSources,
): Promise<FastifyReply> {
  const encoding = encodingFor(request, extname(asset.path))
  const { bytes, etag } = await asset.read(encoding)
  reply.header('vary', 'accept-encoding')
  if (asset.hashed) reply.header('cache-control', 'public, max-age=31536000, immutable')
  else reply.header('cache-control', 'no-cache').header('etag', etag)
  // A worker obeys the policy of its own script, not the page's.
  if (/\.worker\b/.test(asset.path)) reply.header('content-security-policy', pagePolicy(contentNonce(), sources))
  else sendAsPartOfPage(reply)
  if (!asset.hashed && request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(bytes)
}

const encodingFor = (request: FastifyRequest, extension: string): Encoding =>
  incompressible.has(extension) ? 'identity' : acceptedEncoding(request)

/** What each directory had when a server of this process first served it. */
const found = new Map<string, ReadonlyMap<string, Asset>>()

function assetsIn(directory: string): ReadonlyMap<string, Asset> {
  const assets = found.get(directory) ?? findAssets(directory)
  found.set(directory, assets)
  return assets
}

function findAssets(directory: string): ReadonlyMap<string, Asset> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
  return new Map(
    [...files]
      .filter((file) => !/\.(?:br|html)$/.test(file))
      .map((file) => {
        const path = relative(directory, file).split(sep).join('/')
        return [path, assetOf(file, path, files.has(`${file}.br`))] as const
      }),
  )
}

function assetOf(file: string, path: string, compressed: boolean): Asset {
  const kept = new Map<Encoding, Promise<Content>>()
  const read = (encoding: Encoding): Promise<Content> => {
    const known = kept.get(encoding)
    if (known) return known
    const made = encoding === 'br' && compressed ? readAs(`${file}.br`, 'identity') : readAs(file, encoding)
    kept.set(encoding, made)
    made.catch(() => kept.delete(encoding))
    return made
  }
  const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return { path, type, hashed: path.startsWith('assets/'), read }
}

async function readAs(file: string, encoding: Encoding): Promise<Content> {
  const plain = await readFile(file)
  const bytes = await compress(plain, encoding)
  return { bytes, etag: `"${hash('sha256', bytes, 'hex').slice(0, 32)}"` }
}
