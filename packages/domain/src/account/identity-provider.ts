import { type Checked, failed, passed } from '../identity/checked.ts'
import { isOneLine, notOneLine } from '../text/one-line.ts'

const hour = 3_600_000

/** Limits of signing in by a company's own identity provider; times in ms. */
export const providerLimits = {
  nameLength: 20,
  issuerLength: 300,
  clientLength: 200,
  /** From leaving for the provider to being back. */
  attemptMs: 10 * 60_000,
  /** How old the provider's own proof may be, at the usual sign-in and where somebody shall prove it anew. */
  proofMs: { usual: 12 * hour, fresh: hour / 4 },
  /** What a provider answers with, and how long one request to it may take. */
  answerBytes: 256 * 1024,
  answerMs: 10_000,
} as const

/** Work chats, whose apps sign their members in by interfaces of their own, each with the address of its interfaces. */
export const workChats = {
  wecom: {
    name: '企业微信',
    address: 'https://qyapi.weixin.qq.com',
    client: '企业ID（CorpID）',
    secret: '应用 Secret',
  },
  dingtalk: {
    name: '钉钉',
    address: 'https://oapi.dingtalk.com',
    client: 'Client ID（AppKey）',
    secret: 'Client Secret',
  },
  feishu: { name: '飞书', address: 'https://open.feishu.cn', client: 'App ID', secret: 'App Secret' },
} as const
/** A key of `workChats`. */
export type WorkChatKind = keyof typeof workChats

/** What a company's identity provider may speak, as the settings offer it. */
export const providerProtocols = {
  openid: 'OpenID Connect',
  cas: 'CAS 3.0',
  wecom: workChats.wecom.name,
  dingtalk: workChats.dingtalk.name,
  feishu: workChats.feishu.name,
} as const
/** A key of `providerProtocols`. */
export type ProviderProtocol = keyof typeof providerProtocols

/** Whether a company's provider is a work chat, which knows its members and takes messages to them. */
export const isWorkChat = (protocol: ProviderProtocol): protocol is WorkChatKind => Object.hasOwn(workChats, protocol)

/** Why a company's identity provider let nobody in, in the words of whoever waits. */
export const providerFaults = {
  name: '找不到身份提供方的域名，请管理员核对地址',
  inside: '身份提供方的地址是内网地址，平台未允许访问',
  late: '身份提供方没有及时应答，请稍后再试',
  certificate: '身份提供方的HTTPS证书不可信，请管理员更换证书',
  unreachable: '暂时连接不上身份提供方，请稍后再试',
  discovery: '该地址不是所选协议的身份提供方，或签发者与填写的不一致',
  client: '身份提供方不接受本平台的客户端ID或密钥，请管理员核对',
  answer: '身份提供方返回的登录结果未通过校验，请重新登录',
  denied: '身份提供方未同意登录，请联系企业管理员',
  busy: '接口调用过于频繁，请稍后再试',
  scope: '应用没有所需的接口权限或通讯录范围，请管理员在应用后台开通',
  address: '应用后台没有放行本平台服务器的IP，请管理员加入可信IP或白名单',
  callback: '应用后台没有登记本平台的回调地址或可信域名，请管理员核对',
  outsider: '这个账号不是该企业的成员，或不在应用的可见范围内',
  agent: 'AgentId 与应用不一致，请管理员核对',
  receiver: '收件人不在应用的可见范围内，或已停用',
  crowd: '通讯录超过20000人或2000个部门，请缩小应用的可见范围',
  empty: '应用的可见范围内没有成员，请管理员在应用后台调整',
  other: '应用的接口返回了没有说明的错误，请稍后再试',
} as const
/** A key of `providerFaults`. */
export type ProviderFault = keyof typeof providerFaults

/** What the members of a company type to find its identity provider. */
export function checkSignInCode(typed: string): Checked<string> {
  const code = typed.trim().toLowerCase()
  if (/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])$/.test(code)) return passed(code)
  return failed('企业登录代号为2–32位小写字母、数字或连字符，以字母或数字开头和结尾')
}

/** What the sign-in page calls it. */
export function checkProviderName(typed: string): Checked<string> {
  const name = typed.trim()
  if (name === '') return failed('请输入名称')
  if (!isOneLine(name)) return failed(notOneLine('名称'))
  return [...name].length > providerLimits.nameLength
    ? failed(`名称最多${providerLimits.nameLength}个字`)
    : passed(name)
}

const issuerShape = /^(https?):\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d{1,5})?(?:\/[^\s?#\\]*)?$/i

/** What an issuer is called (OpenID Connect Discovery 1.0 §2); `http` only where the operator names networks. */
export function checkIssuer(typed: string, { plainAllowed }: { plainAllowed: boolean }): Checked<string> {
  const text = typed.trim().replace(/\/\.well-known\/openid-configuration$/, '')
  const [, scheme] = issuerShape.exec(text) ?? []
  if (scheme === undefined || text.length > providerLimits.issuerLength)
    return failed('地址格式不正确，例如 https://login.example.com/realms/company')
  if (scheme.toLowerCase() === 'http' && !plainAllowed) return failed('地址须以 https:// 开头')
  return passed(text)
}

/** A client's id or secret as its provider gave it. */
export function checkClientText(label: string, typed: string): Checked<string> {
  const text = typed.trim()
  if (text === '') return failed(`请输入${label}`)
  if (text.length > providerLimits.clientLength || !/^[\x21-\x7e]+$/.test(text))
    return failed(`${label}格式不正确，请从身份提供方复制`)
  return passed(text)
}

/** The number of an app as 企业微信 and 钉钉 give it; 飞书 has none. */
export function checkAgentId(typed: string): Checked<string> {
  const text = typed.trim()
  if (text === '') return failed('请输入 AgentId')
  return /^\d{1,18}$/.test(text) ? passed(text) : failed('AgentId 应为一串数字，请从应用后台复制')
}
