import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'

/** A company's identity provider, run by `oidc-provider`, on a port of this machine. */
export type OidcPlayer = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Signs with another key from now on, and publishes that one alone. */
  rotate: () => void
  /** Answers nothing any more; or does again. */
  hang: (hangs: boolean) => void
  /** What it did last at its token endpoint, by status. */
  tokenAnswers: number[]
  /** Goes where a browser would, signs in as that person, and answers what it comes back with. */
  visit: (address: string, person: string) => Promise<URLSearchParams>
  close: () => Promise<void>
}

type Settings = {
  redirectUri: string
  /** Beside the real issuer what tokens say it is. */
  claims?: Record<string, string>
}

const jwks = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: String(Math.random()) }] }
}

/** Starts one. Whoever types a name is that person; everybody's phone is said to be 13800000001. */
export async function oidcPlayer({ redirectUri, claims = {} }: Settings): Promise<OidcPlayer> {
  let hangs = false
  let answer: ((request: IncomingMessage, response: ServerResponse) => unknown) | null = null
  const server = createServer((request, response) => {
    if (hangs) return
    if (request.url?.startsWith('/token')) response.on('finish', () => tokenAnswers.push(response.statusCode))
    void answer?.(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const clientSecret = 'a-secret-of-the-client-which-is-long-enough'
  const tokenAnswers: number[] = []
  const open = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'moqi',
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: jwks(),
      cookies: { keys: ['only for tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'phone_number'] },
      conformIdTokenClaims: false,
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          preferred_username: `${id}@molan`,
          phone_number: '13800000001',
          phone_number_verified: true,
          ...claims,
        }),
      }),
      // Nobody is asked for consent: the company has decided.
      async loadExistingGrant({ oidc }) {
        const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
        grant.addOIDCScope('openid profile')
        await grant.save()
        return grant
      },
    })
    const handle = provider.callback()
    answer = async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return handle(request, response)
      if (request.method !== 'POST') return response.setHeader('content-type', 'text/html; charset=utf-8').end(form)
      const body = new URLSearchParams(await textOf(request))
      const result = body.get('no') ? { error: 'access_denied' } : { login: { accountId: body.get('person') ?? '' } }
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
  }
  open()
  return {
    issuer,
    clientId: 'moqi',
    clientSecret,
    rotate: open,
    hang(now) {
      hangs = now
    },
    tokenAnswers,
    visit: (from, person) => visit(from, person, redirectUri),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const form = `<!doctype html><html lang="zh"><title>墨蓝统一身份</title><h1>墨蓝统一身份</h1>
  <form method="post"><label>工号 <input name="person"></label><button>登录</button>
  <button name="no" value="1">不同意</button></form></html>`

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

async function visit(from: string, person: string, redirectUri: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let at = new URL(from)
  for (let step = 0; step < 10; step += 1) {
    const isForm = at.pathname.startsWith('/interaction/')
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ person }) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider leads nowhere: ${response.status} ${await response.text()}`)
    at = new URL(location, at)
    if (at.href.startsWith(redirectUri)) return at.searchParams
  }
  throw new Error('the provider leads in a circle')
}
