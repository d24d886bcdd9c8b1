import { createHash } from 'node:crypto'
import { type ProviderFault, workChats } from '@moqi/domain/account/identity-provider'
import { z } from 'zod'
import type { ProviderClient } from '#src/platform/gateways/provider/provider-gateway.ts'
import { accessTokens } from './access-tokens.ts'
import { askVendor, type ChatLimits, type Question, shaped } from './ask-vendor.ts'
import { allPages, gathered, phoneOf } from './gathered.ts'
import { ChatFault, TokenEnded, type WorkChat } from './work-chat.ts'

const Outcome = z.looseObject({ code: z.number().default(0) })
const Token = z.object({ tenant_access_token: z.string().min(1), expire: z.number() })
const UserToken = z.object({ access_token: z.string().min(1) })
const Me = z.object({ data: z.object({ open_id: z.string().min(1), name: z.string().optional() }) })
const page = <I extends z.ZodType>(item: I) =>
  z.object({
    data: z.object({
      has_more: z.boolean().default(false),
      page_token: z.string().optional(),
      items: z.array(item).default([]),
    }),
  })
const Departments = page(
  z.object({ open_department_id: z.string().min(1), name: z.string(), parent_department_id: z.string().default('0') }),
)
const Users = page(
  z.object({
    open_id: z.string().min(1),
    name: z.string(),
    mobile: z.string().optional(),
    department_ids: z.array(z.string()).default([]),
    status: z
      .object({ is_frozen: z.boolean(), is_resigned: z.boolean(), is_exited: z.boolean() })
      .partial()
      .default({}),
  }),
)
const Sent = z.object({ data: z.object({ message_id: z.string().optional() }) })

/** What 飞书 calls the company itself. */
const top = '0'
const pageSize = '50'
const tokenCodes: ReadonlySet<number> = new Set([99991661, 99991663, 99991664, 99991665])
const faults: Readonly<Record<number, ProviderFault>> = {
  10003: 'client',
  10014: 'client',
  10015: 'client',
  20002: 'client',
  20003: 'answer',
  20004: 'answer',
  20024: 'answer',
  20049: 'answer',
  20008: 'outsider',
  20009: 'outsider',
  20010: 'outsider',
  20029: 'callback',
  99991400: 'busy',
  230020: 'busy',
  99991401: 'address',
  99991672: 'scope',
  99991679: 'scope',
  40004: 'scope',
  40014: 'scope',
  41050: 'scope',
  230006: 'scope',
  230013: 'receiver',
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Speaks with 飞书 as an app that the company has made itself. */
export function feishu(limits: ChatLimits): WorkChat {
  const ask = askVendor(limits)
  async function asked<S extends z.ZodType>(client: ProviderClient, path: string, question: Question, shape: S) {
    const answer = await ask(`${client.issuer}/open-apis/${path}`, question)
    const { code } = shaped(Outcome, answer)
    if (tokenCodes.has(code)) throw new TokenEnded()
    if (code !== 0) throw new ChatFault(faults[code] ?? 'other', code)
    return shaped(shape, answer)
  }
  const withToken = accessTokens(async (client) => {
    const body = { app_id: client.clientId, app_secret: client.clientSecret ?? '' }
    const path = 'auth/v3/tenant_access_token/internal'
    const { tenant_access_token: token, expire: seconds } = await asked(client, path, { body }, Token)
    return { token, seconds }
  }, limits.now ?? Date.now)
  const get = <S extends z.ZodType>(client: ProviderClient, path: string, query: Record<string, string>, shape: S) =>
    withToken(client, (token) => asked(client, path, { query, headers: bearer(token) }, shape))
  const readDepartments = async (client: ProviderClient, cursor: string) => {
    const query = {
      department_id_type: 'open_department_id',
      fetch_child: 'true',
      page_size: pageSize,
      ...(cursor && { page_token: cursor }),
    }
    const { data } = await get(client, `contact/v3/departments/${top}/children`, query, Departments)
    return { items: data.items, next: data.has_more ? (data.page_token ?? null) : null }
  }

  return {
    signInAddress(client, { redirectUri, state, verifier }) {
      const host = client.issuer === workChats.feishu.address ? 'https://accounts.feishu.cn' : client.issuer
      const asks = {
        client_id: client.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      return `${host}/open-apis/authen/v1/authorize?${new URLSearchParams(asks)}`
    },
    async whoIs(client, { redirectUri, verifier }, code) {
      const body = {
        grant_type: 'authorization_code',
        client_id: client.clientId,
        client_secret: client.clientSecret ?? '',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }
      const { access_token: token } = await asked(client, 'authen/v2/oauth/token', { body }, UserToken)
      const { data } = await asked(client, 'authen/v1/user_info', { headers: bearer(token) }, Me)
      return { subject: data.open_id, label: data.name ?? data.open_id }
    },
    checkSecret: (client) => withToken(client, async () => {}),
    async checkContacts(client) {
      await readDepartments(client, '')
    },
    async readContacts(client) {
      const departments = await allPages('', (cursor: string) => readDepartments(client, cursor))
      return gathered({
        departments: departments.map(({ open_department_id: id, name, parent_department_id: parent }) => ({
          id,
          name,
          parentId: parent === top ? null : parent,
        })),
        top,
        seesTop: true,
        peopleOf: (department) =>
          allPages('', async (cursor: string) => {
            const query = {
              user_id_type: 'open_id',
              department_id_type: 'open_department_id',
              department_id: department,
              page_size: pageSize,
              ...(cursor && { page_token: cursor }),
            }
            const { data } = await get(client, 'contact/v3/users/find_by_department', query, Users)
            const items = data.items.map(({ open_id, name, mobile, department_ids: [first], status }) => ({
              subject: open_id,
              name,
              phone: phoneOf(mobile),
              departmentId: first ?? department,
              active: !(status.is_frozen || status.is_resigned || status.is_exited),
            }))
            return { items, next: data.has_more ? (data.page_token ?? null) : null }
          }),
      })
    },
    async send(client, subject, { id, title, text, url }) {
      const content = { zh_cn: { title, content: [[{ tag: 'text', text }], [{ tag: 'a', text: '查看', href: url }]] } }
      const body = { receive_id: subject, msg_type: 'post', content: JSON.stringify(content), uuid: id }
      const { data } = await withToken(client, (token) =>
        asked(client, 'im/v1/messages', { query: { receive_id_type: 'open_id' }, headers: bearer(token), body }, Sent),
      )
      return data.message_id ?? null
    },
  }
}
