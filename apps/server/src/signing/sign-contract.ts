import type { Input, Output } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { signKindOf } from '@moqi/domain/contract/sign-kind'
import { servesWill, willKindLabels, willKindOf } from '@moqi/domain/contract/will-kind'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { findEntry, requireEntry } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'
import { HeadMoved } from '#src/platform/documents/move-head.ts'
import { type Filled, fillAreas } from './chosen-images.ts'
import { commitSignature } from './commit-signature.ts'
import { electronicSeals } from './electronic-seals.ts'
import { unread } from './finish-reading.ts'
import { checkSignable, readSignable, type Signable } from './sign-check.ts'
import { sealUses } from './signature-record.ts'
import { openDocuments, signFiles } from './sign-files.ts'
import { usableSeals, type UsableSeal } from './usable-seals.ts'
import { type ProvenWill, willOf } from './will-auth.ts'

type Sign = typeof task.sign

/** A race is lost only to another party's finished signature, so this many losses cannot happen to one contract. */
const attempts = 60

/**
 * Signs (checklist C62): checks who, turn, will and choice; appends one increment a file; then commits it all in one
 * transaction, provided each document is still what was signed. Losing a race repeats the increment, never the person.
 */
export async function sign(deps: Deps, member: Member, input: Input<Sign>): Promise<Output<Sign>> {
  const [found, seals, will] = await deps.db.read(member.tenantId, (own) =>
    Promise.all([
      findEntry(own, member, input.signId),
      usableSeals(own, member),
      willOf(own, deps.now(), member, input),
    ]),
  )
  const entry = found ?? (await requireEntry(deps, member, input.signId))
  const { kind, name } = member.space
  const key = await deps.authority.signerKey({ tenantId: member.tenantId, kind, name })
  return inTurn(entry.contractId, async () => {
    const [signable, documents] = await deps.db.read(entry.homeTenantId, (home) =>
      Promise.all([readSignable(home, entry), openDocuments(home, entry)]),
    )
    checkSignable(deps, member, signable, seals)
    const proven = provenFor(signable, will)
    const sealIds = [...new Set(input.positionArray.flatMap(({ sealId }) => sealId ?? []))]
    checkSignKind(signable, seals, input.positionArray)
    const filled = await fillAreas(deps, seals, signable.areas, input.positionArray)
    const uses = sealUses(signable.areas, seals, input.positionArray)
    const electronic = await electronicSeals(deps, member, key, sealIdsOf(filled))
    for (let attempt = 1, open = documents; ; attempt++) {
      const signed = await signFiles(deps, open, { key, signerName: name, filled, seals: electronic })
      try {
        const { authToken } = input
        return await commitSignature(deps, member, entry, { signed, authToken, will: proven, sealIds, uses, key })
      } catch (error) {
        if (!(error instanceof HeadMoved) || attempt >= attempts) throw error
        open = await deps.db.read(entry.homeTenantId, (home) => openDocuments(home, entry))
      }
    }
  })
}

/** What the initiator asked of this party beyond its turn: that it has read everything, and how it proves its will. */
function provenFor({ party }: Signable, will: ProvenWill | undefined): ProvenWill {
  if (party?.forced_reading && party.reading_done_at === null)
    throw new Refusal('contract/not-signable', { message: unread })
  if (will === undefined) throw new Refusal('will-auth/required')
  const kind = willKindOf(party?.will_auth_type ?? '')
  if (servesWill(kind, will?.method ?? 'sms')) return will
  throw new Refusal('will-auth/required', { message: `发起方要求以${willKindLabels[kind]}完成意愿认证` })
}

/** A person asked for a seal may not write instead of it; every other demand is met by the places there are. */
function checkSignKind({ party, areas }: Signable, seals: UsableSeal[], choices: Input<Sign>['positionArray']): void {
  if (party?.sign_type !== 0 || signKindOf('person', party.sign_kind) !== 'seal') return
  const places = new Set(areas.filter(isSignature).map(({ position_id }) => position_id))
  const isSeal = ({ sealId, handwriteBase64 }: (typeof choices)[number]) =>
    handwriteBase64 === undefined && seals.some(({ seal_id, kind }) => seal_id === sealId && kind === 'person')
  if (choices.filter(({ positionId }) => places.has(positionId)).every(isSeal)) return
  const message = '发起方要求加盖个人印章，请选择个人印章'
  throw new Refusal('field/invalid', { field: 'positionArray', message })
}

const isSignature = ({ position_type }: Signable['areas'][number]) => position_type === 'personSign'

const sealIdsOf = (filled: Filled[]) => [
  ...new Set(filled.flatMap((one) => ('image' in one && one.sealId !== null ? [one.sealId] : []))),
]
