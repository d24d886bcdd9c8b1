import type { Chosen } from '@moqi/api/wire/choice'
import { amountToJudge } from '@moqi/domain/contract/amount'
import { unreadText } from '@moqi/domain/contract/reading'
import { type WillDemand, willDemand } from '@moqi/domain/contract/will-demand'
import { Refusal } from '@moqi/domain/refusal'
import { missingOf, refuseMissing } from '#src/cores/contract/paper-demands.ts'
import type { Reading } from '@moqi/evidence/log-record'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import type { OwnSpace } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { checkWritable, keepWriting } from './chosen-images.ts'
import type { Signable } from './sign-check.ts'
import type { Choice, SigningIntent } from './signing-intent.ts'
import { requireServed, type WillToken } from './will.ts'

/** What somebody asks to sign: with what, and what the page reports of the reading; `amount` (分) where it is named. */
type Asked = { signId: string; chosen: readonly Chosen[]; reading: Reading | null; amount: number | null }
type Given = { space: OwnSpace; signable: Signable; seals: UsableSeal[]; will: WillToken | null }

/**
 * Makes an intent of the proof of will and the choices. Throws `contract/not-signable` while something must be read
 * first, `contract/papers-missing` while something must be handed in, `will-auth/required` without the proof that
 * sender and company ask for, `field/invalid` for a choice that cannot be.
 */
export async function intentOf(
  deps: Deps,
  { signId, chosen, reading, amount }: Asked,
  { space, signable, seals, will }: Given,
): Promise<SigningIntent> {
  const consent = will?.consents.get(signId)
  checkReady(signable)
  const proven = consent === undefined ? [] : (will?.will ?? [])
  requireServed(demandOn(signable, space, amount), proven)
  checkSignKind(signable, seals, chosen)
  const choices = await choicesOf(deps, signable.areas, chosen)
  return { signId, consent: consent ?? '', will: proven, reading, choices }
}

/** How the party must prove its will on that contract, acting in that space; `named` is the amount (分) it gave. */
export const demandOn = (
  { party, contract }: Pick<Signable, 'party' | 'contract'>,
  { willRule }: Pick<OwnSpace, 'willRule'>,
  named: number | null,
): WillDemand =>
  willDemand({ asked: party?.will_kind ?? 'any', rule: willRule, amount: amountToJudge(contract.amount, named) })

/**
 * The choices for the party's own places. What was written by hand is kept at once, so that the intent names its hash.
 */
async function choicesOf(deps: Deps, areas: Signable['areas'], chosen: readonly Chosen[]): Promise<Choice[]> {
  const choices: Choice[] = []
  for (const { areaId, sealId, handwriting, value } of chosen) {
    const area = areas.find(({ area_id }) => area_id === areaId)
    if (!area) continue
    if (handwriting !== undefined) checkWritable(area)
    const writing = handwriting === undefined ? undefined : await keepWriting(deps, handwriting)
    choices.push({
      areaId,
      ...(sealId !== undefined && { sealId }),
      ...(writing !== undefined && { writing }),
      ...(value !== undefined && { value }),
    })
  }
  return choices
}

/** What the initiator asked of this party beyond its turn: that it has read everything, and handed in what it must. */
function checkReady({ party, papers }: Signable): void {
  if (party?.forced_reading && party.reading_done_at === null)
    throw new Refusal('contract/not-signable', { message: unreadText })
  refuseMissing(missingOf(papers))
}

/** A person asked for a seal may not write instead of it; every other demand is met by the places there are. */
function checkSignKind({ party, areas }: Signable, seals: UsableSeal[], choices: readonly Chosen[]): void {
  if (party?.kind !== 'person' || party.sign_kind !== 'seal') return
  const places = new Set(areas.filter(isSignature).map(({ area_id }) => area_id))
  const isSeal = ({ sealId, handwriting }: Chosen) =>
    handwriting === undefined && seals.some(({ seal_id, kind }) => seal_id === sealId && kind === 'person')
  if (choices.filter(({ areaId }) => places.has(areaId)).every(isSeal)) return
  const message = '发起方要求加盖个人印章，请选择个人印章'
  throw new Refusal('field/invalid', { field: 'areas', message })
}

const isSignature = ({ control }: Signable['areas'][number]) => control === 'personSign'
