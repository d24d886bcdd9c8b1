import { dayMs } from '@moqi/domain/time/civil-date'
import type { operation } from '@moqi/api/operation'
import { bySignId, contract, justReads, logsTaking, reads, type CallRows } from '../call-row.ts'
import { alone, since, fewer, logged, ledger, contracts, inBin, recalled } from '../repeat-effects.ts'
import { companySigner, personSigner, prepared, sent, signNow } from '../contract-scene.ts'
import { jing, yunqi } from '../demo-cast.ts'

const phone = '13800000099'
const place = {
  positionId: 'p',
  fileId: '00000000-0000-4000-8000-000000000000',
  page: 1,
  x: 120,
  y: 200,
  width: 20,
  height: 20,
  positionType: 'personSign',
  signerNo: 1,
} as const

/** Of the calls in `packages/api/src/operation.ts`. */
export const operationRows: CallRows<typeof operation> = {
  urgeTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, alone)
      await stage.pass(30 * 60_000)
      return { who: stage.launcher, input: { signId }, count: logged(stage, taskId, 'urge') }
    },
    sendsNothing: true,
  },
  delayTask: {
    inputs: ({ signId }) => [{ signId, signExpireTime: 1 }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, alone)
      return {
        who: stage.launcher,
        input: { signId, signExpireTime: stage.server.deps.now() + 20 * dayMs },
        count: logged(stage, taskId, 'extend'),
      }
    },
    sendsNothing: true,
  },
  listColleagues: { ...bySignId, again: reads },
  transferTask: {
    inputs: ({ signId }) => [{ signId, phone, reason: '休假' }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, [companySigner(1, yunqi, jing)])
      return {
        who: stage.launcher,
        input: { signId, phone: '13800000003', reason: '休假' },
        count: logged(stage, taskId, 'transfer'),
      }
    },
    sendsNothing: true,
  },
  correctPhone: {
    inputs: ({ signId }) => [{ signId, signerNo: 1, phone }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, [personSigner(1, '赵一一', '13900000801')])
      return {
        who: stage.launcher,
        input: { signId, signerNo: 1, phone: '13900000802' },
        count: logged(stage, taskId, 'correctPhone'),
      }
    },
    sendsNothing: true,
  },
  replaceParty: {
    inputs: ({ signId }) => [{ signId, signerNo: 1, name: '赵一一', phone }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, [personSigner(1, '赵一一', '13900000811')])
      return {
        who: stage.launcher,
        input: { signId, signerNo: 1, name: '钱二二', phone: '13900000812' },
        count: logged(stage, taskId, 'replaceParty'),
      }
    },
    sendsNothing: true,
  },
  listPlaces: { ...bySignId, again: reads },
  addParty: {
    inputs: ({ signId }) => [{ signId, name: '赵一一', phone, positionArray: [place] }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, [personSigner(1, '赵一一', '13900000821')])
      const { data } = await stage.server.call('getSignDetailInfo', { signId }, stage.launcher)
      const fileId = data.fileArray[0]?.fileId ?? ''
      return {
        who: stage.launcher,
        input: { signId, name: '钱二二', phone: '13900000822', positionArray: [{ ...place, fileId }] },
        count: logged(stage, taskId, 'addParty'),
      }
    },
    sendsNothing: true,
  },
  removeParty: {
    inputs: ({ signId }) => [{ signId, signerNo: 1 }],
    refused: contract,
    again: async (stage) => {
      const parties = [personSigner(1, '赵一一', '13900000831'), personSigner(2, '钱二二', '13900000832')]
      const { signId, taskId } = await sent(stage.server, stage.launcher, parties)
      return {
        who: stage.launcher,
        input: { signId, signerNo: 2 },
        count: logged(stage, taskId, 'removeParty'),
      }
    },
    sendsNothing: true,
  },
  relaunchTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId } = await recalled(stage)
      return { who: stage.launcher, input: { signId }, count: await since(contracts(stage)) }
    },
  },
  hideTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId } = await recalled(stage)
      return { who: stage.launcher, input: { signId }, count: await since(inBin(stage)) }
    },
    sendsNothing: true,
  },
  restoreTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId } = await recalled(stage)
      await stage.server.call('hideTask', { signId }, stage.launcher)
      return { who: stage.launcher, input: { signId }, count: await fewer(inBin(stage)) }
    },
    sendsNothing: true,
  },
  removeTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId, taskId } = await prepared(stage.server, stage.launcher, alone)
      await stage.server.call('deleteTask', { signId }, stage.launcher)
      return { who: stage.launcher, input: { signId }, count: logged(stage, taskId, 'remove') }
    },
    sendsNothing: true,
  },
  // Of several rows each is refused by itself, in the answer.
  sendTasks: {
    inputs: ({ signId }) => [{ signIds: [signId] }],
    again: async (stage) => {
      const { signId } = await prepared(stage.server, stage.launcher, alone)
      return { who: stage.launcher, input: { signIds: [signId] }, count: await since(ledger(stage, 'send')) }
    },
  },
  recallTasks: {
    inputs: ({ signId }) => [{ signIds: [signId] }],
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, alone)
      return { who: stage.launcher, input: { signIds: [signId] }, count: logged(stage, taskId, 'recall') }
    },
    sendsNothing: true,
  },
  urgeTasks: {
    inputs: ({ signId }) => [{ signIds: [signId] }],
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, alone)
      await stage.pass(30 * 60_000)
      return { who: stage.launcher, input: { signIds: [signId] }, count: logged(stage, taskId, 'urge') }
    },
    sendsNothing: true,
  },
  downloadFinishedTasks: { inputs: ({ signId }) => [{ signIds: [signId] }], refused: contract, again: logsTaking },
  downloadFinishedTasksAfter: {
    inputs: ({ signId }) => [{ signIds: [signId] }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, alone)
      await signNow(stage.server, stage.wang, taskId)
      const downloads = async () =>
        (
          await stage.server.deps.db.read(stage.launcher.tenantId, (db) =>
            db.selectFrom('download').select('download_id').execute(),
          )
        ).length
      return { who: stage.launcher, input: { signIds: [signId] }, count: await since(downloads) }
    },
  },
  downloadArchive: { inputs: ({ taskId }) => [{ downloadId: taskId }], again: logsTaking },
  exportTaskExcel: justReads,
}
