import type { SignDetail, task } from '@moqi/api/task'
import { wireKind, wireOperation, wireStatus, wireTag } from '@moqi/api/wire/contract'
import { signTypeOf } from '@moqi/api/wire/party'
import { type LogEvent, logVerbs } from '@moqi/domain/labels/log-verbs'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { noteOf, signRecordOf } from '@moqi/evidence/log-record'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { areasOf, shownAttachments, shownFiles, wireArea } from '#src/cores/contract/contract-files.ts'
import { nullWhenGone } from '#src/cores/contract/contract-job.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import {
  type ContractRow,
  initiatorInFull,
  loadContract,
  type PartyRow,
  partyNamesOf,
  type StoredContract,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { type Entry, type ReadableEntry, requireReadableEntry } from '#src/cores/contract/entry.ts'
import { agreementIdOf, linkedSignId } from '#src/cores/contract/linked-entry.ts'
import { isPhoneCorrectable, offered } from '#src/cores/contract/offered-operations.ts'
import { asksPapers } from '#src/cores/contract/paper-demands.ts'
import { companiesOf, shownCc, shownParty } from '#src/cores/contract/shown-party.ts'
import { type Contacts, contactsOf, isAnotherLook, noteLook } from '#src/cores/contract/party-contacts.ts'
import { urgeWaitOf } from '#src/cores/contract/urge-waits.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { filesAwaitingTimestamp } from '#src/platform/documents/awaits-timestamp.ts'

/** One contract as one of its parties sees it (checklist C61). The first look of a party is written to the log. */
export const getSignDetailInfo: Handler<typeof task.getSignDetailInfo> = async (deps, member, { signId, signType }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const { stored, contacts, described, linkedId } = await deps.db.read(entry.homeTenantId, async (db) => {
    const loaded = await loadContract(db, entry)
    const known = await contactsOf(db, loaded.contract)
    return {
      stored: loaded,
      contacts: known,
      described: await describe(deps, db, { member, entry }, loaded, known),
      linkedId: loaded.contract.origin_contract_id ?? (await agreementIdOf(db, loaded.contract)),
    }
  })
  const detail = await withLink(deps, member, described, { entry, linkedId })
  const own = stored.parties.find(({ party_no }) => party_no === entry.partyNo)
  // Who is no party is what the space is that it reads in.
  const kind = own?.kind ?? member.space.kind
  if (signType !== undefined && signTypeOf(kind) !== signType) throw new Refusal('contract/not-found')
  if (own && own.read_at === null && own.state === 'toSign') await noteFirstLook(deps, member, entry, own.party_no)
  if (own?.state === 'toSign') await countLook(deps, entry, own.party_no, contacts)
  if (entry.asAdministrator) await noteAdministratorsLook(deps, member, entry)
  return detail
}

const leadsAcross: ReadonlySet<string> = new Set(['viewOrigin', 'viewRelieve'])

/** The agreement that voids it or the contract that it voids, for whoever has a handle of that too. */
async function withLink(
  { db }: Pick<Deps, 'db'>,
  member: Member,
  detail: SignDetail,
  { entry, linkedId }: { entry: Entry; linkedId: string | null },
): Promise<SignDetail> {
  if (linkedId === null) return detail
  const place = { homeTenantId: entry.homeTenantId, contractId: linkedId }
  const signId = await db.read(member.tenantId, (own) => linkedSignId(own, member, place))
  const isAgreement = detail.taskType === 'relieve'
  return {
    ...detail,
    relieveSignId: isAgreement ? null : signId,
    originSignId: isAgreement ? signId : null,
    // Whoever signs one of the two in a colleague's place has no handle of the other.
    detailOperationArray: detail.detailOperationArray.filter((one) => signId !== null || !leadsAcross.has(one)),
  }
}

async function describe(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  { member, entry }: { member: Member; entry: Entry },
  stored: StoredContract,
  contacts: Contacts,
): Promise<SignDetail> {
  const { contract, parties, cc } = stored
  const own = parties.find((party) => isOwn(party, entry))
  const view = viewOf(stored, entry)
  const wait = urgeWaitOf(stored, member.accountId, contacts, now())
  const operations = offered(view, stored, { partyNo: entry.partyNo, urges: wait !== null })
  const areas = await areasOf(db, entry)
  const { logArray, automatic } = await logOf(db, entry, member)
  const companies = await companiesOf(db, parties)
  const waiting = await filesAwaitingTimestamp(db, { tenantId: entry.homeTenantId, contractId: entry.contractId })
  return {
    ...facts(stored),
    signId: entry.signId,
    status: wireStatus(rowStatus(view)),
    initiateUser: entry.isInitiator ? 'yes' : 'no',
    companyId: member.space.companyId,
    tagArray: [
      ...(contract.void_state === 'voiding' ? [wireTag('voiding')] : []),
      ...(own?.state === 'approving' ? [wireTag('approving')] : []),
      ...(waiting.size > 0 ? [wireTag('timestamping')] : []),
    ],
    operationArray: operations.onRow.map((one) => wireOperation(one)),
    detailOperationArray: operations.onDetail.map((one) => wireOperation(one)),
    ...(wait !== null && operations.onDetail.includes('urge') && { urgeWait: wait }),
    spaceName: member.space.name,
    ownSignerNo: entry.partyNo,
    fileArray: await shownFiles(db, entry, { signId: entry.signId }),
    attachmentArray: await shownAttachments(db, entry, { signId: entry.signId }),
    signerArray: parties.map((party) => ({
      ...shownParty(party, isOwn(party, entry), companies),
      ...(automatic.has(party.party_no) && { automatic: 1 as const }),
      ...(entry.isInitiator && initiatorsFacts(contract, party, contacts)),
    })),
    ccArray: cc.map((one) => shownCc(one, false)),
    privateMessage: own?.private_message ?? null,
    ...demandsOf(own),
    papersAsked: (await asksPapers(db, entry)) ? 1 : 0,
    positionArray: areas.filter(({ party_no }) => party_no === entry.partyNo).map(wireArea),
    logArray,
  }
}

/** What is demanded of the viewer's own party. */
const demandsOf = (own: PartyRow | undefined): Pick<SignDetail, 'forcedReading' | 'signKind' | 'readingDone'> => ({
  forcedReading: own?.forced_reading ? 1 : 0,
  signKind: own?.sign_kind ?? 'any',
  readingDone: own && own.reading_done_at !== null ? 1 : 0,
})

/** What of a party only the initiator learns. */
const initiatorsFacts = (contract: ContractRow, party: PartyRow, contacts: Contacts) => ({
  ...(isPhoneCorrectable(contract, party) && { phoneCorrectable: 1 as const }),
  lookNumber: contacts.get(party.party_no)?.looks ?? 0,
})

const isOwn = (party: PartyRow, entry: Entry) => party.party_no === entry.partyNo

function facts({ contract, parties }: StoredContract) {
  return {
    taskId: contract.contract_id,
    taskNo: contract.contract_no,
    taskName: contract.subject,
    taskType: wireKind(contract.kind),
    taskStatus: wireStatus(contract.state),
    initiatorName: initiatorInFull(contract),
    signerName: partyNamesOf(parties),
    signExpireTime: contract.sign_expire_at,
    createTime: contract.created_at,
    initiateTime: contract.sent_at,
    finishTime: contract.finished_at,
    remark: contract.remark,
    signOrderType: contract.sign_order_type,
    contractEndTime: contract.contract_end_at,
    contractAmount: contract.amount,
    closeReason: contract.close_reason,
    relieveSignId: null,
    originSignId: null,
  }
}

/** Which papers a party has handed in, it and the initiator alone are told. */
const paperVerbs: readonly LogEvent[] = ['handIn', 'takeBack']

/** The log as the viewer reads it, and the numbers of those who were signed for automatically. */
async function logOf(
  db: Db,
  { homeTenantId, contractId, isInitiator }: Entry,
  { accountId }: Member,
): Promise<{ logArray: SignDetail['logArray']; automatic: ReadonlySet<number> }> {
  const rows = await db
    .selectFrom('contract_log')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    // Who reported a contract is nobody's business but the operator's.
    .where('verb', '<>', 'report')
    .$if(!isInitiator, (lines) =>
      lines.where((line) => line.or([line('verb', 'not in', paperVerbs), line('account_id', '=', accountId)])),
    )
    .orderBy('log_no')
    .select(['at', 'who', 'verb', 'detail'])
    .execute()
  const logArray = rows.map((line) => {
    const { at, who, verb } = line
    return { time: at, who, verb, label: logVerbs[verb], detail: noteOf(line) }
  })
  return { logArray, automatic: new Set(rows.flatMap((line) => signRecordOf(line)?.automatic?.partyNo ?? [])) }
}

async function noteFirstLook(deps: Deps, member: Member, entry: Entry, partyNo: number): Promise<void> {
  await changeContracts(deps, logActor(member), [entry], {
    facts: noFacts,
    decide([stored]) {
      const isFirst = stored.parties.some(({ party_no, read_at }) => party_no === partyNo && read_at === null)
      const look: Change = { parties: [{ partyNo, set: { read_at: deps.now() } }], log: [{ verb: 'view' }] }
      return { changes: isFirst ? [look] : [], answer: () => null }
    },
  }).catch(nullWhenGone)
}

async function countLook(deps: Deps, entry: Entry, partyNo: number, contacts: Contacts): Promise<void> {
  const { homeTenantId: tenantId, contractId } = entry
  const at = deps.now()
  if (!isAnotherLook(contacts.get(partyNo), at)) return
  await deps.db.write(tenantId, (tx) => noteLook(tx, { tenantId, contractId, partyNo }, at))
}

const sameLookMs = 3_600_000

/** An administrator's look at a colleague's contract is logged (checklist I9); looks within an hour are one. */
async function noteAdministratorsLook(deps: Deps, member: Member, entry: ReadableEntry): Promise<void> {
  await deps.db.write(entry.homeTenantId, async (tx) => {
    const before = await tx
      .selectFrom('contract_log')
      .where('tenant_id', '=', entry.homeTenantId)
      .where('contract_id', '=', entry.contractId)
      .where('account_id', '=', member.accountId)
      .where('verb', '=', 'view')
      .where('at', '>', deps.now() - sameLookMs)
      .select('log_no')
      .executeTakeFirst()
    if (!before) await addLog(tx, entry, deps.now(), logActor(member), { verb: 'view', detail: '管理员查看' })
  })
}
