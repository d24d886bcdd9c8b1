import { setTimeout as pause } from 'node:timers/promises'
import type { Input } from '@moqi/api/call'
import type { SealInfo } from '@moqi/api/shapes'
import type { Table } from '@moqi/api/table'
import { CallFailure, type Client } from './api-client.ts'
import { type Actor, demoPin } from './cast.ts'
import { nextCode, readOutbox } from './outbox.ts'

/** The signer's own entry of a contract, once it is the signer's turn. */
export async function findOwnEntry(client: Client, taskId: string): Promise<string> {
  // The party's list is told by a job, a moment after the signature before.
  for (const until = Date.now() + 15_000; Date.now() < until; await pause(100)) {
    const { taskInfoArray } = await client.call('listTasks', { status: 'iSign', pageSize: 50 })
    const own = taskInfoArray.find((row) => row.taskId === taskId)
    if (own) return own.signId
  }
  throw new Error('15秒内没有等到待我签署的合同')
}

/** Reads the code from the outbox and turns it into the proof of will that signing needs; the PIN is the second way. */
export async function proveWill(baseUrl: string, client: Client, actor: Actor, signId: string): Promise<string> {
  const before = await readOutbox(baseUrl, actor.phone)
  await askCode(client, signId)
  const smsCode = await nextCode(baseUrl, actor.phone, before)
  const { authToken } = await client.call('getAuthTokenBySmsVerificationCode', { signIds: [signId], smsCode })
  const { willDemand } = await client.call('signBeforeCheck', { signId })
  if (willDemand?.willAuthType === 'double') {
    await client.call('getAuthTokenByPin', { signIds: [signId], authToken, pin: demoPin })
  }
  return authToken
}

/** A phone gets one code a minute: when the last was just sent, waits as long as the server says. */
async function askCode(client: Client, signId: string): Promise<void> {
  const ask = () => client.call('getSmsVerificationCode', { scene: 'sign', signIds: [signId] })
  try {
    await ask()
  } catch (error) {
    const seconds = waitOf(error)
    if (seconds === null || seconds > 60) throw error
    console.log(`　同一手机号一分钟只能发一条验证码，等待${seconds}秒…`)
    await pause((seconds + 1) * 1000)
    await ask()
  }
}

function waitOf(error: unknown): number | null {
  if (!(error instanceof CallFailure) || error.code !== 429) return null
  const { data } = error
  const asked = typeof data === 'object' && data !== null && 'retryAfter' in data ? data.retryAfter : null
  return typeof asked === 'number' ? asked : null
}

/** Checks, chooses a seal for every area and signs; answers the row's status afterwards. */
export async function signContract(client: Client, signId: string, authToken: string): Promise<string> {
  const check = await client.call('signBeforeCheck', { signId })
  if (check.signBeforeCheck !== 1) throw new Error(check.signBeforeCheckInfo)
  const [detail, seals] = await Promise.all([
    client.call('getSignDetailInfo', { signId }),
    client.call('userSeals', {}),
  ])
  const positionArray = detail.positionArray.map(({ positionId, positionType }) =>
    filled(positionId, positionType, seals.sealInfoArray),
  )
  const { status } = await client.call('sign', { signId, authToken, positionArray })
  return status
}

type FilledPosition = Input<Table['sign']>['positionArray'][number]

/** Seal areas name a seal of their kind; dates are written by the server. */
function filled(positionId: string, positionType: string, seals: SealInfo[]): FilledPosition {
  if (positionType !== 'companySeal' && positionType !== 'personSign') return { positionId }
  const kinds = positionType === 'companySeal' ? ['company'] : ['person', 'handwrite']
  const usable = seals.filter(
    (seal) => kinds.includes(seal.sealType) && seal.sealStatus === 'enabled' && seal.sealPermission === 'direct',
  )
  const seal = usable.find(({ isDefault }) => isDefault === 1) ?? usable[0]
  if (!seal) throw new Error('没有可用的印章')
  return { positionId, sealId: seal.sealId }
}
