import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, type Html, sendPage } from '#src/http/plain-page.ts'
import type { Deps } from '#src/platform/deps.ts'
import { demoPassword, demoPeople, demoPin } from './demo-people.ts'

const Query = z.object({ recipient: z.string().trim().max(200).catch('') })

/** A message of the outbox; `createTime` in ms. A captcha's recipient is its id, its body the answer. */
type Message = {
  messageId: string
  channel: 'sms' | 'mail' | 'bank' | 'captcha'
  recipient: string
  scene: string
  /** Of mail. */
  subject: string | null
  body: string
  createTime: number
}

const most = 100
const refreshSeconds = 10

/** Shows every SMS, mail and captcha answer to everybody: registered in demo mode only, elsewhere it does not exist. */
export function serveOutbox(app: FastifyInstance, deps: Pick<Deps, 'config' | 'db'>): void {
  if (!deps.config.demo) return
  app.route({
    method: 'GET',
    url: '/demo/outbox',
    handler: async (request) => {
      const { recipient } = Query.parse(request.query)
      return { messageArray: await newestMessages(deps, recipient) }
    },
  })
  app.get('/demo', (_request, reply) => reply.redirect('/demo/'))
  app.get('/demo/', async (request, reply) => {
    const { recipient } = Query.parse(request.query)
    const body = outboxBody(await newestMessages(deps, recipient), recipient)
    return sendPage(reply, { title: '演示收件箱 · 墨契', body, refreshSeconds })
  })
}

async function newestMessages({ db }: Pick<Deps, 'db'>, recipient: string): Promise<Message[]> {
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('outbox_message')
      .$if(recipient !== '', (query) => query.where('recipient', '=', recipient))
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(most)
      .execute(),
  )
  return rows.map(({ message_id, channel, scene, subject, body, created_at, recipient: to }) => ({
    messageId: message_id,
    channel,
    recipient: to,
    scene,
    subject,
    body,
    createTime: created_at,
  }))
}

function outboxBody(messages: Message[], recipient: string): Html {
  return html`<h1>演示收件箱</h1>
    <p>演示环境不发送短信和邮件，全部内容显示在这里，每${refreshSeconds}秒刷新一次。</p>
    <section class="card">
      <h2>演示账号（密码均为 <code>${demoPassword}</code>，企业账号的签署密码均为 <code>${demoPin}</code>）</h2>
      ${demoPeople.map(({ phone, role }) => html`<div class="row"><code>${phone}</code><span>${role}</span></div>`)}
    </section>
    <form method="get" action="/demo/">
      <label>接收人<input name="recipient" value="${recipient}" placeholder="手机号、邮箱或银行账号" /></label>
      <button>查询</button>
    </form>
    ${messages.length > 0 ? messages.map(messageCard) : html`<p>暂无消息</p>`}`
}

const channels = { sms: '短信', mail: '邮件', bank: '银行到账', captcha: '图形验证码' } as const
const beijing = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })

function messageCard({ channel, recipient, subject, body, createTime }: Message): Html {
  const answer =
    channel === 'captcha'
      ? html`<div class="code answer">${body}</div>`
      : html`${subject === null ? '' : html`<strong>${subject}</strong>`}
          <div>${body}</div>`
  return html`<article class="card">
    <div class="row">
      <span class="tag">${channels[channel]}</span><code>${recipient}</code>
      <span class="faint">${beijing.format(createTime)}（北京时间）</span>
    </div>
    ${answer}
  </article>`
}
