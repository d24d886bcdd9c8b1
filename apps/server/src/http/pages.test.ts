import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { table } from '@moqi/api/table'
import { signedHeaders } from '@moqi/domain/integrations/signed-request'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { serveOutbox } from '#src/demo/outbox.ts'
import { serveApiPage } from './api-page.ts'
import { secure } from './security-headers.ts'
import { serveWebApp } from './web-app.ts'

const script = `console.log(${JSON.stringify('墨'.repeat(2000))})`
const directory = mkdtempSync(join(tmpdir(), 'moqi-web-'))
const config = readConfig({ MOQI_SUPPORT_PHONE: '400-123-4567', MOQI_BRAND: '</script>' })
let app: FastifyInstance
const originsOf = async (appId: string) => (appId === 'oa' ? ['https://oa.example.com', 'https://b.example'] : [])

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  for (const site of ['home', 'other']) mkdirSync(join(directory, site))
  writeFileSync(
    join(directory, 'home', 'index.html'),
    '<meta content="%CSP_NONCE%"><style nonce="%CSP_NONCE%"></style>',
  )
  writeFileSync(
    join(directory, 'home', 'login.html'),
    '<title>登录</title><meta content="%CSP_NONCE%">客服 %SUPPORT_PHONE%',
  )
  writeFileSync(join(directory, 'home', 'forgot.html'), '<title>登录</title>')
  writeFileSync(join(directory, 'home', 'start.html'), '<link rel="modulepreload" href="/home/assets/start.js">')
  writeFileSync(join(directory, 'other', 'index.html'), '<title>另一站点</title>')
  writeFileSync(join(directory, 'assets', 'index-abc.js'), script)
  writeFileSync(join(directory, 'assets', 'ready-abc.js'), script)
  writeFileSync(join(directory, 'assets', 'ready-abc.js.br'), brotliCompressSync(`${script}//`))
  writeFileSync(join(directory, 'assets', 'pdf.worker-abc.mjs'), script)
  writeFileSync(join(directory, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  app = fastify()
  secure(app, { secureSubdomains: true })
  serveWebApp(app, { config: config, now: () => 0 }, { directory, originsOf })
  serveApiPage(app, table, { now: () => 0 })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true })
})

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

test('The root leads to the app', async () => {
  for (const url of ['/', '/home']) {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/home/'])
    const invited = await get(`${url}?inviteCode=Ab_9-x`)
    expect([invited.statusCode, invited.headers.location]).toEqual([302, '/home/?inviteCode=Ab_9-x'])
  }
})

test('Who is signed in and opens /login takes the invitation along (R5, R6)', async () => {
  const signedIn = { cookie: 'jit-econtract=1' }
  const invited = await get('/home/login?redirect=%2Fuser&inviteCode=Ab_9-x', signedIn)
  expect(invited.headers.location).toBe('/home/?inviteCode=Ab_9-x')
  const odd = await get('/home/login?inviteCode=%0d%0aSet-Cookie%3a1', signedIn)
  expect(odd.headers.location).toBe('/home/?inviteCode=%0D%0ASet-Cookie%3A1')
})

test('Deep links answer the page, each time with a fresh nonce that its policy knows', async () => {
  const nonces = new Set<string>()
  for (const url of ['/home/', '/home/space/contract-list', '/home/temp-info/abc?x=1.js']) {
    const { statusCode, headers, payload } = await get(url)
    const nonce = /nonce="([^"]+)"/.exec(payload)?.[1] ?? ''
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(payload).toBe(`<meta content="${nonce}"><style nonce="${nonce}"></style>`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('Hashed assets stay in the browser, compressed; other files are asked for again', async () => {
  const asset = await get('/home/assets/index-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(asset.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(asset.rawPayload).toString()).toBe(script)
  expect((await get('/home/assets/index-abc.js', { 'accept-encoding': 'br;q=0, identity' })).payload).toBe(script)
  const mark = await get('/home/mark.svg')
  expect(mark.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
  const again = await get('/home/mark.svg', { 'if-none-match': mark.headers.etag })
  expect(again.statusCode).toBe(304)
})

test('What the build has compressed is sent as it is, to those who can read it', async () => {
  const ready = await get('/home/assets/ready-abc.js', { 'accept-encoding': 'br' })
  expect(ready.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/javascript; charset=utf-8' })
  expect(brotliDecompressSync(ready.rawPayload).toString()).toBe(`${script}//`)
  expect((await get('/home/assets/ready-abc.js')).payload).toBe(script)
  expect((await get('/home/assets/ready-abc.js.br')).statusCode).toBe(404)
})

test('What belongs to a page is sent without the headers of pages, but a worker, which heeds its own', async () => {
  const ofPages = ['content-security-policy', 'permissions-policy', 'x-frame-options', 'cross-origin-opener-policy']
  for (const url of ['/home/assets/ready-abc.js', '/home/mark.svg', '/home/config.js']) {
    const { headers } = await get(url)
    expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
    expect([url, ofPages.filter((name) => name in headers)]).toEqual([url, []])
  }
  const worker = await get('/home/assets/pdf.worker-abc.mjs')
  expect(worker.headers['content-security-policy']).toContain("script-src 'self'")
  expect(ofPages.filter((name) => !(name in worker.headers))).toEqual([])
  const missing = await get('/home/assets/gone-abc.js')
  expect(ofPages.filter((name) => !(name in missing.headers))).toEqual([])
})

test('The sign-in page is a document of its own', async () => {
  for (const url of ['/home/login', '/home/login/', '/home/login?redirect=%2F']) {
    expect((await get(url)).payload).toMatch(/^<title>登录<\/title>.*客服 400-123-4567$/)
  }
  expect((await get('/home/login?forgot=1')).payload).toBe('<title>登录</title>')
  for (const url of ['/home/login-log', '/home/user/login']) expect((await get(url)).payload).not.toContain('登录')
})

test('Every folder of the build with a page is a site of its own', async () => {
  expect((await get('/other')).headers.location).toBe('/other/')
  for (const url of ['/other/', '/other/deep/link', '/other/login'])
    expect((await get(url)).payload).toBe('<title>另一站点</title>')
  for (const url of ['/other/assets/index-abc.js', '/home/other/index.html', '/assets/'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
})

test('The files of the first page are named for those alone who are signed in', async () => {
  expect((await get('/home/', { cookie: 'jit-econtract=1' })).payload).toContain('start.js')
  expect((await get('/home/')).payload).not.toContain('start.js')
  expect((await get('/other/', { cookie: 'jit-econtract=1' })).payload).toBe('<title>另一站点</title>')
})

test('A document is compressed too', async () => {
  const { headers, rawPayload } = await get('/home/login', { 'accept-encoding': 'gzip, br' })
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' })
  expect(brotliDecompressSync(rawPayload).toString()).toContain('<title>登录</title>')
})

test('R5: who is signed in is sent home from the sign-in page', async () => {
  const answer = await get('/home/login?redirect=%2Fuser', { cookie: 'a=1; jit-econtract=1' })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/home/'])
  expect((await get('/home/login', { cookie: 'not-jit-econtract=1' })).statusCode).toBe(200)
})

test('A missing asset is 404, and no path leaves the folder', async () => {
  const paths = ['/home/assets/gone-1.js', '/home/assets/folder', '/home/favicon.ico', '/home/../../etc/passwd']
  for (const url of [...paths, '/home/%2e%2e/%2e%2e/etc/passwd.txt', '/home/..%2fpackage.json']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  }
})

test('The browser gets its settings and nothing else', async () => {
  const answer = await get('/home/config.js')
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  const json = answer.payload.replace('window.__CONFIG__ = ', '')
  expect(JSON.parse(json)).toEqual({
    apiBaseUrl: '',
    companion: 'http://127.0.0.1:21290',
    consoleUrl: '',
    staticUrl: '',
    extension: '',
    supportPhone: '400-123-4567',
    brand: '</script>',
  })
})

test('Another address for the API and for static files is told to pages, and their policy lets them there', async () => {
  const apart = fastify()
  const env = { MOQI_API_URL: 'https://api.example.cn/moqi/', MOQI_STATIC_URL: 'https://static.example.cn:8443/web' }
  serveWebApp(apart, { config: readConfig(env), now: () => 0 }, { directory })
  const settings = JSON.parse((await apart.inject('/home/config.js')).payload.replace('window.__CONFIG__ = ', ''))
  expect(settings).toMatchObject({
    apiBaseUrl: 'https://api.example.cn/moqi',
    staticUrl: 'https://static.example.cn:8443/web',
  })
  for (const url of ['/home/', '/home/login', '/home/assets/pdf.worker-abc.mjs']) {
    const policy = String((await apart.inject(url)).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' https://api.example.cn https://static.example.cn:8443;")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://static.example.cn:8443;")
    expect(String((await get(url)).headers['content-security-policy'])).toContain("connect-src 'self';")
  }
  await apart.close()
})

test.each(['MOQI_API_URL', 'MOQI_STATIC_URL'])('%s must be an HTTP address', (name) => {
  expect(() => readConfig({ [name]: "https:'; script-src *" })).toThrow(`${name} is no HTTP address`)
  expect(() => readConfig({ [name]: 'api.example.cn' })).toThrow(`${name} is no HTTP address`)
})

test('Without a build the app says so', async () => {
  const bare = fastify()
  serveWebApp(bare, { config: config, now: () => 0 }, { directory: join(directory, 'nowhere') })
  const answer = await bare.inject('/home/start')
  expect([answer.statusCode, answer.payload.includes('网页尚未构建')]).toEqual([503, true])
  await bare.close()
})

test('Every call of the table stands on the page and in the description', async () => {
  const page = (await get('/api/')).payload
  const { openapi, paths } = (await get('/openapi.json')).json()
  expect(openapi).toBe('3.1.0')
  for (const { path, method, summary } of Object.values(table)) {
    expect(page).toContain(path)
    expect(page).toContain(summary)
    expect(paths[path.replaceAll(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase())
  }
  expect(page).toContain('剩余发起签署份数不足，请购买套餐后再发送')
  // How an integration asks, and which calls (checklist C95).
  for (const header of Object.values(signedHeaders)) expect(page).toContain(`<code>${header}</code>`)
  expect(page).toContain('应用权限：发起合同 · <code>POST /openapi/v1/sendTask</code>')
  expect(page).not.toContain('/openapi/v1/sign<')
  expect(page).not.toContain('<script')
  expect(page).not.toMatch(/undefined|\[object/)
})

test('The description has what integrations ask at its own path, signed, a file as the whole body (checklist C95)', async () => {
  type Operation = { security: Record<string, []>[]; 'x-scope': string; requestBody: { content: object } }
  const { paths, components } = (await get('/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>
    components: { securitySchemes: Record<string, { name?: string }> }
  }>()
  const signed = Object.keys(paths).filter((path) => path.startsWith('/openapi/'))
  const offered = Object.entries(table).filter(([, { scope }]) => scope !== null)
  expect(signed.toSorted()).toEqual(offered.map(([name]) => `/openapi/v1/${name}`).toSorted())
  const upload = paths['/openapi/v1/uploadFile']?.post
  expect(upload?.['x-scope']).toBe('launch')
  expect(Object.keys(upload?.requestBody.content ?? {})).toEqual(['application/octet-stream'])
  const asked = Object.keys(upload?.security[0] ?? {}).map((name) => components.securitySchemes[name]?.name)
  expect(asked).toEqual(Object.values(signedHeaders))
})

test('The description lists refusals under the status they travel with, the general ones too (C0.3, C0.4)', async () => {
  type Answers = Record<string, { 'x-refusals': { reason: string }[] }>
  type Description = { paths: Record<string, Record<string, { responses: Answers }>> }
  const { paths } = (await get('/openapi.json')).json<Description>()
  const reasons = ({ path, method }: { path: string; method: string }) => {
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {}
    return Object.entries(responses).flatMap(([status, answer]) =>
      answer['x-refusals'].map(({ reason }) => `${status} ${reason}`),
    )
  }
  expect(reasons(table.sendTask)).toEqual(
    expect.arrayContaining([
      '200 contract/quota',
      '200 request/idempotency-mismatch',
      '200 space/not-found',
      '400 request/invalid',
      '401 session/required',
      '403 session/forbidden',
    ]),
  )
  expect(reasons(table.loginByAccount).join()).not.toMatch(/session\/|space\//)
})

const refuse = () => Promise.reject(new Error('asked for messages'))

test('Outside demo mode there is no outbox', async () => {
  const real = fastify()
  const db = {
    read: refuse,
    write: refuse,
    writeLocked: refuse,
    directory: refuse,
    directoryWrite: refuse,
    witnessed: () => {},
    load: () => [],
    close: refuse,
  }
  serveOutbox(real, { config: { ...config, demo: false }, db })
  for (const url of ['/demo/', '/demo/outbox', '/demo']) expect((await real.inject(url)).statusCode).toBe(404)
  await real.close()
})

const framersOf = async (url: string) => {
  const { headers } = await get(url)
  const [, framers] = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
  return [framers, headers['x-frame-options']]
}

test('The signing page is framed by the application’s origins alone, and no other page by anybody', async () => {
  const listed = ['https://oa.example.com https://b.example', undefined]
  expect(await framersOf('/home/unifysign?app=oa&pass=x')).toEqual(listed)
  for (const page of ['sign', 'launch', 'auto-redirect', 'lauchtask', 'assign'])
    expect(await framersOf(`/home/unifysign/${page}?app=oa`)).toEqual(listed)
  for (const url of [
    '/home/unifysign/sign',
    '/home/unifysign/sign?app=other',
    '/home/unifysign/sign?app=oa&app=oa',
    '/home/signing?app=oa',
    '/home/?app=oa',
    '/home/login?app=oa',
    '/other/unifysign/sign?app=oa',
  ])
    expect([url, ...(await framersOf(url))]).toEqual([url, "'none'", 'DENY'])
})
