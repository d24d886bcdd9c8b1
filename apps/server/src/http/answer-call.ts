import { createHmac, hash } from 'node:crypto'
import type { Call } from '@moqi/api/call'
import { generalRefusals } from '@moqi/api/general-refusals'
import { Refusal } from '@moqi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Member, Operator, Person, Repeat } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AnyHandler, BlobAnswer, EventStream, LongAnswer, Upload } from '#src/platform/handlers.ts'
import { once } from '#src/platform/idempotency.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { eventSender } from './event-stream.ts'
import { sendBlob } from './send-blob.ts'
import type { Received, ReceivedPair } from './upload.ts'
import { requireOpenLook } from './looker.ts'
import { requireOfVisit } from './visitor.ts'
import { clientOf, depsFor } from './work-client.ts'

/** Whoever asks: a stranger, a person, one acting in a space, an operator. */
export type Actor = Caller | Person | Member | Operator

/** Who is signed in, by id; null for a stranger. */
export const nameOf = (actor: Actor): string | null =>
  'accountId' in actor ? actor.accountId : 'operatorId' in actor ? actor.operatorId : null

/** A call by its name, with what answers it. */
export type Answered = { name: string; call: Call; handle: AnyHandler }

/** A call as it was asked: its body, parsed, and how its file is received if it takes one, or two. */
export type Question = {
  request: FastifyRequest
  reply: FastifyReply
  body: unknown
  receive: <T>(client: string, use: (received: Received) => Promise<T>) => Promise<T>
  /** Absent where no call takes two. */
  receivePair?: <T>(client: string, use: (received: ReceivedPair) => Promise<T>) => Promise<T>
  /** What must have come about before anything is said; what it throws is said instead. */
  admission?: Promise<unknown>
}

/** Answers a call to somebody who may ask it. */
export type AnswerCall = (answered: Answered, actor: Actor, question: Question) => Promise<unknown>

/** Parse, run, strip: whoever asks, and by whatever door, every call is answered by these lines. */
export function callAnswerer(app: FastifyInstance, deps: Deps, streamBeatMs: number): AnswerCall {
  const sendEvents = eventSender(app, deps, streamBeatMs)
  // Keyed: a body may hold a password, which nobody shall find by trying.
  const bodyKey = derived(deps.derivationKey, 'idempotency')
  return async ({ name, call, handle }, actor, question) => {
    const { request, reply, body } = question
    const client = clientOf(call, actor, reply)
    const answerTo = async (received: Received | ReceivedPair | null): Promise<unknown> => {
      const { input, files } = inputOf(call, { request, body }, received)
      requireOfVisit(call, actor, input)
      await requireOpenLook(deps, call, actor, input)
      const asked = { body: bodyOf(call, { request, body }, { input, files }), input }
      const repeat = repeatOf({ name, call, bodyKey }, actor, request, asked)
      if (repeat) Object.assign(actor, { repeat })
      return once(deps, repeat, () => handle(depsFor(deps, client), actor, { ...input, ...files })).catch(
        (error: unknown) => {
          throw declared(call, error)
        },
      )
    }
    const answer = await afterAdmission(question, receiving(call, question)(client.key, answerTo))
    if (call.kind === 'stream' && isStream(answer) && 'accountId' in actor) {
      return sendEvents(reply, { actor, events: answer, shape: call.output })
    }
    if (call.kind === 'blob' && isBlob(answer)) return sendBlob(request, reply, answer)
    return reply.send({ code: call.success, message: '操作成功', data: call.output.parse(answer) })
  }
}

/** What was worked out while the admission was under way, once that is over. */
async function afterAdmission<T>({ admission }: Question, work: Promise<T>): Promise<T> {
  if (!admission) return work
  const [, worked] = await Promise.allSettled([admission, work])
  await admission
  if (worked.status === 'rejected') throw worked.reason
  return worked.value
}

type Use = (received: Received | ReceivedPair | null) => Promise<unknown>

/** How the files of a call are received, if it takes any. */
function receiving(call: Call, { receive, receivePair }: Question): (client: string, use: Use) => Promise<unknown> {
  if (call.kind === 'upload') return receive
  if (call.kind !== 'pair') return (_client, use) => use(null)
  if (!receivePair) throw new Error(`${call.path} takes two files by no such door`)
  return receivePair
}

/** A refusal the call did not declare is a bug, so the table cannot drift from the code. */
function declared(call: Call, error: unknown): unknown {
  if (!(error instanceof Refusal) || call.refuses.includes(error.code) || generalRefusals.includes(error.code))
    return error
  return new Error(`undeclared refusal ${error.code} from ${call.path}`, { cause: error })
}

type Sent = Pick<Question, 'request' | 'body'>

/** What a call is asked with: its fields, and its files by their names. */
type Asked = { input: object; files: Record<string, Upload> }

function inputOf(call: Call, { request, body }: Sent, received: Received | ReceivedPair | null): Asked {
  const { fields = undefined, ...files } = received ?? {}
  const raw = fields ?? (call.method === 'GET' ? request.query : body)
  const parsed = call.input.safeParse({ ...fieldsOf(raw), ...fieldsOf(request.params) })
  if (!parsed.success) throw new Refusal('request/invalid', { issues: parsed.error.issues.slice(0, 5) })
  if (!isStorable(parsed.data)) throw new Refusal('request/invalid')
  return { input: fieldsOf(parsed.data), files }
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

/** The key of one effect: the same owner, and the same call and key. */
function repeatOf(
  { name, call, bodyKey }: { name: string; call: Call; bodyKey: Buffer },
  actor: Actor,
  request: FastifyRequest,
  asked: { body: unknown; input: object },
): Repeat | null {
  const key = request.headers['idempotency-key']
  if (!call.mutates || typeof key !== 'string') return null
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) throw new Refusal('request/invalid')
  const body = JSON.stringify(asked.body ?? null)
  const bodyHash = createHmac('sha256', bodyKey).update(body).digest('hex')
  return { scope: `${ownerOf(actor, asked.input)} ${name}`, key, bodyHash }
}

/** Whose keys they are: a stranger's are those of the ticket that is shown, an integration's its own. */
function ownerOf(actor: Actor, input: object): string {
  if ('integrationId' in actor) return `integration ${String(actor.integrationId)}`
  const name = nameOf(actor)
  if (name !== null) return `${name} ${'tenantId' in actor ? actor.tenantId : ''}`
  if ('ticket' in input && typeof input.ticket === 'string') return `ticket ${hash('sha256', input.ticket)}`
  throw new Error('an open call that changes something names no ticket')
}

/** What was asked for: of an upload its fields and what its bytes are. */
function bodyOf(call: Call, { request, body }: Sent, { input, files: { file } }: Asked): unknown {
  if (file) return { ...input, fileName: file.fileName, file: file.sha256 }
  return call.method === 'GET' ? request.query : body
}

const isStream = (answer: unknown): answer is EventStream<unknown> => typeof answer === 'function'

const isBlob = (answer: unknown): answer is BlobAnswer | LongAnswer =>
  typeof answer === 'object' &&
  answer !== null &&
  (('bytes' in answer && Buffer.isBuffer(answer.bytes)) || ('read' in answer && typeof answer.read === 'function'))
