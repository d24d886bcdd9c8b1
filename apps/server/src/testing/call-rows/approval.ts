import type { approval } from '@moqi/api/approval'
import { askedFor, approver, proof } from '../approval-scene.ts'
import { justReads, reads, setsState, type CallRows, type Ids } from '../call-row.ts'
import { logged, since } from '../repeat-effects.ts'

const unknown = 'approval/not-found'
const byApproveId = { inputs: ({ approveId }: Ids) => [{ approveId }], refused: unknown } as const

/** Of the calls in `packages/api/src/approval.ts`. */
export const approvalRows: CallRows<typeof approval> = {
  approve: {
    inputs: ({ approveId }) => [{ approveId, authToken: 'x' }],
    refused: unknown,
    again: async (stage) => {
      const { approveId, taskId } = await askedFor(stage.server, stage.launcher)
      const authToken = await proof(stage.server, stage.launcher, { approveIds: [approveId] })
      return { who: stage.launcher, input: { approveId, authToken }, count: logged(stage, taskId, 'approve') }
    },
  },
  delegateApprove: {
    inputs: ({ approveId, memberId }) => [{ approveId, memberId }],
    refused: unknown,
    again: async ({ server, launcher }) => {
      const { approveId } = await askedFor(server, launcher)
      const to = await approver(server, launcher, '卷帘', '13913050001')
      return {
        who: launcher,
        input: { approveId, memberId: to.memberId },
        count: async () => (await server.call('listApprove', {}, to)).data.approveArray.length,
      }
    },
  },
  urgeApprove: {
    ...byApproveId,
    again: async (stage) => {
      const { approveId, applicant } = await askedFor(stage.server, stage.launcher)
      await stage.pass(30 * 60_000)
      const urged = async () => {
        const { data } = await stage.server.call('getApproveInfo', { approveId }, applicant)
        return data.historyArray.filter(({ event }) => event === 'urge').length
      }
      return { who: applicant, input: { approveId }, count: urged }
    },
  },
  retryApprove: { ...byApproveId, again: setsState },
  listApprove: justReads,
  getApproveInfo: { ...byApproveId, again: reads },
  sendApprove: {
    inputs: ({ approveId, flowId }) => [{ approveId, flowId, reason: '已补充附件' }],
    refused: unknown,
    again: async (stage) => {
      const { approveId, flowId, taskId, applicant } = await askedFor(stage.server, stage.launcher)
      await stage.server.call('recallApprove', { approveId }, applicant)
      const input = { approveId, flowId, reason: '已补充附件' }
      return { who: applicant, input, count: await since(logged(stage, taskId, 'submitApproval')) }
    },
  },
  recallApprove: {
    ...byApproveId,
    again: async (stage) => {
      const { approveId, taskId, applicant } = await askedFor(stage.server, stage.launcher)
      return { who: applicant, input: { approveId }, count: logged(stage, taskId, 'recallApproval') }
    },
  },
  returnApprove: {
    inputs: ({ approveId }) => [{ approveId, reason: '金额有误' }],
    refused: unknown,
    again: async (stage) => {
      const { approveId, taskId } = await askedFor(stage.server, stage.launcher)
      return {
        who: stage.launcher,
        input: { approveId, reason: '金额有误' },
        count: logged(stage, taskId, 'refuse'),
      }
    },
  },
}
