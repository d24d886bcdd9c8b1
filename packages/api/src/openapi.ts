import { signedHeaders } from '@moqi/domain/integrations/signed-request'
import type { RefusalCode } from '@moqi/domain/refusal'
import { z } from 'zod'
import type { Call } from './call.ts'
import { refusalsOf } from './general-refusals.ts'
import { refusalAnswers } from './refusal-answers.ts'

const envelope = (call: Call) => z.object({ code: z.literal(call.success), message: z.string(), data: call.output })

function requestOf(call: Call): object {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  if (call.method === 'GET') {
    const parameters = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      in: call.path.includes(`:${name}`) ? 'path' : 'query',
      required: call.path.includes(`:${name}`) || (schema.required ?? []).includes(name),
      schema: property,
    }))
    return { parameters }
  }
  const type = call.kind === 'upload' || call.kind === 'pair' ? 'multipart/form-data' : 'application/json'
  return { requestBody: { required: true, content: { [type]: { schema } } } }
}

const schema = (type: z.ZodType) => z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' })

const Refused = z.object({
  code: z.number(),
  message: z.string(),
  data: z.looseObject({ reason: z.string() }).nullable(),
})
const refusal = { description: '拒绝', content: { 'application/json': { schema: schema(Refused) } } }

function successOf(call: Call): object {
  if (call.kind === 'blob') return { description: '文件内容', content: { 'application/octet-stream': {} } }
  return call.kind === 'stream'
    ? { description: '事件', content: { 'text/event-stream': { schema: schema(call.output) } } }
    : { description: '成功', content: { 'application/json': { schema: schema(envelope(call)) } } }
}

const described = (reason: RefusalCode) => {
  const { code, text } = refusalAnswers[reason]
  return { code, reason, message: text({}) }
}

/** Refusals by the HTTP status they travel with; those of business share 200 with the success (checklist C0.3). */
function answersOf(call: Call): object {
  const refused = Map.groupBy(refusalsOf(call), (reason) => refusalAnswers[reason].status)
  const answers = [...refused].map(([status, reasons]) => {
    const answer = status === 200 ? successOf(call) : refusal
    return [status, { ...answer, 'x-refusals': reasons.map(described) }]
  })
  return { responses: { 200: successOf(call), ...Object.fromEntries(answers) } }
}

/** Each header of a signed request: all of them together let it in. */
const signatures = Object.fromEntries(
  Object.entries(signedHeaders).map(([name, header]) => [name, { type: 'apiKey', in: 'header', name: header }]),
)
const everySignature = Object.fromEntries(Object.keys(signatures).map((name) => [name, []]))

/** A file of a signed request is its whole body; what describes it stands in the query. */
function signedRequestOf(call: Call): object {
  if (call.kind !== 'upload') return requestOf(call)
  const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries({ fileName: { type: 'string', maxLength: 200 }, ...properties })
  return {
    parameters: fields.map(([name, property]) => ({
      name,
      in: 'query',
      required: name === 'fileName',
      schema: property,
    })),
    requestBody: { required: true, content: { 'application/octet-stream': {} } },
  }
}

/** A call as integrations ask it (ADR 0036). */
const signedOperation = (name: string, call: Call, scope: string): object => ({
  operationId: `${name}Signed`,
  summary: call.summary,
  'x-scope': scope,
  ...(call.mutates && { 'x-idempotency': 'Idempotency-Key' }),
  security: [everySignature],
  ...signedRequestOf(call),
  ...answersOf(call),
})

/** OpenAPI 3.1 of a call table. */
export function openapi(calls: Record<string, Call>): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [operationId, call] of Object.entries(calls)) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = {
      operationId,
      summary: call.summary,
      'x-access': call.access,
      ...(call.right && { 'x-right': call.right }),
      ...(call.mutates && { 'x-idempotency': 'Idempotency-Key' }),
      ...(call.access !== 'open' && { security: [{ bearer: [] }] }),
      ...requestOf(call),
      ...answersOf(call),
    }
    if (call.scope) {
      const signed = signedOperation(operationId, call, call.scope)
      paths[`/openapi/v1/${operationId}`] = { [call.method.toLowerCase()]: signed }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: '墨契 Moqi', version: '1', license: { name: 'Apache-2.0' } },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, ...signatures } },
    paths,
  }
}
