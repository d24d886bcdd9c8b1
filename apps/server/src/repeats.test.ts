import { table, type Table } from '@moqi/api/table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  choices,
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  proveWill,
  sent,
  signNow,
} from './testing/contract-scene.ts'
import { authScenes } from './testing/auth-repeat-scenes.ts'
import { jing, yunqi } from './testing/demo-cast.ts'
import { keylessCalls, type Mutating } from './testing/keyless-calls.ts'
import { lostAnswerScenes } from './testing/lost-answer-scenes.ts'
import { repeatReasons } from './testing/repeat-reasons.ts'
import type { Repeated, RepeatScene } from './testing/repeat-scene.ts'
import { savedTemplate } from './testing/template-scene.ts'
import { testServer, type TestServer } from './testing/test-server.ts'

/** How a call's scene is set; a string says why ten at once prove nothing more of it. */
type Scene<K extends keyof Table> = string | RepeatScene<K>

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
const day = 86_400_000
const alone = [personSigner(1, '王小明', '13800000001')]

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const logged = (contractId: string, verb: string) => async (): Promise<number> =>
  (
    await server.deps.db.read(launcher.tenantId, (db) =>
      db
        .selectFrom('contract_log')
        .where('tenant_id', '=', launcher.tenantId)
        .where('contract_id', '=', contractId)
        .where('verb', '=', verb)
        .select('log_no')
        .execute(),
    )
  ).length

const ledger = async (kind: string): Promise<number> =>
  (
    await server.deps.db.read(launcher.tenantId, (db) =>
      db.selectFrom('quota_entry').where('kind', '=', kind).select('quota_entry_id').execute(),
    )
  ).length

const since = async (count: () => Promise<number>) => {
  const before = await count()
  return async () => (await count()) - before
}

/** As `since`, for what grows fewer. */
const fewer = async (count: () => Promise<number>) => {
  const before = await count()
  return async () => before - (await count())
}

const contracts = async () =>
  (
    await server.deps.db.read(launcher.tenantId, (db) =>
      db.selectFrom('contract').where('tenant_id', '=', launcher.tenantId).select('contract_id').execute(),
    )
  ).length

const inBin = async () => (await server.call('getStatusTotal', {}, launcher)).data.bin ?? 0

async function recalled() {
  const made = await sent(server, launcher, alone)
  await server.call('recallTask', { signId: made.signId }, launcher)
  return made
}

const departments = async () => (await server.call('listDepartment', {}, launcher)).data.departmentArray.length
const roles = async () => (await server.call('listRole', {}, launcher)).data.roleArray.length
const persons = async () => (await server.call('listContacts', { contactType: 'person' }, launcher)).data.personTotal
const invitations = async () => (await server.call('listInviteUser', {}, launcher)).data.total
const invited = async (phone: string) => {
  await server.call('inviteUser', { inviteArray: [{ memberName: '周一一', phone }] }, launcher)
  return (await server.call('listInviteUser', {}, launcher)).data.inviteArray[0]?.invitationId ?? ''
}
const contactOf = async (phone: string) =>
  (await server.call('saveContact', { contactType: 'person', name: '周二二', phone }, launcher)).data.contactId

const scenes: { [K in Mutating]: Scene<K> } = {
  ...repeatReasons,
  makeFromTemplate: async () => {
    const { templateId } = await savedTemplate(server, launcher)
    return { who: launcher, input: { templateId, values: { 'fill.pay': '8,000' } }, count: await since(contracts) }
  },
  saveDraft: async () => ({
    who: launcher,
    input: { taskName: '一份草稿', fileIdArray: [], signerArray: alone },
    count: await since(contracts),
  }),
  saveLocation: async () => {
    const { signId } = await prepared(server, launcher, alone)
    const { data } = await server.call('getDraftInfo', { signId }, launcher)
    const version = async () => (await server.call('getDraftInfo', { signId }, launcher)).data.version - data.version
    return {
      who: launcher,
      input: { signId, version: data.version, positionArray: data.positionArray },
      count: version,
    }
  },
  sendTask: async () => {
    const { signId } = await prepared(server, launcher, alone)
    return { who: launcher, input: { signId }, count: await since(() => ledger('send')) }
  },
  sendTasks: async () => {
    const { signId } = await prepared(server, launcher, alone)
    return { who: launcher, input: { signIds: [signId] }, count: await since(() => ledger('send')) }
  },
  deleteTask: async () => {
    const { signId } = await prepared(server, launcher, alone)
    return { who: launcher, input: { signId }, count: await since(inBin) }
  },
  rejectTask: async () => {
    const { taskId } = await sent(server, launcher, alone)
    const signId = await ownSignId(server, wang, taskId)
    return { who: wang, input: { signId, reason: '金额有误' }, count: logged(taskId, 'reject') }
  },
  disputeSignature: async () => {
    const { taskId } = await sent(server, launcher, alone)
    await signNow(server, wang, taskId)
    const { data } = await server.call('listOwnSignatures', {}, wang)
    const recordId = data.recordArray.find((record) => record.taskId === taskId)?.recordId ?? ''
    return { who: wang, input: { tenantId: wang.tenantId, recordId }, count: logged(taskId, 'dispute') }
  },
  recallTask: async () => {
    const { signId } = await sent(server, launcher, alone)
    return { who: launcher, input: { signId }, count: await since(() => ledger('recallRefund')) }
  },
  sign: async () => {
    const { taskId } = await sent(server, launcher, alone)
    const signId = await ownSignId(server, wang, taskId)
    const authToken = await proveWill(server, wang, signId)
    const positionArray = await choices(server, wang, signId)
    return { who: wang, input: { signId, authToken, positionArray }, count: logged(taskId, 'sign') }
  },
  urgeTask: async () => {
    const { signId, taskId } = await sent(server, launcher, alone)
    clock += 30 * 60_000 - 1
    launcher = await player(server, jing.phone, 'company')
    wang = await player(server, wang.phone, 'person')
    clock += 1
    return { who: launcher, input: { signId }, count: logged(taskId, 'urge') }
  },
  delayTask: async () => {
    const { signId, taskId } = await sent(server, launcher, alone)
    return { who: launcher, input: { signId, signExpireTime: clock + 20 * day }, count: logged(taskId, 'extend') }
  },
  transferTask: async () => {
    const { signId, taskId } = await sent(server, launcher, [companySigner(1, yunqi, jing)])
    return { who: launcher, input: { signId, phone: '13800000003', reason: '休假' }, count: logged(taskId, 'transfer') }
  },
  correctPhone: async () => {
    const { signId, taskId } = await sent(server, launcher, [personSigner(1, '赵一一', '13900000801')])
    return {
      who: launcher,
      input: { signId, signerNo: 1, phone: '13900000802' },
      count: logged(taskId, 'correctPhone'),
    }
  },
  relaunchTask: async () => {
    const { signId } = await recalled()
    return { who: launcher, input: { signId }, count: await since(contracts) }
  },
  hideTask: async () => {
    const { signId } = await recalled()
    return { who: launcher, input: { signId }, count: await since(inBin) }
  },
  restoreTask: async () => {
    const { signId } = await recalled()
    await server.call('hideTask', { signId }, launcher)
    return { who: launcher, input: { signId }, count: await fewer(inBin) }
  },
  removeTask: async () => {
    const { signId, taskId } = await prepared(server, launcher, alone)
    await server.call('deleteTask', { signId }, launcher)
    return { who: launcher, input: { signId }, count: logged(taskId, 'remove') }
  },
  downloadFinishedTasksAfter: async () => {
    const { signId, taskId } = await sent(server, launcher, alone)
    await signNow(server, wang, taskId)
    const downloads = async () =>
      (await server.deps.db.read(launcher.tenantId, (db) => db.selectFrom('download').select('download_id').execute()))
        .length
    return { who: launcher, input: { signIds: [signId] }, count: await since(downloads) }
  },
  setDefaultTenant: async () => {
    const chosen = async () => {
      const { db } = server.deps
      const accounts = await db.directory((directory) =>
        directory
          .selectFrom('account')
          .where('phone', '=', launcher.phone)
          .where('default_tenant_id', '=', launcher.tenantId)
          .select('account_id')
          .execute(),
      )
      return accounts.length
    }
    return { who: launcher, input: { tenantId: launcher.tenantId }, count: chosen }
  },
  changePassword: async () => {
    const zhang = await player(server, '13800000003', 'company')
    const { db } = server.deps
    const before = async () =>
      (await db.directory((directory) => directory.selectFrom('password_history').select('history_id').execute()))
        .length
    const input = { oldPassword: 'Moqi@2026', password: 'Ganz-anders1' }
    return { who: zhang, input, count: await since(before) }
  },
  ...authScenes(() => server),
  ...lostAnswerScenes(
    () => server,
    () => launcher,
  ),
  inviteUser: async () => ({
    who: launcher,
    input: { inviteArray: [{ memberName: '周一一', phone: '13900000821' }] },
    count: await since(invitations),
  }),
  cancelInvite: async () => {
    const invitationId = await invited('13900000822')
    return { who: launcher, input: { invitationId }, count: await fewer(invitations) }
  },
  saveDepartment: async () => ({
    who: launcher,
    input: { departmentName: '法务部' },
    count: await since(departments),
  }),
  deleteDepartment: async () => {
    const { data } = await server.call('saveDepartment', { departmentName: '行政部' }, launcher)
    const { departmentId } = data
    return { who: launcher, input: { departmentId }, count: await fewer(departments) }
  },
  saveRole: async () => ({
    who: launcher,
    input: { roleName: '法务', rightArray: [] },
    count: await since(roles),
  }),
  deleteRole: async () => {
    const { data } = await server.call('saveRole', { roleName: '行政', rightArray: [] }, launcher)
    return { who: launcher, input: { roleId: data.roleId }, count: await fewer(roles) }
  },
  saveContact: async () => ({
    who: launcher,
    input: { contactType: 'person', name: '周三三', phone: '13900000823' },
    count: await since(persons),
  }),
  deleteContacts: async () => {
    const contactIdArray = [await contactOf('13900000824')]
    return { who: launcher, input: { contactIdArray }, count: await fewer(persons) }
  },
  addPersonSeal: async () => {
    const images = await server.call('makePersonSealImg', {}, wang)
    const seals = async () => (await server.call('listSeals', { pageSize: 50 }, wang)).data.sealInfoArray.length
    const sealStyle = images.data.sealImgArray[0]?.sealStyle ?? ''
    return { who: wang, input: { sealName: '第二枚印章', sealStyle }, count: await since(seals) }
  },
}

const names = (Object.keys(table) as (keyof Table)[]).filter((name): name is Mutating => table[name].mutates)

test('every call that changes something has its scene, and every scene its call', () => {
  expect(Object.keys(scenes).toSorted()).toEqual(names.toSorted())
})

test('every other call reads, or is named with why it needs no key (C0.7)', () => {
  const others = (Object.keys(table) as (keyof Table)[]).filter((name) => !table[name].mutates)
  expect(Object.keys(keylessCalls).toSorted()).toEqual(others.toSorted())
})

async function askTen<K extends Mutating>(name: K, scene: () => Promise<Repeated<K>>) {
  const { who, input, file, count } = await scene()
  const ask = { ...who, key: `ten-${name}` }
  const once = () => (file ? server.send('uploadFile', file, {}, ask) : server.call(name, input, ask))
  const answers = await Promise.all(Array.from({ length: 10 }, once))
  return { answers: answers.map((answer) => JSON.stringify(answer)), code: answers[0]?.code, effects: await count() }
}

describe.each(names)('%s', (name) => {
  const scene = scenes[name]
  test.runIf(typeof scene === 'function')('ten times at once with one key: one effect, one answer', async () => {
    if (typeof scene === 'string') return
    const { answers, code, effects } = await askTen(name, scene as () => Promise<Repeated<typeof name>>)
    expect([code, new Set(answers).size, effects]).toEqual([table[name].success, 1, 1])
  })
})
