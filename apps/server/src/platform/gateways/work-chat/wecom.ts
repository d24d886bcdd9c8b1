import { type ProviderFault, workChats } from '@moqi/domain/account/identity-provider'
import { z } from 'zod'
import type { ProviderClient } from '#src/platform/gateways/provider/provider-gateway.ts'
import { accessTokens } from './access-tokens.ts'
import { askVendor, type ChatLimits, type Question, shaped } from './ask-vendor.ts'
import { gathered, phoneOf } from './gathered.ts'
import { ChatFault, TokenEnded, type WorkChat } from './work-chat.ts'

const Outcome = z.looseObject({ errcode: z.number().default(0) })
const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const Who = z.object({ userid: z.string().min(1).optional(), UserId: z.string().min(1).optional() })
const Named = z.object({ name: z.string() })
const Departments = z.object({
  department: z.array(z.object({ id: z.number(), name: z.string().default(''), parentid: z.number().default(0) })),
})
const Users = z.object({
  userlist: z.array(
    z.object({
      userid: z.string().min(1),
      name: z.string(),
      mobile: z.string().optional(),
      status: z.number().optional(),
      main_department: z.number().optional(),
      department: z.array(z.number()).default([]),
    }),
  ),
})
const Sent = z.object({ msgid: z.string().optional(), invaliduser: z.string().optional() })

/** What 企业微信 calls the company itself. */
const top = 1
/** Of `status`: stopped by the company, and gone from it. */
const shut: ReadonlySet<number | undefined> = new Set([2, 5])
const tokenCodes: ReadonlySet<number> = new Set([40014, 41001, 42001])
const faults: Readonly<Record<number, ProviderFault>> = {
  [-1]: 'unreachable',
  40001: 'client',
  40013: 'client',
  40091: 'client',
  40029: 'answer',
  42003: 'answer',
  45009: 'busy',
  45011: 'busy',
  45033: 'busy',
  48001: 'scope',
  48002: 'scope',
  60011: 'scope',
  60020: 'address',
  50001: 'callback',
  40056: 'agent',
  301002: 'agent',
  60111: 'receiver',
  81013: 'receiver',
  82001: 'receiver',
}

/** Speaks with 企业微信 as an app that the company has made itself. */
export function wecom(limits: ChatLimits): WorkChat {
  const ask = askVendor(limits)
  async function asked<S extends z.ZodType>(client: ProviderClient, path: string, question: Question, shape: S) {
    const answer = await ask(`${client.issuer}/cgi-bin/${path}`, question)
    const { errcode } = shaped(Outcome, answer)
    if (tokenCodes.has(errcode)) throw new TokenEnded()
    if (errcode !== 0) throw new ChatFault(faults[errcode] ?? 'other', errcode)
    return shaped(shape, answer)
  }
  const withToken = accessTokens(async (client) => {
    const query = { corpid: client.clientId, corpsecret: client.clientSecret ?? '' }
    const { access_token: token, expires_in: seconds } = await asked(client, 'gettoken', { query }, Token)
    return { token, seconds }
  }, limits.now ?? Date.now)
  const get = <S extends z.ZodType>(client: ProviderClient, path: string, query: Record<string, string>, shape: S) =>
    withToken(client, (token) => asked(client, path, { query: { access_token: token, ...query } }, shape))
  const departmentsOf = async (client: ProviderClient) =>
    (await get(client, 'department/list', {}, Departments)).department

  return {
    signInAddress(client, { redirectUri, state, userAgent = '' }) {
      const isOwn = client.issuer === workChats.wecom.address
      const agent = { agentid: client.agentId ?? '', redirect_uri: redirectUri, state }
      if (!/wxwork/i.test(userAgent)) {
        const query = new URLSearchParams({ login_type: 'CorpApp', appid: client.clientId, ...agent })
        return `${isOwn ? 'https://login.work.weixin.qq.com' : client.issuer}/wwlogin/sso/login?${query}`
      }
      const asks = { appid: client.clientId, response_type: 'code', scope: 'snsapi_base', ...agent }
      const host = isOwn ? 'https://open.weixin.qq.com' : client.issuer
      return `${host}/connect/oauth2/authorize?${new URLSearchParams(asks)}#wechat_redirect`
    },
    async whoIs(client, _attempt, code) {
      const { userid, UserId } = await get(client, 'auth/getuserinfo', { code }, Who)
      const subject = userid ?? UserId
      // Of whoever is no member it says an openid alone.
      if (subject === undefined) throw new ChatFault('outsider')
      const named = await get(client, 'user/get', { userid: subject }, Named).catch(() => ({ name: subject }))
      return { subject, label: named.name }
    },
    checkSecret: (client) => withToken(client, async () => {}),
    async checkContacts(client) {
      await departmentsOf(client)
    },
    async readContacts(client) {
      const departments = await departmentsOf(client)
      return gathered({
        departments: departments.map(({ id, name, parentid }) => ({
          id: String(id),
          name,
          parentId: parentid <= top ? null : String(parentid),
        })),
        top: String(top),
        seesTop: departments.some(({ id }) => id === top),
        peopleOf: async (department) => {
          const { userlist } = await get(client, 'user/list', { department_id: department }, Users)
          return userlist.map(({ userid, name, mobile, status, main_department: main, department: [first] }) => ({
            subject: userid,
            name,
            phone: phoneOf(mobile),
            departmentId: String(main ?? first ?? top),
            active: !shut.has(status),
          }))
        },
      })
    },
    async send(client, subject, { title, text, url }) {
      const card = { title, description: text, url, btntxt: '查看' }
      const body = {
        touser: subject,
        msgtype: 'textcard',
        agentid: Number(client.agentId),
        textcard: card,
        // What was taken and not answered in time is not shown twice.
        enable_duplicate_check: 1,
        duplicate_check_interval: 14_400,
      }
      const { msgid, invaliduser } = await withToken(client, (token) =>
        asked(client, 'message/send', { query: { access_token: token }, body }, Sent),
      )
      if (invaliduser) throw new ChatFault('receiver')
      return msgid ?? null
    },
  }
}
