import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason, time } from './shapes.ts'

/** What the console adds to a company's list of contracts: whose each is, and who opened it and why. */
export const contractViewing = callsUnder('/api/common/v1/contractViewing')({
  getHandlers: {
    summary: '企业合同的经办人、所在部门与管理员查看次数',
    right: 'seeAllContracts',
    /** Of several handlers one in `departmentId` is named, if any is. */
    input: z.object({ taskIdArray: z.array(id).min(1).max(50), departmentId: id.optional() }),
    output: z.object({
      handlerArray: z.array(
        z.object({
          taskId: id,
          /** Empty where nobody of the company has it any more. */
          handlerName: z.string(),
          departmentName: z.string(),
          viewingNumber: z.int().nonnegative(),
          /** The viewer has a part in it: opening it needs no reason. */
          own: flag,
        }),
      ),
    }),
    refuses: ['contract/not-found'],
  },
  listHandlerDepartment: {
    summary: '可按部门筛选企业合同的部门',
    right: 'seeAllContracts',
    output: z.object({ departmentArray: z.array(z.object({ departmentId: id, departmentName: z.string() })) }),
  },
  openCompanyContract: {
    summary: '说明原因后打开同事的合同：留下记录，并告知经办人',
    right: 'seeAllContracts',
    mutates: true,
    input: z.object({ signId: id, reason }),
    refuses: ['contract/not-found', 'contract/other-space', 'field/invalid'],
  },
  listContractViewings: {
    summary: '本企业谁查看过该合同、何时、为什么（最近的在前）',
    input: z.object({ signId: id }),
    output: z.object({ viewingArray: z.array(z.object({ time, who: z.string(), reason: z.string() })) }),
    refuses: ['contract/not-found', 'contract/other-space'],
  },
})
