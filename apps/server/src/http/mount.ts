import { join } from 'node:path'
import type { Call, Calls } from '@moqi/api/call'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import { wirePath } from '@moqi/api/wire/field-path'
import { addressGroup } from '@moqi/domain/identity/address'
import { Refusal, type RefusalDetail } from '@moqi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readDevices } from '#src/cores/identity/device.ts'
import { ownMeansCalls } from '@moqi/api/own-means'
import { openSpaces, requireOpenSpace } from '#src/cores/identity/open-spaces.ts'
import { findPerson } from '#src/cores/identity/session.ts'
import { findOperator } from '#src/cores/operator/operator-session.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AnyHandler } from '#src/platform/handlers.ts'
import { BlobDamaged, BlobMissing, BlobStoreAway } from '#src/platform/blobs/blob-store.ts'
import { isDatabaseAway } from '#src/platform/database/database-away.ts'
import type { Caller, Operator, Person } from '#src/platform/actor.ts'
import { type Actor, type Answered, callAnswerer, nameOf } from './answer-call.ts'
import { beatMs } from './event-stream.ts'
import { bearerLimiter } from './bearer-limit.ts'
import { visitorOf } from './visitor.ts'
import { mountSigned } from './mount-signed.ts'
import { rateLimiter } from './rate-limit.ts'
import { isGone, noteRefusal } from './request-log.ts'
import { formReceiver, pairReceiver, uploadKeeper } from './upload.ts'

type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Authorises, limits, and answers: every call goes through these lines. Throws for one that nothing answers. */
export function mount(
  app: FastifyInstance,
  table: Calls,
  handlers: Readonly<Record<string, AnyHandler>>,
  deps: Deps,
  streamBeatMs = beatMs,
): void {
  const limit = rateLimiter(deps.now)
  const keep = uploadKeeper(join(deps.config.dataDir, 'uploads'), deps.newId)
  const receive = formReceiver(keep)
  const receivePair = pairReceiver(keep)
  const bearers = bearerLimiter(deps.now)
  const answer = callAnswerer(app, deps, streamBeatMs)
  const traced = (name: string, answerer: Answerer) => (request: FastifyRequest, reply: FastifyReply) =>
    deps.tracing.span(name, async () => answerer(request, reply), {
      facts: { 'moqi.request': request.id },
      kind: 'server',
      traceparent: request.headers.traceparent?.toString(),
    })
  const answered: Answered[] = Object.entries(table).map(([name, call]) => {
    const handle = handlers[name]
    if (!handle) throw new Error(`nothing answers ${name}`)
    return { name, call, handle }
  })
  for (const one of answered) {
    const { name, call } = one
    app.route({
      method: call.method,
      url: call.path,
      config: { call: name },
      handler: traced(name, async (request, reply) => {
        refuseForeignPage(call, request)
        const actor = await (call.access === 'operator' ? operatorOf : actorOf)(deps, call, request, bearers)
        refuseProvider(name, actor)
        limit(`${name} ${nameOf(actor) ?? addressGroup(actor.address)}`, call.limit)
        return answer(one, actor, {
          request,
          reply,
          body: request.body,
          receive: (client, use) => receive(request, client, use),
          receivePair: (client, use) => receivePair(request, client, use),
        })
      }),
    })
  }
  mountSigned(app, answered, { deps, answer, keep, traced })
}

/** A GET that changes something is no link for somebody else's page to follow (checklist C0.11). */
function refuseForeignPage(call: Call, request: FastifyRequest): void {
  if (call.method !== 'GET' || !call.mutates) return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('session/forbidden')
}

/** Throws `space/own-only` for what belongs to the account itself, in a session that a company's provider opened. */
function refuseProvider(name: string, actor: Actor): void {
  if ('provided' in actor && actor.provided?.only && ownMeansCalls.has(name)) throw new Refusal('space/own-only')
}

async function actorOf(
  deps: Deps,
  call: Call,
  request: FastifyRequest,
  bearers: ReturnType<typeof bearerLimiter>,
): Promise<Actor> {
  const caller = callerOf(request)
  if (call.access === 'open') return caller
  bearers.check(caller)
  const found = await findPerson(deps, caller, { isUse: call.kind !== 'stream' && request.headers['x-idle'] !== '1' })
  bearers.note(caller, found !== null)
  if (!found) throw new Refusal('session/required')
  if (found.visit) return visitorOf(deps, call, { ...found, visit: found.visit })
  return inOwnSpace(call, found, request.headers['x-tenant-id'] || null)
}

/** The person, in the space that is acted in where the call asks for one. */
function inOwnSpace(call: Call, found: Person & { sessionTenantId: string | null }, named: unknown): Actor {
  const { sessionTenantId, ...person } = found
  // A space that is named must be the own one, also where none is acted in (checklist I14).
  if (named !== null) requireOpenSpace(person, named)
  if (call.access === 'session') return person
  const space = requireOpenSpace(person, named ?? sessionTenantId ?? openSpaces(person)[0]?.tenantId)
  if (call.right && !space.rights.includes(call.right)) {
    throw new Refusal(space.closesAt === null ? 'session/forbidden' : 'space/closing')
  }
  return { ...person, tenantId: space.tenantId, space }
}

/** The operator who calls. Throws `session/required`, for the sessions of accounts too. */
async function operatorOf(
  deps: Deps,
  _call: Call,
  request: FastifyRequest,
  bearers: ReturnType<typeof bearerLimiter>,
): Promise<Operator> {
  const caller = callerOf(request)
  bearers.check(caller)
  const operator = await findOperator(deps, caller, { isUse: request.headers['x-idle'] !== '1' })
  bearers.note(caller, operator !== null)
  if (!operator) throw new Refusal('session/required')
  return operator
}

function callerOf(request: FastifyRequest): Caller {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    token: bearer?.[1] ?? null,
    devices: readDevices(request.headers['x-device']),
  }
}

/** Refusals become their envelope; anything else is a bug: logged with the request's id, nothing revealed. */
export function answerErrors(app: FastifyInstance, log: Deps['log']): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof Refusal) {
      noteRefusal(request, error.code)
      const { status, code, text } = refusalAnswers[error.code]
      const data = { reason: error.code, ...publicDetail(error.detail) }
      const { retryAfter } = error.detail
      if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
      return reply.code(status).send({ code, message: text(error.detail), data })
    }
    // 499 as nginx has it: nobody reads it, and it is no fault of the server's.
    if (isGone(request)) return reply.code(499).send()
    const status = statusOf(error)
    if (status < 500) return reply.code(status).send({ code: status, message: unreadable(status), data: null })
    if (isDatabaseAway(error)) {
      log('a request waits for the database', { requestId: request.id, call: request.routeOptions.config.call })
      return reply.code(503).header('retry-after', '2').send({ code: 503, message: '系统繁忙，请稍后再试', data: null })
    }
    if (error instanceof BlobStoreAway) {
      log(`request ${request.id} waits for the blobs`, error)
      const message = error.isFull ? '存储空间不足，请稍后再试' : '系统繁忙，请稍后再试'
      return reply.code(503).header('retry-after', '5').send({ code: 503, message, data: null })
    }
    if (error instanceof BlobDamaged || error instanceof BlobMissing) {
      log(`request ${request.id} met damaged bytes: npm run scrub`, error)
      const message = '文件已损坏或丢失，平台正在恢复，请稍后再试或联系客服'
      return reply.code(503).header('retry-after', '3600').send({ code: 503, message, data: null })
    }
    log(`request ${request.id} ${request.routeOptions.config.call ?? request.routeOptions.url ?? ''} failed`, error)
    return reply.code(500).send({ code: 500, message: '服务器错误！', data: { requestId: request.id } })
  })
}

const shown = [
  'retryAfter',
  'left',
  'minutes',
  'issues',
  'tenantId',
  'challenge',
  'serverTime',
  'stringToSign',
  'address',
  'signInCode',
] as const

const publicDetail = ({ field, faults, ...detail }: RefusalDetail): Record<string, unknown> => ({
  ...(field !== undefined && { field: wirePath(field) }),
  ...(faults && { faults: faults.map((fault) => ({ field: wirePath(fault.field), message: fault.message })) }),
  ...Object.fromEntries(shown.filter((key) => key in detail).map((key) => [key, detail[key]])),
})

const unreadable = (status: number) =>
  status === 413 ? '提交的内容过大，请减少内容后重试' : '请求参数不正确，请检查后重试'

/** What Fastify itself refuses (body too large, bad JSON) carries its status. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 600 ? status : 500
}
