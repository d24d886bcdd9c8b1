import type { operation } from '@moqi/api/operation'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { categoryLabels } from '@moqi/domain/contract/categories'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { writeSpreadsheet } from '#src/platform/spreadsheet.ts'
import { handlersOf } from './contract-viewings.ts'
import { checkedFilter, type InboxRow } from './find-rows.ts'
import { firstRows, viewerOf } from './list-contracts.ts'

const columns: readonly (readonly [title: string, width: number, text: (row: InboxRow) => string])[] = [
  ['合同主题', 40, (row) => row.subject],
  ['合同编号', 24, (row) => row.contract_no],
  ['合同类型', 12, (row) => kindLabels[row.kind]],
  ['状态', 14, (row) => labels.get(row.row_status) ?? row.row_status],
  ['发起人/企业', 28, (row) => row.initiator_name],
  ['签署人/企业', 40, (row) => row.party_names],
  ['发起时间', 20, (row) => moment(row.sent_at)],
  ['签署截止时间', 20, (row) => moment(row.sign_expire_at)],
  ['完成时间', 20, (row) => moment(row.finished_at)],
]
const kindLabels = { normal: '普通合同', void: '作废协议', grant: '印章授权书', companyAuth: '企业认证授权书' } as const
const labels: ReadonlyMap<string, string> = new Map(Object.entries(rowStatusLabels))
const moment = (at: number | null) => (at === null ? '' : formatDate(at, '{y}-{m}-{d} {h}:{i}'))

const handlerColumns = [
  ['经办人', 16],
  ['部门', 24],
] as const

/**
 * The list of a category and filter as a workbook, at most 10,000 rows (checklist C58). The company's own says whose
 * each contract is, and its log of members who took it.
 */
export const exportContracts: Handler<typeof operation.exportTaskExcel> = async (deps, member, input) => {
  const most = operationLimits.exportRows
  const filter = checkedFilter({ ...input, pageSize: most })
  const { status } = filter
  const rows = await firstRows(deps, viewerOf(member, input.scope), filter, most + 1)
  if (rows.length > most) {
    throw new Refusal('field/invalid', { field: 'status', message: `超过${most}条，请缩小筛选范围后再导出` })
  }
  const isCompanys = input.scope === 'company'
  const handled = isCompanys ? await takenFromCompany(deps, member, rows, input.departmentId) : null
  const more = handled ? handlerColumns : []
  const bytes = writeSpreadsheet({
    name: categoryLabels[status],
    widths: [...columns.map(([, width]) => width), ...more.map(([, width]) => width)],
    rows: [
      [...columns.map(([title]) => title), ...more.map(([title]) => title)],
      ...rows.map((row) => [...columns.map(([, , text]) => text(row)), ...(handled?.(row) ?? [])]),
    ],
  })
  const fileName = `合同列表-${categoryLabels[status]}-${formatDate(deps.now(), '{y}{m}{d}')}.xlsx`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { bytes, type, etag: deps.newId(), fileName }
}

/** Writes down that the company's list was taken, and answers of a row its handler and their department. */
async function takenFromCompany(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  member: Member,
  rows: readonly InboxRow[],
  departmentId: string | undefined,
): Promise<(row: InboxRow) => string[]> {
  const { tenantId } = member
  const handlers = await deps.db.write(tenantId, async (tx) => {
    await addMemberLog(deps, tx, member, { tenantId, verb: 'exportContracts', detail: `共${rows.length}份` })
    return handlersOf(
      tx,
      tenantId,
      rows.map(({ contract_id }) => contract_id),
    )
  })
  const byContract = Map.groupBy(handlers, ({ contractId }) => contractId)
  return ({ contract_id }) => {
    const own = byContract.get(contract_id) ?? []
    const shown = own.find((one) => one.departmentId === departmentId) ?? own[0]
    return [shown?.name ?? '', shown?.departmentName ?? '']
  }
}
