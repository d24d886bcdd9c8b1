import type { BatchSignRow, batchSigning } from '@moqi/api/batch-signing'
import type { Input, Output } from '@moqi/api/call'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import type { SealInfo } from '@moqi/api/shapes'
import { batchNeed } from '@moqi/domain/contract/batch-sign'
import { takesSeal } from '@moqi/domain/contract/controls'
import { Refusal } from '@moqi/domain/refusal'
import { areaOfRow, wireArea } from '#src/cores/contract/contract-files.ts'
import { initiatorName } from '#src/cores/contract/contract-rows.ts'
import { type Entry, findEntry, requireEntry } from '#src/cores/contract/entry.ts'
import { missingOf } from '#src/cores/contract/paper-demands.ts'
import { type SpaceSeal, spaceSeals, type UsableSeal, usableSeals } from '#src/cores/seal/usable-seals.ts'
import { demandOn } from '#src/cores/signer/make-intent.ts'
import { checkSignable, readSignable, type Signable } from '#src/cores/signer/sign-check.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inLanes } from '#src/platform/in-lanes.ts'
import { pagesOf } from './finish-reading.ts'
import { signableText } from './sign-before-check.ts'
import { keptChoices } from './sign-process-position.ts'

type Call = typeof batchSigning.getBatchSignSealInfo
/** Answers the seals of the actor's space that the actor may use. */
type UserSeals = (deps: Deps, member: Member, input: object) => Promise<{ sealInfoArray: SealInfo[] }>
/** Contracts read side by side. */
const atOnce = 4

/** The seals of the actor's space, and those of them that the actor may use on some contract. */
type Own = { owned: SpaceSeal[]; shown: SealInfo[] }

/**
 * Whether each of several contracts may be signed by one proof of will as it is, and what it waits for, with the seals
 * and places of the actor's part in it (checklist C56). Whatever is not the actor's answers as though there were none.
 */
export async function checkSeveral(
  deps: Deps,
  member: Member,
  { signIds }: Input<Call>,
  userSeals: UserSeals,
): Promise<Output<Call>> {
  const unique = [...new Set(signIds)]
  const owned = await deps.db.read(member.tenantId, (own) => spaceSeals(own, member))
  const { sealInfoArray: shown } = await userSeals(deps, member, {})
  const rows = await inLanes(unique, atOnce, (signId) => checkOne(deps, member, signId, { owned, shown }))
  return { batchSignArray: rows }
}

async function checkOne(deps: Deps, member: Member, signId: string, own: Own): Promise<BatchSignRow> {
  try {
    return await rowOf(deps, member, await requireEntry(deps, member, signId), own)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...(await elsewhere(deps, member, signId, error)), signBeforeCheckInfo: textOf(error) }
  }
}

const textOf = (refusal: Refusal) => signableText(refusal) ?? refusalAnswers[refusal.code].text(refusal.detail)

/** What is shown of a contract that cannot be signed here: what it is, if it is the actor's in another space. */
async function elsewhere(
  { db }: Pick<Deps, 'db'>,
  { accountId }: Member,
  signId: string,
  { detail }: Refusal,
): Promise<BatchSignRow> {
  const tenantId = typeof detail.tenantId === 'string' ? detail.tenantId : null
  const entry = tenantId && (await db.read(tenantId, (other) => findEntry(other, { tenantId, accountId }, signId)))
  const facts = entry ? await db.read(entry.homeTenantId, (home) => factsOf(home, entry)) : noFacts
  return {
    signId,
    ...facts,
    companyId: null,
    signBeforeCheck: 0,
    signBeforeCheckInfo: '',
    batchNeed: 'turn',
    signerStatus: null,
    willAuthType: 'any',
    sealInfoArray: [],
    positionArray: [],
    keptArray: [],
  }
}

async function rowOf(deps: Deps, member: Member, entry: Entry, { owned, shown }: Own): Promise<BatchSignRow> {
  const [facts, signable] = await deps.db.read(entry.homeTenantId, (home) =>
    Promise.all([factsOf(home, entry), readSignable(home, entry)]),
  )
  const kept = await deps.db.read(member.tenantId, (own) => keptChoices(deps, own, entry))
  const { party, areas } = signable
  const seals = usableSeals(owned, signable.contract, deps.now())
  const fitting = shownOn(seals, shown).filter((seal) => isTaken(signable, seal))
  const { need, text } = batchNeed({
    check: checkText(deps, member, signable, seals),
    unread: party?.forced_reading === true && party.reading_done_at === null,
    missingPapers: missingOf(signable.papers),
    places: areas.map((area) => areaOfRow(area)),
    kept: kept.map(({ positionId, value, handwriteBase64 }) => ({
      areaId: positionId,
      value,
      written: handwriteBase64 !== undefined,
    })),
    seals: kindsOf(fitting, 'direct'),
    sealsToAsk: kindsOf(fitting, 'needApproval'),
  })
  return {
    signId: entry.signId,
    ...facts,
    companyId: member.space.companyId,
    signBeforeCheck: need === 'nothing' ? 1 : 0,
    signBeforeCheckInfo: text,
    batchNeed: need,
    signerStatus: party?.state ?? null,
    willAuthType: demandOn(signable, member.space, null).kind,
    sealInfoArray: fitting,
    positionArray: areas.map((area) => wireArea(area)),
    keptArray: kept.map(({ positionId, sealId, handwriteBase64 }) => ({
      positionId,
      ...(sealId !== undefined && { sealId }),
      written: handwriteBase64 === undefined ? 0 : 1,
    })),
  }
}

/** Those that may be used on this contract, each as it may. */
const shownOn = (seals: readonly UsableSeal[], shown: readonly SealInfo[]): SealInfo[] =>
  shown.flatMap((seal) => {
    const { permission = 'none' } = seals.find(({ seal_id }) => seal_id === seal.sealId) ?? {}
    return permission === 'none' ? [] : [{ ...seal, sealPermission: permission }]
  })

const kindsOf = (seals: readonly SealInfo[], permission: SealInfo['sealPermission']) =>
  seals.flatMap(({ sealType, sealPermission }) => (sealPermission === permission ? [sealType] : []))

/** Whether the party's places take a seal: a company's its own, a person's no handwriting where a seal is asked for. */
function isTaken({ areas, party }: Signable, { sealType }: SealInfo): boolean {
  if (sealType === 'handwrite' && party?.kind === 'person' && party.sign_kind === 'seal') return false
  return areas.some(({ control }) => takesSeal(control, sealType))
}

function checkText(deps: Deps, member: Member, signable: Signable, seals: UsableSeal[]): string | null {
  try {
    checkSignable(deps, member, signable, seals)
    return null
  } catch (error) {
    const text = error instanceof Refusal ? signableText(error) : null
    if (text === null) throw error
    return text
  }
}

/** What a contract is, to who reads which one it is. */
type Facts = Pick<BatchSignRow, 'taskName' | 'taskNo' | 'initiatorName' | 'signExpireTime' | 'pageCount'>

const noFacts: Facts = { taskName: '', taskNo: '', initiatorName: '', signExpireTime: null, pageCount: 0 }

async function factsOf(home: Db, { homeTenantId, contractId }: Entry): Promise<Facts> {
  const [row, pageCount] = await Promise.all([
    home
      .selectFrom('contract')
      .where('tenant_id', '=', homeTenantId)
      .where('contract_id', '=', contractId)
      .select(['subject', 'contract_no', 'initiator_name', 'initiator_company', 'sign_expire_at'])
      .executeTakeFirst(),
    pagesOf(home, { tenant_id: homeTenantId, contract_id: contractId }),
  ])
  if (!row) throw new Refusal('contract/not-found')
  return {
    taskName: row.subject,
    taskNo: row.contract_no,
    initiatorName: initiatorName(row),
    signExpireTime: row.sign_expire_at,
    pageCount,
  }
}
