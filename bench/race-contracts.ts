import { setTimeout as pause } from 'node:timers/promises'
import { CallFailure, type Client } from '../scripts/demo/api-client.ts'
import { type Actor, demoPin, initiator as owner } from '../scripts/demo/cast.ts'
import { nextCode, readOutbox } from '../scripts/demo/outbox.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { makePeople, type Person, proveWill } from './people-by-code.ts'
import { ownEntry, sendShared, type SharedContract } from './shared-contract.ts'

/** A member of the initiator's company who may not use its seal alone. */
const applicant: Actor = { phone: '13800000003', name: '张伟', company: owner.company }

/** One party at the start of a race: asks once for its signature, with a key of its own; false when refused. */
export type Runner = { person: Person; sign: () => Promise<boolean> }

/** A contract before a race: every party's person is ready, and its company's seal has been applied for. */
export type RaceContract = SharedContract & {
  ordered: boolean
  approveId: string
  runners: Runner[]
  /** Each answers whether the server took it. */
  approve: () => Promise<boolean>
  withdraw: () => Promise<boolean>
  recall: () => Promise<boolean>
}

/** What the server said in one race that it had done. */
export type Acknowledged = { signers: Set<Runner>; recalled: boolean; withdrawn: boolean }

/** Contracts to race on, with what is needed to read them. */
export type Races = {
  initiator: Client
  contracts: RaceContract[]
  /** Proves everybody's will again before the proofs of the contracts from `first` on run out. */
  keepProofs: (first: number) => Promise<void>
  /** Resolves when a contract is finished, recalled, or has stood still for two seconds. */
  settled: (contract: RaceContract, limitMs: number) => Promise<void>
}

/** A proof holds for five minutes (checklist C17). */
const renewAfterMs = 150_000
const stillMs = 2000

/** Makes `parties - 1` people and `times` contracts, at most 50, of every second of which the order is kept. */
export async function openRaces(
  baseUrl: string,
  { times, parties }: { times: number; parties: number },
): Promise<Races> {
  const initiator = await signIn(baseUrl, owner)
  const [people, applying] = await Promise.all([makePeople(baseUrl, parties - 1), openApplicant(baseUrl, initiator)])
  const sent: (Awaited<ReturnType<typeof sendShared>> & { ordered: boolean; own: string })[] = []
  for (let made = 0; made < times; made++) {
    const ordered = made % 2 === 1
    const contract = await sendShared(initiator, people, { ordered, company: applicant })
    sent.push({ ...contract, ordered, own: await ownEntry(applying.client, contract.taskId) })
  }
  const approveIds = await applying.apply(sent)
  const proofs = new Map<Person | 'approver', string>()
  let provedAt = 0
  const contracts = sent.map((contract, index): RaceContract => {
    const approveId = approveIds[index] ?? ''
    return {
      ...contract,
      approveId,
      runners: contract.asks.map(({ person, signId, positionId }) => ({
        person,
        sign: () =>
          taken(() =>
            person.client.call('sign', {
              signId,
              authToken: proofs.get(person) ?? '',
              positionArray: [{ positionId, sealId: person.sealId }],
            }),
          ),
      })),
      approve: () => taken(() => initiator.call('approve', { approveId, authToken: proofs.get('approver') ?? '' })),
      withdraw: () => taken(() => applying.client.call('recallApprove', { approveId })),
      recall: () =>
        taken(() => initiator.call('recallTask', { signId: contract.signId, reason: '标的有变，重新签订' })),
    }
  })
  return {
    initiator,
    contracts,
    async keepProofs(first) {
      if (Date.now() < provedAt + renewAfterMs) return
      const open = contracts.slice(first)
      const ofPeople = people.map(async (person) => {
        const signIds = open.flatMap(({ asks }) => asks.filter((ask) => ask.person === person).map((ask) => ask.signId))
        proofs.set(person, await proveWill(baseUrl, person, signIds))
      })
      const ofApprover = proveAgreement(
        baseUrl,
        initiator,
        open.map(({ approveId }) => approveId),
      )
      await Promise.all(ofPeople)
      proofs.set('approver', await ofApprover)
      provedAt = Date.now()
    },
    async settled({ signId }, limitMs) {
      let [seen, since] = ['', Date.now()]
      for (const until = Date.now() + limitMs; Date.now() < until; await pause(100)) {
        const { status, signerArray } = await initiator.call('getSignDetailInfo', { signId })
        if (status === 'finish' || status === 'recall') return
        const now = `${status} ${signerArray.map(({ signerStatus }) => signerStatus).join()}`
        if (now !== seen) [seen, since] = [now, Date.now()]
        if (Date.now() - since > stillMs) return
      }
      throw new Error('a contract neither finishes nor stands still')
    },
  }
}

/** Leaves no seal to the applicant, and makes the owner the one who agrees. */
async function openApplicant(baseUrl: string, administrator: Client) {
  const client = await signIn(baseUrl, applicant)
  const { grantArray } = await administrator.call('listSealGrant', { grantState: 'effective' })
  for (const { grantId } of grantArray) await administrator.call('revokeSealGrant', { grantId, reason: '改为逐份审批' })
  const { approverArray } = await administrator.call('listApprover', {})
  const memberId = approverArray.find(({ nickName }) => nickName === owner.name)?.memberId ?? ''
  const { flowId } = await administrator.call('saveFlow', {
    // The same company may be opened for more than one series.
    flowName: `用印审批${Date.now()}`,
    nodeArray: [{ nodeMode: 'order', memberIdArray: [memberId] }],
  })
  const { sealInfoArray } = await client.call('userSeals', {})
  const sealId = sealInfoArray.find(({ sealPermission }) => sealPermission === 'needApproval')?.sealId
  if (sealId === undefined) throw new Error('no seal can be applied for')
  return {
    client,
    /** Applies for the seal on each with one proof; answers the applications. */
    async apply(contracts: readonly { own: string; companyPositionId: string }[]): Promise<string[]> {
      const signIds = contracts.map(({ own }) => own)
      const authToken = await codeProof(baseUrl, applicant.phone, client, { signIds })
      const made: string[] = []
      for (const { own: signId, companyPositionId: positionId } of contracts) {
        const asked = { signId, authToken, flowId, reason: '年度采购', positionArray: [{ positionId, sealId }] }
        made.push((await client.call('signWithProcess', asked)).approveId)
      }
      return made
    },
  }
}

const proveAgreement = (baseUrl: string, client: Client, approveIds: string[]) =>
  codeProof(baseUrl, owner.phone, client, { approveIds })

async function codeProof(
  baseUrl: string,
  phone: string,
  client: Client,
  willed: { signIds: string[] } | { approveIds: string[] },
): Promise<string> {
  const before = await readOutbox(baseUrl, phone)
  await client.call('getSmsVerificationCode', { scene: 'sign', ...willed })
  const smsCode = await nextCode(baseUrl, phone, before)
  const { authToken } = await client.call('getAuthTokenBySmsVerificationCode', { ...willed, smsCode })
  // Companies ask for two ways.
  await client.call('getAuthTokenByPin', { ...willed, authToken, pin: demoPin })
  return authToken
}

/** Whether the server took it: a refusal is an answer here, anything else a failure. */
async function taken(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (error instanceof CallFailure && typeof error.code === 'number' && error.code < 500) return false
    throw error
  }
}
