import { englishSummaries } from '@moqi/api/english-summaries'
import { type IntegrationScope, integrationLimits, scopeLabels } from '@moqi/domain/integrations/integration-rules'
import { signedHeaders, signedWindowMs } from '@moqi/domain/integrations/signed-request'
import { chineseTables, type TableWords } from './schema-tables.ts'

type Lines = readonly string[]
type Header = readonly [name: string, meaning: string]

/** What the reference says in one language. */
export type ReferenceWords = {
  readonly tag: 'zh-CN' | 'en'
  readonly title: string
  /** The page in the other language. */
  readonly other: { readonly path: string; readonly label: string }
  readonly path: string
  readonly lead: string
  readonly search: { readonly label: string; readonly button: string; readonly all: string; readonly none: string }
  readonly signing: { readonly title: string; readonly headers: readonly Header[]; readonly lines: Lines }
  readonly samples: { readonly title: string; readonly lead: string }
  readonly scopes: Readonly<Record<IntegrationScope, { title: string; about: string }>>
  readonly tables: TableWords
  readonly request: string
  readonly answer: string
  readonly refusals: string
  readonly bytes: string
  readonly body: string
  readonly repeats: string
  readonly limit: (count: number, seconds: number) => string
  readonly summary: (name: string, chinese: string) => string
}

const window = signedWindowMs / 60_000
const most = integrationLimits.callsPerMinute

/** The reference in Chinese. */
export const chineseReference: ReferenceWords = {
  tag: 'zh-CN',
  title: '开放接口参考',
  path: '/openapi/reference',
  other: { path: '/openapi/reference/en', label: 'English' },
  lead: '企业管理员在“应用”中建立应用、生成密钥后，企业自己的系统就可以用签名请求调用以下接口。JSON 接口回答 {code, message, data, requestId}；业务上的拒绝是 HTTP 200，data.reason 为原因。时间为毫秒时间戳，长度单位为毫米。',
  search: { label: '查找接口', button: '查找', all: '显示全部', none: '没有找到接口，请换一个词' },
  signing: {
    title: '签名',
    headers: [
      [signedHeaders.appId, 'AppId'],
      [signedHeaders.algorithm, 'HMAC-SHA256（缺省）或 HMAC-SM3'],
      [signedHeaders.timestamp, `毫秒时间戳，与服务器相差不超过${window}分钟`],
      [signedHeaders.nonce, '16-64位字母、数字、- 或 _，每次请求（包括重试）都要换'],
      [signedHeaders.bodyHash, '请求体字节的 SHA-256（或 SM3）摘要的 base64；没有请求体时为空内容的摘要'],
      [signedHeaders.signature, '以密钥对待签字符串做 HMAC，再取 base64'],
      ['Idempotency-Key', '选填，写操作的幂等键；相同的键只生效一次'],
    ],
    lines: [
      '待签字符串为八行，以 \\n 连接，末尾没有换行：算法、方法（大写）、路径与查询串（与实际发送的完全一致，不含域名，不排序）、AppId、时间戳、Nonce、Idempotency-Key（没有时为空行）、请求体摘要。',
      '签名不正确时，data.stringToSign 是服务器实际用于计算的字符串，逐行比较即可。',
      `每个应用每分钟至多${most}次，余量见 X-RateLimit-Remaining；超过后按 Retry-After 的秒数等待。`,
    ],
  },
  samples: {
    title: '例子',
    lead: '每个例子从环境变量 MOQI_URL、MOQI_APP_ID、MOQI_SECRET 读取地址、AppId 和密钥，查询合同列表。',
  },
  scopes: scopeLabels,
  tables: chineseTables,
  request: '请求',
  answer: '返回',
  refusals: '可能的拒绝',
  bytes: '文件内容',
  body: '请求体就是文件本身（不是 multipart）；fileName（必填）和以下字段放在查询串中。',
  repeats: '支持 Idempotency-Key',
  limit: (count, seconds) => `每${seconds}秒至多${count}次`,
  summary: (_name, chinese) => chinese.replace(/（multipart[^）]*）/, ''),
}

const summaries: Readonly<Record<string, string>> = englishSummaries

/** The reference in English. */
export const englishReference: ReferenceWords = {
  tag: 'en',
  title: 'Open API reference',
  path: '/openapi/reference/en',
  other: { path: '/openapi/reference', label: '中文' },
  lead: 'Once an administrator of your company has made an application and a secret under 应用, your systems can ask these calls by signed requests. JSON calls answer {code, message, data, requestId}; a refusal of business is HTTP 200 with its reason in data.reason. Times are milliseconds since the epoch, lengths millimetres. Messages are in Chinese, reasons never change.',
  search: { label: 'Find a call', button: 'Find', all: 'Show all', none: 'No call was found; try another word' },
  signing: {
    title: 'Signing',
    headers: [
      [signedHeaders.appId, 'AppId'],
      [signedHeaders.algorithm, 'HMAC-SHA256 (default) or HMAC-SM3'],
      [signedHeaders.timestamp, `Milliseconds, at most ${window} minutes off the server’s clock`],
      [signedHeaders.nonce, '16-64 letters, digits, - or _; another one for every request, retries included'],
      [signedHeaders.bodyHash, 'Base64 of the SHA-256 (or SM3) digest of the body’s bytes; of nothing without a body'],
      [signedHeaders.signature, 'Base64 of the HMAC of the string to sign, keyed with the secret'],
      ['Idempotency-Key', 'Optional, for calls that change something: the same key takes effect once'],
    ],
    lines: [
      'The string to sign is eight lines joined by \\n, with none at the end: algorithm, method in capitals, path and query exactly as they are sent (no host, nothing sorted), AppId, timestamp, nonce, Idempotency-Key (an empty line without one), digest of the body.',
      'When a signature is wrong, data.stringToSign is the string that the server has signed: compare it line by line.',
      `An application may ask ${most} times a minute; X-RateLimit-Remaining says how much is left, Retry-After how many seconds to wait.`,
    ],
  },
  samples: {
    title: 'Examples',
    lead: 'Each example reads address, AppId and secret from MOQI_URL, MOQI_APP_ID and MOQI_SECRET, and lists contracts.',
  },
  scopes: {
    launch: { title: 'Launch', about: 'Upload files, use templates, set parties and areas, send' },
    manage: { title: 'Manage', about: 'Recall, remind, extend, correct, add and remove parties' },
    read: { title: 'Read', about: 'Lists, details, pages, deliveries, what may still be launched' },
    download: { title: 'Download', about: 'Finished contracts and evidence' },
    seals: { title: 'Seals', about: 'See the company’s seals; never use them' },
    members: { title: 'Members', about: 'See members and departments; never change them' },
    verify: { title: 'Verify', about: 'Verify the signatures of any file' },
    embed: { title: 'Embed', about: 'Open pages for one person and one contract; never sign for anybody' },
  },
  tables: {
    oneOf: 'One of:',
    noFields: 'No fields',
    field: 'Field',
    type: 'Type',
    required: 'Required',
    yes: 'yes',
    no: 'no',
    any: 'any',
  },
  request: 'Request',
  answer: 'Answer',
  refusals: 'Refusals',
  bytes: 'The bytes of a file',
  body: 'The body is the file itself (no multipart); fileName (required) and these fields stand in the query.',
  repeats: 'takes an Idempotency-Key',
  limit: (count, seconds) => `at most ${count} in ${seconds} seconds`,
  summary: (name, chinese) => summaries[name] ?? chinese,
}
