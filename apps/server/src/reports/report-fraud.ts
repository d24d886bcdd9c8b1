import type { Output } from '@moqi/api/call'
import type { openSign } from '@moqi/api/open-sign'
import {
  checkFraudContent,
  fraudReasons,
  fraudReportNo,
  fraudReportsPerDay,
  type FraudReason,
} from '@moqi/domain/contract/fraud-report'
import type { ReportState } from '@moqi/domain/contract/report-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Generated } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Caller } from '#src/platform/actor.ts'
import { addLog } from '#src/cores/contract/contract-log.ts'
import { lockContract } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { findTicket } from '#src/cores/contract/ticket.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { queueMail } from '#src/platform/messages/queue-message.ts'
import { fieldOf } from '#src/platform/field-of.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Who says that a contract is a fraud: the operator's business alone. */
    fraud_report: {
      report_no: string
      home_tenant_id: string
      contract_id: string
      party_no: number | null
      account_id: string | null
      reason: string
      content: string
      address: string
      user_agent: string
      created_at: number
      state: Generated<ReportState>
      decided_at: Generated<number | null>
      decided_by: Generated<string | null>
      /** Why it was decided so, as the reporter reads it. */
      answer: Generated<string | null>
    }
  }
}

type Answer = Output<typeof openSign.reportContract>
type Report = {
  homeTenantId: string
  contractId: string
  partyNo: number | null
  accountId: string | null
  reason: FraudReason
  content: string
}

/** Reports a contract on the strength of a link: who was tricked need not sign in first. */
export const reportByTicket: Handler<typeof openSign.reportByTicket> = async (deps, caller, { ticket, ...said }) => {
  const { homeTenantId, contractId, partyNo } = await findTicket(deps, ticket)
  const report = { homeTenantId, contractId, partyNo, accountId: null, ...checked(said) }
  return deps.db.write(homeTenantId, async (tx) => keepAnswer(tx, deps, caller, await keep(deps, tx, caller, report)))
}

/** Reports a contract as one of those who see it. */
export const reportContract: Handler<typeof openSign.reportContract> = async (deps, member, { signId, ...said }) => {
  const { homeTenantId, contractId, partyNo } = await requireEntry(deps, member, signId)
  const report = { homeTenantId, contractId, partyNo, accountId: member.accountId, ...checked(said) }
  return deps.db.write(homeTenantId, async (tx) => keepAnswer(tx, deps, member, await keep(deps, tx, member, report)))
}

function checked({ reason, content }: { reason: FraudReason; content: string }) {
  const text = fieldOf('content', checkFraudContent(reason, content))
  return { reason, content: text }
}

/** Stores a report, writes it into the log where the operator alone reads it, and mails it to the support. */
async function keep(deps: Deps, tx: Db, caller: Caller, report: Report): Promise<Answer> {
  const { homeTenantId, contractId, partyNo, accountId, reason, content } = report
  const { contract } = await lockContract(tx, report)
  const at = deps.now()
  await refuseTooMany(tx, report, at)
  const reportNo = fraudReportNo(formatDate(at, '{y}{m}{d}'), deps.random(8))
  const { address, userAgent } = caller
  await tx
    .insertInto('fraud_report')
    .values({
      report_no: reportNo,
      home_tenant_id: homeTenantId,
      contract_id: contractId,
      party_no: partyNo,
      account_id: accountId,
      reason,
      content,
      address,
      user_agent: userAgent,
      created_at: at,
    })
    .execute()
  // The line stands in the evidence every party may download: it says that, never who.
  await addLog(tx, report, at, { accountId: null, name: '举报人' }, { verb: 'report', detail: reportNo })
  const recipient = deps.config.supportEmail
  if (recipient === null) return { reportNo }
  const lines = [
    `举报编号：${reportNo}`,
    `合同：《${contract.subject}》（编号${contract.contract_no}，${contractId}）`,
    `发起方：${[contract.initiator_company, contract.initiator_name].filter(Boolean).join(' ')}`,
    `举报人：${reporterOf(partyNo)}${accountId === null ? '（未登录）' : ''}`,
    `原因：${fraudReasons[reason]}`,
    `说明：${content || '未填写'}`,
  ]
  const mail = { subject: `【${deps.config.brand}】合同举报 ${reportNo}`, lines }
  await queueMail(deps, tx, { recipient, scene: 'report', content: mail })
  return { reportNo }
}

/** Who reported, by the number of the party. A copy recipient is none of the signers and has no number. */
export const reporterOf = (partyNo: number | null): string => {
  if (partyNo === null) return '发起方或抄送人'
  return partyNo === 0 ? '抄送人' : `第${partyNo}签署方`
}

/** Counted while the contract is held, so that those who report at once are counted one after the other. */
async function refuseTooMany(tx: Db, { contractId, partyNo }: Report, at: number): Promise<void> {
  const { count } = await tx
    .selectFrom('fraud_report')
    .where('contract_id', '=', contractId)
    .where('party_no', 'is not distinct from', partyNo)
    .where('created_at', '>', at - dayMs)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < fraudReportsPerDay) return
  const message = '您已多次举报这份合同，我们会尽快处理，请勿重复提交'
  throw new Refusal('request/too-often', { retryAfter: dayMs / 1000, message })
}
