import type { task } from '@moqi/api/task'
import { bySignId, contract, justReads, logsTaking, reads, seen, type CallRows } from '../call-row.ts'
import { alone, since, logged, ledger, inBin } from '../repeat-effects.ts'
import { askedOwner, contractFor, proof, sealedPlaces } from '../approval-scene.ts'
import { choices, ownSignId, prepared, proveWill, sent } from '../contract-scene.ts'

/** Of the calls in `packages/api/src/task.ts`. */
export const taskRows: CallRows<typeof task> = {
  recentTasks: justReads,
  listTasks: justReads,
  getStatusTotal: justReads,
  deleteTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId } = await prepared(stage.server, stage.launcher, alone)
      return { who: stage.launcher, input: { signId }, count: await since(inBin(stage)) }
    },
    sendsNothing: true,
  },
  rejectTask: {
    inputs: ({ signId }) => [{ signId, reason: '金额有误' }],
    refused: contract,
    again: async (stage) => {
      const { taskId } = await sent(stage.server, stage.launcher, alone)
      const signId = await ownSignId(stage.server, stage.wang, taskId)
      return { who: stage.wang, input: { signId, reason: '金额有误' }, count: logged(stage, taskId, 'reject') }
    },
    sendsNothing: true,
  },
  recallTask: {
    inputs: ({ signId }) => [{ signId, reason: '金额有误' }],
    refused: contract,
    again: async (stage) => {
      const { signId } = await sent(stage.server, stage.launcher, alone)
      return { who: stage.launcher, input: { signId }, count: await since(ledger(stage, 'recallRefund')) }
    },
    sendsNothing: true,
  },
  signBeforeCheck: { ...bySignId, again: reads },
  getSignDetailInfo: { ...bySignId, again: seen },
  finishReading: { ...bySignId, again: 'is written once for each party', sendsNothing: true },
  signProcessPosition: {
    inputs: ({ signId, sealId }) => [{ signId, positionArray: [{ positionId: 's1', sealId }] }],
    refused: contract,
    again: 'keeps the same choices in the same place',
    sendsNothing: true,
  },
  sign: {
    inputs: ({ signId, sealId }) => [{ signId, authToken: 'x', positionArray: [{ positionId: 's1', sealId }] }],
    refused: contract,
    again: async (stage) => {
      const { taskId } = await sent(stage.server, stage.launcher, alone)
      const signId = await ownSignId(stage.server, stage.wang, taskId)
      const authToken = await proveWill(stage.server, stage.wang, signId)
      const areas = await choices(stage.server, stage.wang, signId)
      return {
        who: stage.wang,
        input: { signId, authToken, positionArray: areas },
        count: logged(stage, taskId, 'sign'),
      }
    },
    sendsNothing: true,
  },
  signWithProcess: {
    inputs: ({ signId, sealId, flowId }) => [
      { signId, authToken: 'x', flowId, reason: '年度采购', positionArray: [{ positionId: 's1', sealId }] },
    ],
    refused: contract,
    again: async (stage) => {
      const { applicant, flowId, sealId } = await askedOwner(stage.server, stage.launcher)
      const { signId, taskId } = await contractFor(stage.server, stage.launcher, applicant)
      const authToken = await proof(stage.server, applicant, { signIds: [signId] })
      const positionArray = await sealedPlaces(stage.server, applicant, signId, sealId)
      const input = { signId, authToken, flowId, reason: '年度采购', positionArray }
      return { who: applicant, input, count: logged(stage, taskId, 'submitApproval') }
    },
    sendsNothing: true,
  },
  checkSealPermission: { ...bySignId, again: reads },
  getResultFileType: { inputs: ({ taskId }) => [{ taskId }], refused: contract, again: reads },
  downloadFinishedPdf: { ...bySignId, again: logsTaking },
  contractPosition: {
    inputs: ({ taskId, companyId }) => [{ contractId: taskId, signingBody: 'company', companyId }],
    refused: contract,
    again: reads,
  },
}
