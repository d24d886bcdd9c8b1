import { type App, fieldsOf, type Played, type Speech, textOf } from './played.ts'

const error = (errcode: number) => ({ json: { errcode, errmsg: `error ${errcode}` } })
const ok = (fields: object) => ({ json: { errcode: 0, errmsg: 'ok', ...fields } })
const idOf = (id: number) => (id === 0 ? 1 : id)

/** 企业微信 as its interfaces answer; the company itself is department 1. */
export const wecomSpeech = (played: Played, client: App): Speech => ({
  busy: error(45009),
  ended: error(42001),
  signInPages: ['/wwlogin/sso/login', '/connect/oauth2/authorize'],
  codeName: 'code',
  tokenOf: ({ query }) => query.get('access_token'),
  open: {
    '/cgi-bin/gettoken'({ query }) {
      if (query.get('corpid') !== client.clientId) return error(40013)
      if (query.get('corpsecret') !== client.clientSecret) return error(40001)
      return ok({ access_token: played.giveToken(), expires_in: 7200 })
    },
  },
  guarded: {
    '/cgi-bin/auth/getuserinfo'({ query }) {
      const found = played.redeem(query.get('code') ?? '')
      if (!found) return error(40029)
      const isMember = played.people.some(({ subject }) => subject === found.subject)
      return ok(isMember ? { userid: found.subject } : { openid: 'oAAA' })
    },
    '/cgi-bin/user/get'({ query }) {
      const found = played.people.find(({ subject }) => subject === query.get('userid'))
      return found ? ok({ userid: found.subject, name: found.name }) : error(60111)
    },
    '/cgi-bin/department/list'() {
      const below = played.departments.map(({ id, name, parentId }) => ({ id, name, parentid: idOf(parentId) }))
      return ok({ department: [{ id: 1, name: '墨蓝科技', parentid: 0 }, ...below] })
    },
    '/cgi-bin/user/list'({ query }) {
      const asked = Number(query.get('department_id'))
      const found = played.people.filter(({ departmentId }) => idOf(departmentId) === asked)
      return ok({
        userlist: found.map(({ subject, name, phone, departmentId, active }) => ({
          userid: subject,
          name,
          ...(phone !== undefined && { mobile: phone }),
          department: [idOf(departmentId)],
          main_department: idOf(departmentId),
          status: active === false ? 2 : 1,
        })),
      })
    },
    '/cgi-bin/message/send'({ body }) {
      if (body.agentid !== 1000002) return error(40056)
      const { title, description, url } = fieldsOf(body.textcard)
      const said = { title: textOf(title), text: textOf(description), url: textOf(url) }
      const isTaken = played.take({ subject: textOf(body.touser), name: '', ...said })
      return isTaken ? ok({ msgid: `msg-${played.messages.length}` }) : error(81013)
    },
  },
})
