import { type ProviderFault, workChats } from '@moqi/domain/account/identity-provider'
import { z } from 'zod'
import type { ProviderClient } from '#src/platform/gateways/provider/provider-gateway.ts'
import { accessTokens } from './access-tokens.ts'
import { askVendor, type ChatLimits, type Question, shaped } from './ask-vendor.ts'
import { allPages, gathered, phoneOf } from './gathered.ts'
import { type ChatDepartment, ChatFault, TokenEnded, type WorkChat } from './work-chat.ts'

/** Of the interfaces of before: a number, and below it another one that says more. */
const Outcome = z.looseObject({
  errcode: z.number().default(0),
  sub_code: z.union([z.string(), z.number()]).optional(),
})
/** Of the newer ones: a word, of an error alone. */
const Fault = z.looseObject({ code: z.string().optional() })
const Token = z.object({ accessToken: z.string().min(1), expireIn: z.number() })
const UserToken = z.object({ accessToken: z.string().min(1) })
const Me = z.object({ unionId: z.string().min(1), nick: z.string().optional() })
const ById = z.object({ result: z.object({ userid: z.string().min(1) }) })
const Below = z.object({ result: z.array(z.object({ dept_id: z.number(), name: z.string() })).default([]) })
const Users = z.object({
  result: z.object({
    has_more: z.boolean(),
    next_cursor: z.number().optional(),
    list: z.array(
      z.object({
        userid: z.string().min(1),
        name: z.string(),
        mobile: z.string().optional(),
        dept_id_list: z.array(z.number()).default([]),
      }),
    ),
  }),
})
const Sent = z.object({ task_id: z.union([z.number(), z.string()]).optional() })

/** What 钉钉 calls the company itself. */
const top = 1
const pageSize = 100
const tokenCodes: ReadonlySet<string> = new Set(['40014', '42001', '41001', 'InvalidAuthentication'])
const faults: Readonly<Record<string, ProviderFault>> = {
  '-1': 'unreachable',
  40089: 'client',
  40096: 'client',
  40078: 'answer',
  60121: 'outsider',
  60011: 'scope',
  50002: 'scope',
  50004: 'scope',
  60020: 'address',
  90002: 'busy',
  90005: 'busy',
  90006: 'busy',
  90018: 'busy',
  40056: 'agent',
  33012: 'receiver',
}
const words: readonly (readonly [RegExp, ProviderFault])[] = [
  [/client(id)?orsecret|invalidclient/i, 'client'],
  [/authcode|\.code\b/i, 'answer'],
  [/qps|limit|throttl/i, 'busy'],
  [/permission|scope/i, 'scope'],
  [/whitelist/i, 'address'],
]
const faultOf = (code: string): ProviderFault =>
  faults[code] ?? words.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'

/** Throws what an answer says of itself, by number or by word. */
function judge(answer: unknown): void {
  const { errcode, sub_code: sub } = shaped(Outcome, answer)
  const { code } = shaped(Fault, answer)
  const said = errcode === 0 ? code : String(sub ?? errcode)
  if (said === undefined) return
  if (tokenCodes.has(said)) throw new TokenEnded()
  throw new ChatFault(faultOf(said), said)
}

const hostOf = ({ issuer }: ProviderClient, name: 'api' | 'login') =>
  issuer === workChats.dingtalk.address ? `https://${name}.dingtalk.com` : issuer

/** Speaks with 钉钉 as an app that the company has made itself. */
export function dingtalk(limits: ChatLimits): WorkChat {
  const ask = askVendor(limits)
  async function asked<S extends z.ZodType>(address: string, question: Question, shape: S) {
    const answer = await ask(address, question)
    judge(answer)
    return shaped(shape, answer)
  }
  const withToken = accessTokens(async (client) => {
    const body = { appKey: client.clientId, appSecret: client.clientSecret ?? '' }
    const address = `${hostOf(client, 'api')}/v1.0/oauth2/accessToken`
    const { accessToken: token, expireIn: seconds } = await asked(address, { body }, Token)
    return { token, seconds }
  }, limits.now ?? Date.now)
  const post = <S extends z.ZodType>(client: ProviderClient, path: string, body: object, shape: S) =>
    withToken(client, (token) =>
      asked(`${client.issuer}/topapi/${path}`, { query: { access_token: token }, body }, shape),
    )
  const below = async (client: ProviderClient, id: number) =>
    (await post(client, 'v2/department/listsub', { dept_id: id }, Below)).result

  return {
    signInAddress(client, { redirectUri, state }) {
      const asks = {
        redirect_uri: redirectUri,
        response_type: 'code',
        client_id: client.clientId,
        scope: 'openid',
        state,
      }
      return `${hostOf(client, 'login')}/oauth2/auth?${new URLSearchParams({ ...asks, prompt: 'consent' })}`
    },
    async whoIs(client, _attempt, code) {
      const api = `${hostOf(client, 'api')}/v1.0`
      const body = {
        clientId: client.clientId,
        clientSecret: client.clientSecret ?? '',
        code,
        grantType: 'authorization_code',
      }
      const { accessToken } = await asked(`${api}/oauth2/userAccessToken`, { body }, UserToken)
      const headers = { 'x-acs-dingtalk-access-token': accessToken }
      const { unionId, nick } = await asked(`${api}/contact/users/me`, { headers }, Me)
      // Anybody may sign in at 钉钉: only a member of this company has a number in it.
      const { result } = await post(client, 'user/getbyunionid', { unionid: unionId }, ById)
      return { subject: result.userid, label: nick ?? result.userid }
    },
    checkSecret: (client) => withToken(client, async () => {}),
    async checkContacts(client) {
      await below(client, top)
    },
    async readContacts(client) {
      const departments: ChatDepartment[] = []
      const open = [top]
      for (let parent = open.shift(); parent !== undefined && departments.length <= 2000; parent = open.shift()) {
        for (const { dept_id: id, name } of await below(client, parent)) {
          departments.push({ id: String(id), name, parentId: parent === top ? null : String(parent) })
          open.push(id)
        }
      }
      return gathered({
        departments,
        top: String(top),
        seesTop: true,
        peopleOf: (department) =>
          allPages(0, async (cursor: number) => {
            const asks = { dept_id: Number(department), cursor, size: pageSize }
            const { result } = await post(client, 'v2/user/list', asks, Users)
            const items = result.list.map(({ userid, name, mobile, dept_id_list: [first] }) => ({
              subject: userid,
              name,
              phone: phoneOf(mobile),
              departmentId: String(first ?? department),
              // Whom the company has let go is no longer listed.
              active: true,
            }))
            return { items, next: result.has_more ? (result.next_cursor ?? null) : null }
          }),
      })
    },
    async send(client, subject, { title, text, url }) {
      const card = { title, markdown: `### ${title}\n\n${text}`, single_title: '查看', single_url: url }
      const body = {
        agent_id: Number(client.agentId),
        userid_list: subject,
        msg: { msgtype: 'action_card', action_card: card },
      }
      const { task_id: task } = await post(client, 'message/corpconversation/asyncsend_v2', body, Sent)
      return task === undefined ? null : String(task)
    },
  }
}
