import type { operatorHealth } from '@moqi/api/operator-health'
import { flagOf } from '@moqi/api/wire/flag'
import { checkEmail } from '@moqi/domain/identity/email'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { type GatewayName, gatewayLabels } from '@moqi/domain/operators/gateways'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { gatewayFault } from '#src/platform/gateways/gateway-fault-text.ts'
import { cashierOf } from '#src/platform/gateways/payment/payment-gateway.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { gatewaySettings } from './gateway-settings.ts'

type Tested = { to: string | null; ask: () => Promise<string> }
type Given = { phone?: string | undefined; email?: string | undefined }

/** Asks a gateway one thing that binds nobody, and says what came of it; the operator's record has it either way. */
export const testGateway: Handler<typeof operatorHealth.testGateway> = async (
  deps,
  operator,
  { gateway, ...given },
) => {
  const set = gatewaySettings(deps).find((one) => one.gateway === gateway)
  if (!set?.testNeeds) throw new Refusal('request/invalid')
  const { to, ask } = tested(deps, gateway, given)
  const askedAt = deps.now()
  const answer = await ask().then(
    (outcome) => ({ hasPassed: true, outcome }),
    (error: unknown) => ({ hasPassed: false, outcome: gatewayFault(error) }),
  )
  const took = deps.now() - askedAt
  const { operatorId, address } = operator
  const said = `${answer.hasPassed ? '成功' : '失败'}：${answer.outcome}`
  const detail = [gatewayLabels[gateway], to, said].filter(Boolean).join('　').slice(0, 400)
  await deps.db.directoryWrite((tx) => addOperatorLog(deps, tx, { operatorId, address, verb: 'testGateway', detail }))
  return { hasPassed: flagOf(answer.hasPassed), outcome: answer.outcome, took }
}

/** What a gateway is asked, and to whom that goes as the record has it. */
function tested(deps: Deps, gateway: GatewayName, given: Given): Tested {
  if (gateway === 'sms') return sms(deps, given)
  if (gateway === 'mail') return mail(deps, given)
  if (gateway === 'identity') return { to: null, ask: () => identity(deps) }
  if (gateway === 'timestamp') return { to: null, ask: () => timestamp(deps) }
  return { to: null, ask: () => cashier(deps, gateway) }
}

function sms(deps: Deps, { phone: typed = '' }: Given): Tested {
  const phone = fieldOf('phone', checkPhone(typed))
  // Nobody keeps it, so it opens nothing.
  const code = String(deps.random(4).readUInt32BE() % 1_000_000).padStart(6, '0')
  const message = smsMessage('loginCode', { code }, deps.config.brand)
  return {
    to: maskPhone(phone),
    async ask() {
      await deps.sms.send({ messageId: deps.newId(), phone, scene: 'gatewayTest', message })
      return deps.sms.name === 'outbox' ? '已存入演示收件箱，没有发送到手机' : '网关已接收，请在手机上查看'
    },
  }
}

function mail(deps: Deps, { email: typed = '' }: Given): Tested {
  const address = fieldOf('email', checkEmail(typed))
  const content = {
    subject: `${deps.config.brand}邮件网关测试`,
    lines: [
      `这是运营人员在${formatDate(deps.now())}发出的测试邮件，收到即说明邮件网关可用。`,
      '无需处理，也请勿回复。',
    ],
  }
  return {
    to: address.replace(/^(.).*@/, '$1***@'),
    async ask() {
      await deps.mail.send({ messageId: deps.newId(), address, scene: 'gatewayTest', content })
      return deps.mail.name === 'outbox' ? '已存入演示收件箱，没有发送到邮箱' : '邮件服务器已接收，请在邮箱中查看'
    },
  }
}

/** A well-formed number of a person who does not exist. */
const sandboxPerson = { realName: '测试', idNumber: '11010119900307001X' }

async function identity(deps: Deps): Promise<string> {
  const verdict = await deps.identity.checkPerson({ ...sandboxPerson, authId: deps.newId() })
  return verdict.is === 'passed' ? '沙箱身份核验通过' : `已应答：${verdict.is === 'failed' ? verdict.reason : '处理中'}`
}

async function timestamp({ authority, random }: Deps): Promise<string> {
  const token = await requestToken(authority.timestamps, random(32))
  return `取得时间戳（${token.length} 字节）`
}

async function cashier(deps: Deps, gateway: GatewayName): Promise<string> {
  const found = cashierOf(deps.cashiers, gateway)
  if (!found) throw new Refusal('request/invalid')
  const paid = await found.ask(`FKTEST${deps.newId().replaceAll('-', '').slice(0, 24).toUpperCase()}`)
  return paid === null ? '已应答：没有这笔付款' : '已应答'
}
