import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { servesWill, willKindLabels } from '@moqi/domain/contract/will-kind'
import { Refusal } from '@moqi/domain/refusal'
import { findEntry, requireEntry } from '#src/cores/contract/entry.ts'
import { spaceSeals, type UsableSeal, usableSeals } from '#src/cores/seal/usable-seals.ts'
import { checkWritable, keepWriting } from '#src/cores/signer/chosen-images.ts'
import { checkSignable, readSignable, type Signable } from '#src/cores/signer/sign-check.ts'
import { openDocuments } from '#src/cores/signer/sign-files.ts'
import { signerOf } from '#src/cores/signer/signer.ts'
import type { Choice, SigningIntent } from '#src/cores/signer/signing-intent.ts'
import { stamp } from '#src/cores/signer/stamp.ts'
import { findWill, type ProvenWill, spendWill, type WillToken } from '#src/cores/signer/will.ts'
import { tokenHash } from '#src/cores/identity/session.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'
import { unread } from './finish-reading.ts'

type Sign = typeof task.sign
type Choices = Input<Sign>['positionArray']

/** Signs (checklist C62): makes an intent of the proof of will and the choices, and carries it out at once. */
export const sign: Handler<Sign> = async (deps, member, input) => {
  const token = tokenHash(input.authToken)
  const [found, owned, will] = await deps.db.read(member.tenantId, (own) =>
    Promise.all([
      findEntry(own, member, input.signId),
      spaceSeals(own, member),
      findWill(own, deps.now(), member, token),
    ]),
  )
  const entry = found ?? (await requireEntry(deps, member, input.signId))
  const signer = signerOf(member)
  return inTurn(entry.contractId, async () => {
    const [signable, documents] = await deps.db.read(entry.homeTenantId, (home) =>
      Promise.all([readSignable(home, entry), openDocuments(home, entry)]),
    )
    const seals = usableSeals(owned, signable.contract, deps.now())
    checkSignable(deps, signer, signable, seals)
    const intent = await intentOf(deps, input, { signable, seals, will })
    const { signId, consent } = intent
    return stamp(deps, signer, intent, { entry, signable, documents, seals }, (tx) => [
      spendWill(tx, signer, { tokenHash: token, signId, consent }),
    ])
  })
}

async function intentOf(
  deps: Deps,
  { signId, positionArray }: Input<Sign>,
  { signable, seals, will }: { signable: Signable; seals: UsableSeal[]; will: WillToken | null },
): Promise<SigningIntent> {
  const consent = will?.consents.get(signId)
  const proven = provenFor(signable, consent === undefined ? undefined : will?.will)
  checkSignKind(signable, seals, positionArray)
  return { signId, consent: consent ?? '', will: proven, choices: await choicesOf(deps, signable.areas, positionArray) }
}

/**
 * The choices for the party's own places. What was written by hand is kept at once, so that the intent names its hash.
 */
async function choicesOf(deps: Deps, areas: Signable['areas'], chosen: Choices): Promise<Choice[]> {
  const choices: Choice[] = []
  for (const { positionId, sealId, handwriteBase64, value } of chosen) {
    const area = areas.find(({ area_id }) => area_id === positionId)
    if (!area) continue
    if (handwriteBase64 !== undefined) checkWritable(area)
    const writing = handwriteBase64 === undefined ? undefined : await keepWriting(deps, handwriteBase64)
    choices.push({
      areaId: positionId,
      ...(sealId !== undefined && { sealId }),
      ...(writing !== undefined && { writing }),
      ...(value !== undefined && { value }),
    })
  }
  return choices
}

/** What the initiator asked of this party beyond its turn: that it has read everything, and how it proves its will. */
function provenFor({ party }: Signable, will: ProvenWill | undefined): ProvenWill {
  if (party?.forced_reading && party.reading_done_at === null)
    throw new Refusal('contract/not-signable', { message: unread })
  if (will === undefined) throw new Refusal('will-auth/required')
  const kind = party?.will_kind ?? 'any'
  if (servesWill(kind, will?.method ?? 'sms')) return will
  throw new Refusal('will-auth/required', { message: `发起方要求以${willKindLabels[kind]}完成意愿认证` })
}

/** A person asked for a seal may not write instead of it; every other demand is met by the places there are. */
function checkSignKind({ party, areas }: Signable, seals: UsableSeal[], choices: Choices): void {
  if (party?.kind !== 'person' || party.sign_kind !== 'seal') return
  const places = new Set(areas.filter(isSignature).map(({ area_id }) => area_id))
  const isSeal = ({ sealId, handwriteBase64 }: Choices[number]) =>
    handwriteBase64 === undefined && seals.some(({ seal_id, kind }) => seal_id === sealId && kind === 'person')
  if (choices.filter(({ positionId }) => places.has(positionId)).every(isSeal)) return
  const message = '发起方要求加盖个人印章，请选择个人印章'
  throw new Refusal('field/invalid', { field: 'areas', message })
}

const isSignature = ({ control }: Signable['areas'][number]) => control === 'personSign'
