import { type App, type Fields, fieldsOf, type Played, type Speech, textOf } from './played.ts'

const error = (errcode: number) => ({ json: { errcode, errmsg: `error ${errcode}`, request_id: 'r' } })
const ok = (fields: object) => ({ json: { errcode: 0, errmsg: 'ok', ...fields } })
const worded = (status: number, code: string) => ({ status, json: { code, message: code, requestid: 'r' } })
const idOf = (id: number) => (id === 0 ? 1 : id)
const badClient = worded(400, 'invalidClientIdOrSecret')

/** 钉钉 as its interfaces answer, the newer ones and those of before; the company itself is department 1. */
export function dingtalkSpeech(played: Played, client: App): Speech {
  const userTokens = new Map<string, string>()
  const isClient = (id: unknown, secret: unknown) => id === client.clientId && secret === client.clientSecret
  return {
    busy: worded(403, 'Forbidden.AccessDenied.QpsLimitForApi'),
    ended: { json: { errcode: 88, sub_code: '40014', sub_msg: '不合法的access_token', errmsg: 'ding talk error' } },
    signInPages: ['/oauth2/auth'],
    codeName: 'authCode',
    tokenOf: ({ query }) => query.get('access_token'),
    open: {
      '/v1.0/oauth2/accessToken': ({ body }) =>
        isClient(body.appKey, body.appSecret)
          ? { json: { accessToken: played.giveToken(), expireIn: 7200 } }
          : badClient,
      '/v1.0/oauth2/userAccessToken'({ body }) {
        if (!isClient(body.clientId, body.clientSecret)) return badClient
        const found = played.redeem(textOf(body.code))
        if (!found) return worded(400, 'invalidAuthCode.notFound')
        userTokens.set(`user-${found.subject}`, found.subject)
        return { json: { accessToken: `user-${found.subject}`, refreshToken: 'r', expireIn: 7200 } }
      },
      '/v1.0/contact/users/me'({ headers }) {
        const subject = userTokens.get(String(headers['x-acs-dingtalk-access-token']))
        if (subject === undefined) return worded(401, 'InvalidAuthentication')
        const found = played.people.find((person) => person.subject === subject)
        return { json: { nick: found?.name ?? '外人', unionId: `union-${subject}`, openId: `open-${subject}` } }
      },
    },
    guarded: {
      '/topapi/user/getbyunionid'({ body }) {
        const subject = textOf(body.unionid).replace(/^union-/, '')
        const isMember = played.people.some((person) => person.subject === subject)
        return isMember ? ok({ result: { contact_type: 0, userid: subject } }) : error(60121)
      },
      '/topapi/v2/department/listsub'({ body }) {
        const found = played.departments.filter(({ parentId }) => idOf(parentId) === body.dept_id)
        return ok({ result: found.map(({ id, name, parentId }) => ({ dept_id: id, name, parent_id: idOf(parentId) })) })
      },
      '/topapi/v2/user/list': ({ body }) => ok({ result: pageOf(played, Number(body.dept_id), body) }),
      '/topapi/message/corpconversation/asyncsend_v2'({ body }) {
        if (body.agent_id !== 1000002) return error(40056)
        const { title, markdown, single_url: url } = fieldsOf(fieldsOf(body.msg).action_card)
        const said = { title: textOf(title), text: textOf(markdown), url: textOf(url) }
        const isTaken = played.take({ subject: textOf(body.userid_list), name: '', ...said })
        return isTaken ? ok({ task_id: played.messages.length }) : error(33012)
      },
    },
  }
}

/** At most two at a time, whatever is asked for, so that there is always a next page. */
function pageOf({ people }: Played, department: number, { cursor, size }: Fields) {
  const found = people.filter((one) => (one.departmentId || 1) === department && one.active !== false)
  const from = Number(cursor)
  const to = from + Math.min(Number(size), 2)
  const list = found.slice(from, to).map(({ subject, name, phone }) => ({
    userid: subject,
    unionid: `union-${subject}`,
    name,
    ...(phone !== undefined && { mobile: phone }),
    dept_id_list: [department],
    active: true,
  }))
  return { has_more: to < found.length, ...(to < found.length && { next_cursor: to }), list }
}
