import { createHash } from 'node:crypto'
import { type App, fieldsOf, type Heard, type Played, type Speech, textOf } from './played.ts'

const error = (code: number, status = 200) => ({ status, json: { code, msg: `error ${code}` } })
const ok = (data: object) => ({ json: { code: 0, msg: 'success', data } })
const idOf = (id: number) => (id === 0 ? '0' : `od-${id}`)
const bearerOf = ({ headers }: Heard) => String(headers.authorization).replace(/^Bearer /, '')

/** 飞书 as its interfaces answer; the company itself is department 0. */
export function feishuSpeech(played: Played, client: App): Speech {
  const userTokens = new Map<string, string>()
  return {
    busy: error(99991400, 429),
    ended: error(99991663, 400),
    signInPages: ['/open-apis/authen/v1/authorize'],
    codeName: 'code',
    tokenOf: bearerOf,
    open: {
      '/open-apis/auth/v3/tenant_access_token/internal'({ body }) {
        if (body.app_id !== client.clientId) return error(10003)
        if (body.app_secret !== client.clientSecret) return error(10014)
        return { json: { code: 0, msg: 'ok', tenant_access_token: played.giveToken(), expire: 7200 } }
      },
      '/open-apis/authen/v2/oauth/token'({ body }) {
        if (body.client_secret !== client.clientSecret) return error(20002, 400)
        const found = played.redeem(textOf(body.code))
        if (!found) return error(20003, 400)
        const challenge = createHash('sha256').update(textOf(body.code_verifier)).digest('base64url')
        if (found.asked.get('code_challenge') !== challenge) return error(20049, 400)
        userTokens.set(`user-${found.subject}`, found.subject)
        return { json: { code: 0, access_token: `user-${found.subject}`, expires_in: 7200, token_type: 'Bearer' } }
      },
      '/open-apis/authen/v1/user_info'(heard) {
        const subject = userTokens.get(bearerOf(heard))
        if (subject === undefined) return error(99991668, 401)
        const found = played.people.find((person) => person.subject === subject)
        return ok({ open_id: subject, name: found?.name ?? '外人', tenant_key: 't' })
      },
    },
    guarded: {
      '/open-apis/contact/v3/departments/0/children'({ query }) {
        const items = played.departments.map(({ id, name, parentId }) => ({
          name,
          open_department_id: idOf(id),
          parent_department_id: idOf(parentId),
        }))
        return ok(pageOf(items, query))
      },
      '/open-apis/contact/v3/users/find_by_department'({ query }) {
        const found = played.people.filter(({ departmentId }) => idOf(departmentId) === query.get('department_id'))
        const items = found.map(({ subject, name, phone, departmentId, active }) => ({
          open_id: subject,
          name,
          ...(phone !== undefined && { mobile: `+86${phone}` }),
          department_ids: [idOf(departmentId)],
          status: { is_frozen: active === false, is_resigned: false, is_activated: true, is_exited: false },
        }))
        return ok(pageOf(items, query))
      },
      '/open-apis/im/v1/messages'({ body }) {
        const { zh_cn: post } = fieldsOf(JSON.parse(textOf(body.content)))
        const { title, content } = fieldsOf(post)
        const [[text], [link]] = Array.isArray(content) ? content : [[], []]
        const said = { title: textOf(title), text: textOf(text.text), url: textOf(link.href), name: textOf(body.uuid) }
        const isTaken = played.take({ subject: textOf(body.receive_id), ...said })
        return isTaken ? ok({ message_id: `om-${played.messages.length}` }) : error(230013, 400)
      },
    },
  }
}

/** At most two at a time, whatever is asked for, so that there is always a next page. */
function pageOf<T>(all: T[], query: URLSearchParams) {
  const from = Number(query.get('page_token') ?? 0)
  const to = from + Math.min(Number(query.get('page_size')), 2)
  const items = all.slice(from, to)
  return { has_more: to < all.length, ...(to < all.length && { page_token: String(to) }), items }
}
