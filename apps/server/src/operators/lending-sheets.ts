import type { ContractFreezing, FlaggedSpace } from '@moqi/api/contract-freezing'
import { type ListCalls, moment, sheet } from './list-sheet.ts'

/** Where contracts tell of loans and of blank amounts, in numbers, and which were frozen together. */
export const lendingSheets = ({ listFlaggedSpaces, listContractFreezings }: ListCalls) => ({
  flagged: sheet<FlaggedSpace>(
    [
      ['空间', 36, ({ spaceName }) => spaceName],
      ['有提示的合同', 14, ({ flaggedNumber }) => String(flaggedNumber)],
      ['涉及借贷', 12, ({ loanNumber }) => String(loanNumber)],
      ['金额空白', 12, ({ blankNumber }) => String(blankNumber)],
      ['最近一次', 20, ({ lastTime }) => moment(lastTime)],
      ['空间状态', 12, ({ isFrozen }) => (isFrozen === 1 ? '已冻结' : '正常')],
      ['空间编号', 40, ({ tenantId }) => tenantId],
    ],
    async (deps, operator, { cursor }) => {
      const { spaceArray: rows, nextCursor } = await listFlaggedSpaces(deps, operator, cursor ? { cursor } : {})
      return { rows, nextCursor }
    },
  ),
  freezings: sheet<ContractFreezing>(
    [
      ['空间', 36, ({ spaceName }) => spaceName],
      ['范围', 60, ({ what }) => what],
      ['份数', 10, ({ contractNumber }) => String(contractNumber)],
      ['原因', 50, ({ reason }) => reason],
      ['运营人员', 20, ({ operatorName }) => operatorName],
      ['冻结时间', 20, ({ freezeTime }) => moment(freezeTime)],
      ['解除时间', 20, ({ thawed }) => moment(thawed?.time ?? null)],
      ['解除人', 20, ({ thawed }) => thawed?.operatorName ?? ''],
      ['解除原因', 50, ({ thawed }) => thawed?.reason ?? ''],
    ],
    async (deps, operator, { cursor }) => {
      const { freezingArray: rows, nextCursor } = await listContractFreezings(deps, operator, cursor ? { cursor } : {})
      return { rows, nextCursor }
    },
  ),
})
