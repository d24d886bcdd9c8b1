/** How a field must look to leave: what does not is left out, whatever it is called. */
const forms = {
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  requestId: /^[0-9a-f-]{16,36}$/,
  hash: /^[0-9a-f]{64}$/,
  /** A name from the code: a call, a job, a scene, a code of PostgreSQL's. */
  word: /^(?!.*\d{6})[\w./:-]{1,80}$/,
} as const

/** Everything that may stand beside a sentence in the log. Nothing else ever leaves. */
const logFields = {
  requestId: 'requestId',
  call: 'word',
  method: 'word',
  status: 'number',
  ms: 'number',
  reason: 'word',
  job: 'word',
  jobId: 'number',
  tries: 'number',
  channel: 'word',
  gateway: 'word',
  scene: 'word',
  check: 'word',
  code: 'word',
  constraint: 'word',
  table: 'word',
  accountId: 'id',
  tenantId: 'id',
  contractId: 'id',
  recordId: 'id',
  messageId: 'id',
  batchId: 'id',
  downloadId: 'id',
  sha256: 'hash',
  bytes: 'number',
  number: 'number',
} as const satisfies Record<string, keyof typeof forms | 'number'>

type LogFields = Record<string, string | number>

/** Those of the object's fields that may leave. */
export function allowedFields(detail: object): LogFields {
  const values = new Map<string, unknown>(Object.entries(detail))
  const allowed: LogFields = {}
  for (const [name, form] of Object.entries(logFields)) {
    const value = values.get(name)
    if (form === 'number' ? typeof value === 'number' : typeof value === 'string' && forms[form].test(value)) {
      if (typeof value === 'number' || typeof value === 'string') allowed[name] = value
    }
  }
  return allowed
}
