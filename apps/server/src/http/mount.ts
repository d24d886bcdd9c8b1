import { createHmac, hash } from 'node:crypto'
import { join } from 'node:path'
import type { Call, Calls } from '@moqi/api/call'
import { generalRefusals } from '@moqi/api/general-refusals'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import { wirePath } from '@moqi/api/wire/field-path'
import { addressGroup } from '@moqi/domain/identity/address'
import { Refusal, type RefusalDetail } from '@moqi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readDevices } from '#src/cores/identity/device.ts'
import { findPerson } from '#src/cores/identity/session.ts'
import { findOperator } from '#src/cores/operator/operator-session.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AnyHandler, BlobAnswer, EventStream, Upload } from '#src/platform/handlers.ts'
import { BlobDamaged, BlobMissing, BlobStoreAway } from '#src/platform/blobs/blob-store.ts'
import { isDatabaseAway } from '#src/platform/database/database-away.ts'
import { once } from '#src/platform/idempotency.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import type { Caller, Member, Operator, OwnSpace, Person, Repeat } from '#src/platform/actor.ts'
import { beatMs, eventSender } from './event-stream.ts'
import { bearerLimiter } from './bearer-limit.ts'
import { rateLimiter } from './rate-limit.ts'
import { isGone, noteRefusal } from './request-log.ts'
import { sendBlob } from './send-blob.ts'
import { type Received, uploadReceiver } from './upload.ts'
import { clientOf, depsFor } from './work-client.ts'

type Actor = Caller | Person | Member | Operator
type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Parse, authorise, limit, run, strip: every call goes through these lines. Throws for one that nothing answers. */
export function mount(
  app: FastifyInstance,
  table: Calls,
  handlers: Readonly<Record<string, AnyHandler>>,
  deps: Deps,
  streamBeatMs = beatMs,
): void {
  const limit = rateLimiter(deps.now)
  const receive = uploadReceiver(join(deps.config.dataDir, 'uploads'), deps.newId)
  const bearers = bearerLimiter(deps.now)
  const sendEvents = eventSender(app, deps, streamBeatMs)
  // Keyed: a body may hold a password, which nobody shall find by trying.
  const bodyKey = derived(deps.derivationKey, 'idempotency')
  const traced = (name: string, answer: Answerer) => (request: FastifyRequest, reply: FastifyReply) =>
    deps.tracing.span(name, async () => answer(request, reply), {
      facts: { 'moqi.request': request.id },
      kind: 'server',
      traceparent: request.headers.traceparent?.toString(),
    })
  for (const [name, call] of Object.entries(table)) {
    const handle = handlers[name]
    if (!handle) throw new Error(`nothing answers ${name}`)
    app.route({
      method: call.method,
      url: call.path,
      config: { call: name },
      handler: traced(name, async (request, reply) => {
        refuseForeignPage(call, request)
        const actor = await (call.access === 'operator' ? operatorOf : actorOf)(deps, call, request, bearers)
        limit(`${name} ${nameOf(actor) ?? addressGroup(actor.address)}`, call.limit)
        const client = clientOf(call, actor, reply)
        const answerTo = async (received: Received | null): Promise<unknown> => {
          const { input, file } = inputOf(call, request, received)
          const repeat = repeatOf({ name, call, bodyKey }, actor, request, { input, file })
          if (repeat) Object.assign(actor, { repeat })
          const asked = file ? { ...input, file } : input
          return once(deps, repeat, () => handle(depsFor(deps, client), actor, asked)).catch((error: unknown) => {
            throw declared(call, error)
          })
        }
        const answer = await (call.kind === 'upload' ? receive(request, client.key, answerTo) : answerTo(null))
        if (call.kind === 'stream' && isStream(answer) && 'accountId' in actor) {
          return sendEvents(reply, { actor, events: answer, shape: call.output })
        }
        if (call.kind === 'blob' && isBlob(answer)) return sendBlob(request, reply, answer)
        return reply.send({ code: call.success, message: '操作成功', data: call.output.parse(answer) })
      }),
    })
  }
}

/** Who is signed in, by id; null for a stranger. */
const nameOf = (actor: Actor): string | null =>
  'accountId' in actor ? actor.accountId : 'operatorId' in actor ? actor.operatorId : null

/** A GET that changes something is no link for somebody else's page to follow (checklist C0.11). */
function refuseForeignPage(call: Call, request: FastifyRequest): void {
  if (call.method !== 'GET' || !call.mutates) return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('session/forbidden')
}

/** A refusal the call did not declare is a bug, so the table cannot drift from the code. */
function declared(call: Call, error: unknown): unknown {
  if (!(error instanceof Refusal) || call.refuses.includes(error.code) || generalRefusals.includes(error.code))
    return error
  return new Error(`undeclared refusal ${error.code} from ${call.path}`, { cause: error })
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
  const { sessionTenantId, ...person } = found
  const named = request.headers['x-tenant-id'] || null
  // A space that is named must be the own one, also where none is acted in (checklist I14).
  if (named !== null) requireSpace(person, named)
  if (call.access === 'session') return person
  const space = requireSpace(person, named ?? sessionTenantId ?? person.spaces[0]?.tenantId)
  if (call.right && !space.rights.includes(call.right)) throw new Refusal('session/forbidden')
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
  const operator = await findOperator(deps, caller)
  bearers.note(caller, operator !== null)
  if (!operator) throw new Refusal('session/required')
  return operator
}

/** The own space of that id. Throws `space/not-found`. */
function requireSpace({ spaces }: Person, asked: unknown): OwnSpace {
  const space = spaces.find(({ tenantId }) => tenantId === asked)
  if (!space) throw new Refusal('space/not-found')
  return space
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

/** What a call is asked with: its fields, and of an upload the file. */
type Asked = { input: object; file: Upload | null }

function inputOf(call: Call, request: FastifyRequest, upload: Received | null): Asked {
  const raw = upload?.fields ?? (call.method === 'GET' ? request.query : request.body)
  const parsed = call.input.safeParse({ ...fieldsOf(raw), ...fieldsOf(request.params) })
  if (!parsed.success) throw new Refusal('request/invalid', { issues: parsed.error.issues.slice(0, 5) })
  if (!isStorable(parsed.data)) throw new Refusal('request/invalid')
  return { input: fieldsOf(parsed.data), file: upload?.file ?? null }
}

/** The fields of a body, none when there is no body. Throws `request/invalid` for JSON that has no fields. */
function fieldsOf(body: unknown): object {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('request/invalid')
  return body
}

const deepest = 10

/** PostgreSQL stores neither NUL nor half a surrogate pair, and no call needs what is nested for nesting's sake. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return depth < deepest && Object.values(value).every((inner) => isStorable(inner, depth + 1))
}

/** The key of one effect: the same account and space, or the same ticket, and the same call and key. */
function repeatOf(
  { name, call, bodyKey }: { name: string; call: Call; bodyKey: Buffer },
  actor: Actor,
  request: FastifyRequest,
  asked: Asked,
): Repeat | null {
  const key = request.headers['idempotency-key']
  if (!call.mutates || typeof key !== 'string') return null
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) throw new Refusal('request/invalid')
  const body = JSON.stringify(bodyOf(call, request, asked) ?? null)
  const bodyHash = createHmac('sha256', bodyKey).update(body).digest('hex')
  return { scope: `${ownerOf(actor, asked.input)} ${name}`, key, bodyHash }
}

/** Whose keys they are: a stranger's are those of the ticket that is shown. */
function ownerOf(actor: Actor, input: object): string {
  const name = nameOf(actor)
  if (name !== null) return `${name} ${'tenantId' in actor ? actor.tenantId : ''}`
  if ('ticket' in input && typeof input.ticket === 'string') return `ticket ${hash('sha256', input.ticket)}`
  throw new Error('an open call that changes something names no ticket')
}

/** What was asked for: of an upload its fields and what its bytes are. */
function bodyOf(call: Call, request: FastifyRequest, { input, file }: Asked): unknown {
  if (file) return { ...input, fileName: file.fileName, file: file.sha256 }
  return call.method === 'GET' ? request.query : request.body
}

const isStream = (answer: unknown): answer is EventStream<unknown> => typeof answer === 'function'

const isBlob = (answer: unknown): answer is BlobAnswer =>
  typeof answer === 'object' && answer !== null && 'bytes' in answer && Buffer.isBuffer(answer.bytes)

/** Refusals become their envelope; anything else is a bug: logged with the request's id, nothing revealed. */
export function answerErrors(app: FastifyInstance, log: Deps['log']): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof Refusal) {
      noteRefusal(request, error.code)
      const { status, code, text } = refusalAnswers[error.code]
      const data = { reason: error.code, ...publicDetail(error.detail) }
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

const shown = ['retryAfter', 'left', 'minutes', 'issues', 'tenantId'] as const

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
