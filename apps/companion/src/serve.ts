import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Certificate, nameLine, nameParts, readCertificate } from '@moqi/trust/chains/certificate'
import { DerFault } from '@moqi/trust/asn1/read-der'
import type { ShelvedCertificate, TokenShelf } from '@moqi/trust/hsm/token-shelf'
import { Asking } from './asking.ts'
import { CompanionFailure, failures } from './companion-failure.ts'
import { confirmPage, donePage } from './confirm-page.ts'
import { Pairing, type PairingMeans } from './pairing.ts'
import { readQuestion } from './question.ts'

/** What the companion listens with. */
export type CompanionMeans = PairingMeans & {
  port: number
  /** The origins whose pages may ask, and no others. */
  origins: readonly string[]
  shelf: Pick<TokenShelf, 'certificates' | 'canSign' | 'sign'>
  /** Opens a page of ours where the person at this computer sees it. */
  open: (address: string) => void
}

const host = '127.0.0.1'
const longestChain = 6
const largestBody = 256 * 1024
const requests = { count: 120, windowMs: 60_000 }

/**
 * Answers on loopback alone. Pages of the origins it was told of are answered by CORS, never any page; they may ask
 * once a code was typed over; and a PIN is typed into pages of its own.
 */
export async function serveCompanion(means: CompanionMeans): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(means.port, host, resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : means.port
  const door = new Door(means, `http://${host}:${port}`)
  server.on('request', (request, response) => void door.take(request, response))
  return { address: `http://${host}:${port}`, close: () => closed(server) }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

class Door {
  #means: CompanionMeans
  #own: string
  #pairing: Pairing
  #asking: Asking
  #recent: number[] = []

  constructor(means: CompanionMeans, own: string) {
    this.#means = means
    this.#own = own
    this.#pairing = new Pairing(means)
    this.#asking = new Asking(means.shelf, means.random)
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A name that somebody else's server resolves to this computer is not ours.
    if (`http://${request.headers.host}` !== this.#own) return end(response, 403)
    const { pathname } = new URL(request.url ?? '/', this.#own)
    const secret = /^\/confirm\/([\w-]{32})$/.exec(pathname)?.[1]
    try {
      if (secret !== undefined) return await this.#confirm(request, response, secret)
      await this.#askedByPage(request, response, pathname)
    } catch {
      if (!response.headersSent) end(response, 500)
    }
  }

  async #askedByPage(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { origin } = request.headers
    if (origin === undefined || !this.#means.origins.includes(origin)) return end(response, 403)
    allow(request, response, origin)
    if (request.method === 'OPTIONS') return end(response, 204)
    try {
      this.#count()
      if (request.method === 'GET' && path === '/state') {
        return say(response, 200, { name: 'moqi-companion', version: 1, paired: this.#isPaired(request, origin) })
      }
      if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') {
        throw new CompanionFailure('not-asked-so')
      }
      say(response, 200, await this.#do(path, request, response, origin))
    } catch (error) {
      const failure = error instanceof CompanionFailure ? error : new CompanionFailure('token-failed', { cause: error })
      say(response, failures[failure.reason][0], { reason: failure.reason, message: failure.message })
    }
  }

  async #do(path: string, request: IncomingMessage, response: ServerResponse, origin: string): Promise<object> {
    const asked = await bodyOf(request)
    if (path === '/pair') {
      if (!('code' in asked)) {
        this.#pairing.begin(origin)
        return {}
      }
      return { token: this.#pairing.finish(origin, String(asked.code)) }
    }
    if (!this.#isPaired(request, origin)) throw new CompanionFailure('not-paired')
    if (path === '/certificates') return { certificateArray: this.#certificates() }
    if (path === '/sign') return this.#sign(asked, response, origin)
    throw new CompanionFailure('not-asked-so')
  }

  #shelved(): ShelvedCertificate[] {
    return this.#means.shelf.certificates()
  }

  #certificates() {
    const all = this.#shelved()
    if (all.length === 0) throw new CompanionFailure('no-token')
    return all.flatMap((one) => {
      const shown = shownCertificate(one, all)
      return shown ? [{ ...shown, usable: this.#means.shelf.canSign(one.certificate), token: one.token }] : []
    })
  }

  async #sign(asked: object, response: ServerResponse, origin: string): Promise<object> {
    const id = 'id' in asked ? String(asked.id) : ''
    const question = readQuestion(origin, id, asked)
    const shelved = this.#shelved().find(({ certificate, keyId }) => keyId.length > 0 && idOf(certificate) === id)
    if (!shelved) throw new CompanionFailure('no-certificate')
    if (!this.#means.shelf.canSign(shelved.certificate)) throw new CompanionFailure('no-mechanism')
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const subject = nameLine(readCertificate(shelved.certificate).subject)
    const answers = await this.#asking.ask(
      { origin, subject, shelved, question },
      (secret) => this.#means.open(`${this.#own}/confirm/${secret}`),
      gone.signal,
    )
    const signatures = answers.map((answer) => answer.toString('base64'))
    return question.kind === 'challenge' ? { sign: signatures[0] } : { signatureArray: signatures }
  }

  /** The page on which the PIN is typed: of this program, framed by nobody, answered to nobody else. */
  async #confirm(request: IncomingMessage, response: ServerResponse, secret: string): Promise<void> {
    const { origin } = request.headers
    if (request.method === 'POST' && origin !== this.#own) return end(response, 403)
    if (request.method === 'POST') {
      const form = new URLSearchParams((await textOf(request)).toString())
      if (form.get('do') === 'cancel') {
        this.#asking.cancel(secret)
        return html(response, (nonce) => donePage('已取消', nonce))
      }
      if (await this.#asking.answer(secret, form.get('pin') ?? '')) {
        return html(response, (nonce) => donePage('已处理', nonce))
      }
    }
    const shown = this.#asking.shown(secret)
    if (!shown) return html(response, (nonce) => donePage('请求已结束', nonce))
    const { subject, question, fault, shelved } = shown
    html(response, (nonce) =>
      confirmPage({ origin: shown.origin, subject, token: shelved.token, question, fault }, nonce),
    )
  }

  #isPaired({ headers }: IncomingMessage, origin: string): boolean {
    const [, token] = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '') ?? []
    return token !== undefined && this.#pairing.knows(origin, token)
  }

  #count(): void {
    const now = this.#means.now()
    this.#recent = this.#recent.filter((at) => at > now - requests.windowMs)
    if (this.#recent.length >= requests.count) throw new CompanionFailure('too-often')
    this.#recent.push(now)
  }
}

const idOf = (certificate: Buffer) => createHash('sha256').update(certificate).digest('hex')

/** A certificate with a key, as a page chooses by it, with the issuers the token has; null of what is none. */
function shownCertificate({ certificate, keyId }: ShelvedCertificate, all: readonly ShelvedCertificate[]) {
  if (keyId.length === 0) return null
  try {
    const { subject, issuer, notAfter } = readCertificate(certificate)
    const last = (label: string) => nameParts(subject).findLast((part) => part.label === label)?.text ?? ''
    return {
      id: idOf(certificate),
      cert: certificate.toString('base64'),
      chainArray: issuersOf(certificate, all).map((der) => der.toString('base64')),
      commonName: last('CN'),
      organization: last('O'),
      issuer: nameLine(issuer),
      expireTime: notAfter,
    }
  } catch (error) {
    if (error instanceof DerFault) return null
    throw error
  }
}

function issuersOf(certificate: Buffer, all: readonly ShelvedCertificate[]): Buffer[] {
  const others = all.filter(({ keyId }) => keyId.length === 0).map((one) => readCertificate(one.certificate))
  const chain: Certificate[] = []
  let last = readCertificate(certificate)
  while (chain.length < longestChain) {
    const { issuer } = last
    const above = others.find(({ subject }) => subject.equals(issuer))
    // The root is whoever's it is that trusts it.
    if (!above || above.subject.equals(above.issuer)) break
    chain.push(above)
    last = above
  }
  return chain.map(({ der }) => der)
}

/** CORS for one origin, and what browsers ask before a page reaches this computer (Private, Local Network Access). */
function allow({ headers }: IncomingMessage, response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('vary', 'origin')
  response.setHeader('access-control-allow-methods', 'GET, POST')
  response.setHeader('access-control-allow-headers', 'authorization, content-type')
  for (const kind of ['private', 'local'] as const) {
    if (headers[`access-control-request-${kind}-network`] === 'true') {
      response.setHeader(`access-control-allow-${kind}-network`, 'true')
    }
  }
}

function say(response: ServerResponse, status: number, what: object): void {
  if (response.destroyed) return
  response.writeHead(status === 499 ? 409 : status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(what))
}

function html(response: ServerResponse, body: (nonce: string) => string): void {
  const nonce = randomBytes(16).toString('base64')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  response.end(body(nonce))
}

const end = (response: ServerResponse, status: number) => void response.writeHead(status).end()

async function textOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > largestBody) throw new CompanionFailure('not-asked-so')
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts)
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  const text = (await textOf(request)).toString()
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read
  } catch (error) {
    throw new CompanionFailure('not-asked-so', { cause: error })
  }
  throw new CompanionFailure('not-asked-so')
}
