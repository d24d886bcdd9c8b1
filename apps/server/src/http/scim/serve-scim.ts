import { Refusal } from '@moqi/domain/refusal'
import { provisioningLimits } from '@moqi/domain/spaces/provisioning'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Messages } from 'scimmy'
import { findProvisioner, type Provisioner } from '#src/cores/provisioning/find-provisioner.ts'
import type { ProvisionUsers } from '#src/cores/provisioning/provided-user.ts'
import { isDatabaseAway } from '#src/platform/database/database-away.ts'
import type { Deps } from '#src/platform/deps.ts'
import { bearerLimiter } from '#src/http/bearer-limit.ts'
import { rateLimiter } from '#src/http/rate-limit.ts'
import { isGone, noteRefusal } from '#src/http/request-log.ts'
import { providerConfig, userSchema, userType } from './discovery.ts'
import { readPatch } from './patch-user.ts'
import { readAttributes, readFilter, readPage } from './read-query.ts'
import { faultBody, faultOf, ScimFault } from './scim-fault.ts'
import { attributesOf, readUser, shownUser } from './user-schema.ts'

const type = 'application/scim+json; charset=utf-8'
const { bodyBytes, requestsPerMinute, newPerMinute } = provisioningLimits

/** SCIM 2.0 (RFC 7644) under /scim/v2: a company's identity provider says who the members are (ADR 0058). */
export function serveScim(app: FastifyInstance, deps: Deps, users: ProvisionUsers): void {
  void app.register(
    async (door) => {
      door.removeAllContentTypeParsers()
      door.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string', bodyLimit: bodyBytes },
        (_request, body, done) => {
          try {
            done(null, parsed(String(body)))
          } catch {
            done(new ScimFault(400, 'invalidSyntax', '请求内容不是 JSON'))
          }
        },
      )
      door.setErrorHandler((error: unknown, request, reply) => answerFault(deps, error, request, reply))
      door.setNotFoundHandler((_request, reply) => sendFault(reply, new ScimFault(404, undefined, 'SCIM 接口不存在')))
      serveUsers(door, deps, users)
    },
    { prefix: '/scim/v2' },
  )
}

type Answerer = (provisioner: Provisioner, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Route = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; call: string; answer: Answerer }

const idOf = ({ params }: FastifyRequest) => String(attributesOf(params).id)
const queryOf = ({ query }: FastifyRequest) => attributesOf(query)

function serveUsers(door: FastifyInstance, deps: Deps, users: ProvisionUsers): void {
  const enter = scimEntry(deps)
  const base = `${deps.config.publicUrl}/scim/v2`
  const one = async (request: FastifyRequest, user: Parameters<typeof shownUser>[0]) =>
    shownUser(user, base, await readAttributes(queryOf(request)))
  const routes: Route[] = [
    fixed('/ServiceProviderConfig', 'scimConfig', () => providerConfig(base)),
    fixed('/ResourceTypes', 'scimResourceTypes', () => listOf([userType(base)])),
    fixed('/ResourceTypes/User', 'scimResourceType', () => userType(base)),
    fixed('/Schemas', 'scimSchemas', () => listOf([userSchema(base)])),
    fixed(`/Schemas/${userSchema(base).id}`, 'scimSchema', () => userSchema(base)),
    {
      method: 'GET',
      url: '/Users',
      call: 'scimListUsers',
      async answer(provisioner, request) {
        const query = queryOf(request)
        const { startIndex, count } = readPage(query)
        const [filter, attributes] = [await readFilter(query), await readAttributes(query)]
        const asked = { filter, offset: startIndex - 1, limit: count }
        const { users: found, total } = await users.list(deps, provisioner, asked)
        const shown = found.map((user) => shownUser(user, base, attributes))
        return { ...listOf(shown), totalResults: total, startIndex }
      },
    },
    {
      method: 'GET',
      url: '/Users/:id',
      call: 'scimReadUser',
      answer: async (provisioner, request) => one(request, await users.read(deps, provisioner, idOf(request))),
    },
    {
      method: 'POST',
      url: '/Users',
      call: 'scimCreateUser',
      async answer(provisioner, request, reply) {
        enter.permitNew(provisioner)
        const made = await users.create(deps, provisioner, await readUser(request.body))
        void reply.code(201).header('location', `${base}/Users/${made.userId}`)
        return one(request, made)
      },
    },
    {
      method: 'PUT',
      url: '/Users/:id',
      call: 'scimReplaceUser',
      async answer(provisioner, request) {
        const user = await readUser(request.body)
        return one(request, await users.change(deps, provisioner, { userId: idOf(request), make: () => user }))
      },
    },
    {
      method: 'PATCH',
      url: '/Users/:id',
      call: 'scimPatchUser',
      async answer(provisioner, request) {
        const make = await readPatch(request.body)
        return one(request, await users.change(deps, provisioner, { userId: idOf(request), make }))
      },
    },
    {
      method: 'DELETE',
      url: '/Users/:id',
      call: 'scimRemoveUser',
      async answer(provisioner, request, reply) {
        await users.remove(deps, provisioner, idOf(request))
        void reply.code(204)
      },
    },
  ]
  for (const { method, url, call, answer } of routes) {
    door.route({
      method,
      url,
      config: { call },
      // Who is let in, before a body is read.
      onRequest: async (request) => void (await enter.admit(request)),
      handler: async (request, reply) => {
        const answered = await answer(enter.admitted(request), request, reply)
        return reply.statusCode === 204 ? reply.send() : reply.type(type).send(JSON.stringify(answered))
      },
    })
  }
}

const fixed = (url: string, call: string, body: () => object): Route => ({
  method: 'GET',
  url,
  call,
  answer: async () => body(),
})

const listOf = (resources: object[]) => ({
  schemas: [Messages.ListResponse.id],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** JSON in which nothing names a prototype; no body is nothing said. */
const parsed = (body: string): unknown =>
  body === '' ? null : JSON.parse(body, (name, value: unknown) => (name === '__proto__' ? undefined : value))

/** Who is let in, and how often: all requests of a company count together, whichever token they come with. */
function scimEntry(deps: Deps) {
  const strangers = bearerLimiter(deps.now)
  const limit = rateLimiter(deps.now)
  const admitted = new WeakMap<FastifyRequest, Provisioner>()
  return {
    async admit(request: FastifyRequest): Promise<void> {
      const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
      const asking = { address: request.ip, token }
      strangers.check(asking)
      const provisioner = await findProvisioner(deps, asking)
      strangers.note(asking, provisioner !== null)
      if (!provisioner) throw new Refusal('session/required')
      limit(provisioner.tenantId, { count: requestsPerMinute, seconds: 60 })
      admitted.set(request, provisioner)
    },
    admitted(request: FastifyRequest): Provisioner {
      const provisioner = admitted.get(request)
      if (!provisioner) throw new Refusal('session/required')
      return provisioner
    },
    permitNew: ({ tenantId }: Provisioner) => limit(`new ${tenantId}`, { count: newPerMinute, seconds: 60 }),
  }
}

function answerFault(deps: Pick<Deps, 'log'>, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ScimFault) return sendFault(reply, error)
  if (error instanceof Refusal) {
    noteRefusal(request, error.code)
    const { retryAfter } = error.detail
    if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter))
    const fault = faultOf(error)
    if (fault.status === 401) void reply.header('www-authenticate', challenge(request))
    return sendFault(reply, fault)
  }
  if (isGone(request)) return reply.code(499).send()
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return sendFault(reply, new ScimFault(status, undefined, unreadable(status)))
  if (isDatabaseAway(error)) {
    void reply.header('retry-after', '2')
    return sendFault(reply, new ScimFault(503, undefined, '系统繁忙，请稍后再试'))
  }
  deps.log(`request ${request.id} ${request.routeOptions.config.call ?? 'scim'} failed`, error)
  return sendFault(reply, new ScimFault(500, undefined, `服务器错误！请求编号 ${request.id}`))
}

const sendFault = (reply: FastifyReply, fault: ScimFault) =>
  reply
    .code(fault.status)
    .type(type)
    .send(JSON.stringify(faultBody(fault)))

/** RFC 6750 §3: what was wrong is said of a token that was shown alone. */
const challenge = ({ headers }: FastifyRequest) =>
  `Bearer realm="scim"${headers.authorization === undefined ? '' : ', error="invalid_token"'}`

const unreadable = (status: number) =>
  status === 413
    ? `请求内容超过 ${bodyBytes / 1024} KB`
    : status === 415
      ? '请求内容的类型应为 application/scim+json'
      : '请求不正确，请检查后重试'
