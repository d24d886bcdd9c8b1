import { hash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#src/platform/config.ts'
import { html, sendPage } from './plain-page.ts'
import { pagePolicy } from './security-headers.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
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
/** Level 6 is within a few percent of the best and ten times as fast; each file is compressed once a process. */
const brotliLevel = 6

type Encoding = 'br' | 'gzip' | 'identity'
type Content = { bytes: Buffer; etag: string }
type Asset = { path: string; type: string; hashed: boolean; read: (encoding: Encoding) => Promise<Content> }

/**
 * Serves the built web app under /home/. Only files found at start are ever read, so no request names a path. A deep
 * link answers the page, a missing asset 404; `directory` is the build's, and when it is not there a page says so.
 */
export function serveWebApp(app: FastifyInstance, config: Config, directory: string): void {
  const built = existsSync(join(directory, 'index.html'))
  const index = built ? readFileSync(join(directory, 'index.html'), 'utf8') : null
  const assets = built ? findAssets(directory) : new Map<string, Asset>()
  const settings = browserSettings(config)

  app.get('/', (_request, reply) => reply.redirect('/home/'))
  app.get('/home', (_request, reply) => reply.redirect('/home/'))
  app.get('/home/config.js', (_request, reply) =>
    reply.type('application/javascript; charset=utf-8').header('cache-control', 'no-cache').send(settings),
  )
  app.get<{ Params: { '*': string } }>('/home/*', async (request, reply) => {
    const path = request.params['*']
    const asset = assets.get(path)
    if (asset) return sendAsset(request, reply, asset)
    if (path.startsWith('assets/') || /\.[a-z0-9]{1,12}$/i.test(path)) return reply.code(404).send()
    return index === null ? notBuilt(reply) : sendIndex(reply, index)
  })
}

/** `window.__CONFIG__` (checklist E14); empty addresses mean this server. */
function browserSettings({ consoleUrl, staticUrl, supportPhone, brand }: Config): string {
  const settings = { apiBaseUrl: '', consoleUrl, staticUrl, supportPhone, brand }
  return `window.__CONFIG__ = ${JSON.stringify(settings)}\n`
}

/** A fresh nonce each time: the answer is never stored. */
function sendIndex(reply: FastifyReply, index: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(nonce))
    .send(index.replaceAll('%CSP_NONCE%', nonce))
}

function notBuilt(reply: FastifyReply): FastifyReply {
  const body = html`<h1>网页尚未构建</h1>
    <p>请先运行 <code>npm start</code>，它会构建网页再启动服务。</p>`
  return sendPage(reply.code(503), { title: '墨契', body })
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const encoding = encodingFor(request, asset)
  const { bytes, etag } = await asset.read(encoding)
  reply.header('etag', etag).header('vary', 'accept-encoding')
  reply.header('cache-control', asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  // A worker obeys the policy of its own script, not the page's.
  if (asset.type.startsWith('text/javascript')) {
    reply.header('content-security-policy', pagePolicy(randomBytes(16).toString('base64')))
  }
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(bytes)
}

function encodingFor(request: FastifyRequest, { path }: Asset): Encoding {
  if (incompressible.has(extname(path))) return 'identity'
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted) ? 'gzip' : 'identity'
}

function findAssets(directory: string): Map<string, Asset> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = relative(directory, file).split(sep).join('/')
      return [path, assetOf(file, path)] as const
    }),
  )
}

function assetOf(file: string, path: string): Asset {
  const kept = new Map<Encoding, Promise<Content>>()
  const read = (encoding: Encoding): Promise<Content> => {
    const known = kept.get(encoding)
    if (known) return known
    const made = readFile(file).then((bytes) => contentOf(bytes, encoding))
    kept.set(encoding, made)
    made.catch(() => kept.delete(encoding))
    return made
  }
  const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return { path, type, hashed: path.startsWith('assets/'), read }
}

async function contentOf(plain: Buffer, encoding: Encoding): Promise<Content> {
  const bytes = encoding === 'identity' ? plain : await compressed(plain, encoding)
  return { bytes, etag: `"${hash('sha256', bytes, 'hex').slice(0, 32)}"` }
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

function compressed(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } })
    : deflate(bytes)
}
