import type { AboutApproval } from '@moqi/domain/messages/notice-facts'
import { formatDate } from '@moqi/domain/time/format-date'
import type { ApprovalRow, KeptSeat } from '#src/cores/approval/application.ts'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>
type Told = { row: ApprovalRow; contract: Pick<ContractRow, 'subject' | 'contract_no'> }

const about = ({ config }: Telling, { row, contract }: Told): AboutApproval => ({
  approveId: row.approval_id,
  seal: sealNames(row),
  title: contract.subject,
  contractNo: contract.contract_no,
  url: `${config.publicUrl}/home/approve-info?${new URLSearchParams({ approveId: row.approval_id })}`,
})

/** The seals that an application is for, as a sentence names them. */
export const sealNames = ({ seals }: Pick<ApprovalRow, 'seals'>): string =>
  seals
    .filter(({ needsApproval }) => needsApproval)
    .map(({ name }) => name)
    .join('、')

/**
 * Asks everybody whose seat is open and was not before, or once a day all of them; `time` names another time on which
 * they are asked.
 */
export async function askApprovers(
  deps: Telling,
  tx: Db,
  told: Told,
  seats: readonly KeptSeat[],
  time = formatDate(deps.now(), '{y}-{m}-{d}'),
): Promise<void> {
  const { tenant_id: tenantId, approval_id, round, applicant_name: name } = told.row
  const facts = about(deps, told)
  for (const { accountId, seatNo } of seats.filter(({ state }) => state === 'open')) {
    await notify(deps, tx, {
      kind: 'toApprove',
      to: { accountId, tenantId },
      facts: {
        approveId: facts.approveId,
        seal: facts.seal,
        title: facts.title,
        contractNo: facts.contractNo,
        url: facts.url,
        name,
      },
      once: `approve ${approval_id} ${round} ${seatNo} ${accountId} ${time}`,
    })
  }
}

/** Tells the applicant how the application ended: stamped, sent back by somebody, or agreed to and not stamped. */
export async function tellApplicant(
  deps: Telling,
  tx: Db,
  told: Told,
  end:
    | { kind: 'approved' }
    | { kind: 'approvalRefused'; name: string; reason: string }
    | { kind: 'stampFailed'; reason: string },
): Promise<void> {
  const to = { accountId: told.row.applicant_id, tenantId: told.row.tenant_id }
  const facts = about(deps, told)
  if (end.kind === 'approved') await notify(deps, tx, { kind: end.kind, to, facts })
  else if (end.kind === 'stampFailed')
    await notify(deps, tx, { kind: end.kind, to, facts: Object.assign(facts, { reason: end.reason }) })
  else
    await notify(deps, tx, { kind: end.kind, to, facts: Object.assign(facts, { name: end.name, reason: end.reason }) })
}
