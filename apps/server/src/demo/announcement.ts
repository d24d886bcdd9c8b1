import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config.ts'
import { demoPassword, demoPeople, demoPin } from './demo-people.ts'

/** What is said at the start: where the server is and, in demo mode, who can sign in. */
export function announcement(config: Config, app: FastifyInstance): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const lines = [`墨契已启动：http://localhost:${port}/home/`]
  if (config.demo) {
    lines.push(`演示账号（密码均为 ${demoPassword}，企业账号的签署密码均为 ${demoPin}）：`)
    for (const { phone, name, company, owner } of demoPeople) {
      lines.push(`  ${phone}  ${name}  ${company ? `${company}${owner ? '管理员' : '经办人'}` : '个人'}`)
    }
    lines.push(`短信、邮件与图形验证码：http://localhost:${port}/demo/`)
  }
  return `${lines.join('\n')}\n`
}
