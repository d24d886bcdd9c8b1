import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { table } from '@moqi/api/table'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serveOutbox } from '#src/demo/outbox.ts'
import { handlers } from '#src/handlers.ts'
import { addressLimiter } from '#src/http/address-limit.ts'
import { answerOwnPages } from '#src/http/answer-own-pages.ts'
import { serveApiPage } from '#src/http/api-page.ts'
import { hearCashiers } from '#src/http/hear-cashiers.ts'
import { serveReference } from '#src/http/reference-page.ts'
import { answerErrors, mount } from '#src/http/mount.ts'
import { serveAuthority } from '#src/http/authority-files.ts'
import { logRequests, requestIds } from '#src/http/request-log.ts'
import { readRootFiles, serveRootFiles } from '#src/http/root-files.ts'
import { serveScim } from '#src/http/scim/serve-scim.ts'
import { addSecurityHeaders, secure } from '#src/http/security-headers.ts'
import { serveHealth } from '#src/http/health-pages.ts'
import { readExtension, serveExtension } from '#src/http/serve-extension.ts'
import { serveWebApp } from '#src/http/web-app.ts'
import { provisionUsers } from '#src/members/provisioned/provision-users.ts'
import { linkTarget } from './platform/gateways/sms/carrier-form.ts'
import { findOpener } from './cores/integration/embedding-store.ts'
import { signIdOfLink } from './cores/contract/short-link.ts'
import type { Deps } from '#src/platform/deps.ts'
import { proxyTrust } from '#src/platform/trusted-proxies.ts'
import type { Readiness } from '#src/platform/operation/node.ts'

const jsonLimit = 2 * 1024 * 1024
const webDirectory = join(import.meta.dirname, '../../web/dist')

/** The HTTP server: the call table, the web app, the API page, and what certificates point to. */
export async function buildApp(deps: Deps, readiness: Readiness): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: jsonLimit,
    trustProxy: proxyTrust(deps.config.trustProxy),
    // What has been asked is answered before the end.
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    genReqId: requestIds(deps.random),
    frameworkErrors: (_error, request, reply) => refuseAddress(request, reply, deps),
  })
  logRequests(app, deps)
  endConnections(app)
  await app.register(multipart)
  acceptEmptyJson(app)
  secure(app, deps.config)
  answerOwnPages(app, deps.config)
  answerErrors(app, deps.log)
  mount(app, table, handlers, deps)
  hearCashiers(app, deps)
  serveScim(app, deps, provisionUsers)
  serveApiPage(app, table, deps)
  serveReference(app, table, deps)
  serveAuthority(app, deps)
  const extension = readExtension(deps.config.extension)
  serveWebApp(app, deps, {
    directory: webDirectory,
    extension: extension?.name ?? '',
    originsOf: async (appId) => (await findOpener(deps, appId))?.origins ?? [],
  })
  serveExtension(app, extension)
  serveRootFiles(app, readRootFiles(deps.config.rootFiles))
  if (deps.config.demo) serveOutbox(app, deps)
  serveHealth(app, readiness)
  app.get('/healthz', async () => {
    await deps.db.directory((directory) => directory.selectFrom('space').select('tenant_id').limit(1).execute())
    return { status: 'ok' }
  })
  // Links short enough for an SMS. Nobody guesses one, and what it leads to opens nothing by itself.
  const limit = addressLimiter(deps.now)
  app.get<{ Params: { token: string } }>('/s/:token', async (request, reply) => {
    limit(request, { count: 300, seconds: 60 })
    const signId = await signIdOfLink(deps, request.params.token)
    return reply.redirect(`/home/signing?signId=${encodeURIComponent(signId)}`)
  })
  app.get<{ Params: { ticket: string } }>('/t/:ticket', (request, reply) =>
    reply.redirect(`/home/open-sign?ticket=${encodeURIComponent(request.params.ticket)}`),
  )
  app.get<{ Params: { code: string } }>('/c/:code', (request, reply) =>
    reply.redirect(`/home/open-sign?code=${encodeURIComponent(request.params.code)}`),
  )
  app.get<{ Params: { code: string } }>('/l/:code', (request, reply) =>
    reply.redirect(linkTarget(request.params.code) ?? '/home/'),
  )
  app.get<{ Params: { company: string } }>('/j/:company', (request, reply) => {
    const hex = Buffer.from(request.params.company, 'base64url').toString('hex').slice(0, 32)
    const companyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return reply.redirect(`/home/user-space/company-join?companyId=${companyId}`)
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 404, message: '接口不存在', data: null }))
  return app
}

/** A connection that is kept alive would keep the server from ending: its last answer says that there are no more. */
function endConnections(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

/** An address that cannot be decoded reaches no route, no hook and no error handler. */
function refuseAddress(request: FastifyRequest, reply: FastifyReply, { config }: Pick<Deps, 'config'>): void {
  addSecurityHeaders(request, reply, config)
  void reply.code(400).send({ code: 400, message: '请求参数不正确，请检查后重试', data: null })
}

/** Calls without payload (log-out, the space's detail) come with a JSON type and no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {})
    try {
      done(null, JSON.parse(String(body)))
    } catch (cause) {
      done(Object.assign(new Error('body is not JSON', { cause }), { statusCode: 400 }))
    }
  })
}
