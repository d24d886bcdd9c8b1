import type { WireRowStatus } from '@moqi/api/wire/contract'
import { Refusal } from '@moqi/domain/refusal'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import type { Deps } from '#src/platform/deps.ts'
import { HeadMoved } from '#src/platform/documents/move-head.ts'
import { type Filled, fillAreas } from './chosen-images.ts'
import { commitSignature, type Settle } from './commit-signature.ts'
import { electronicSeals } from './electronic-seals.ts'
import { demandOn } from './make-intent.ts'
import { checkSignable, type Signable } from './sign-check.ts'
import { openDocuments, type OpenDocument, signFiles } from './sign-files.ts'
import { automaticSigner, sealUses } from './signature-record.ts'
import type { Signer } from './signer.ts'
import type { Approved, Automatic, SigningIntent } from './signing-intent.ts'
import { consentTo, requireServed } from './will.ts'

/** A race is lost only to another party's finished signature, so this many losses cannot happen to one contract. */
const attempts = 60

/**
 * What a stamp is put on, as it was read a moment ago; and the seals that the signer may use now, alone, by what was
 * `approved` or by a letter of automatic signing.
 */
export type Stampable = {
  entry: Entry
  signable: Signable
  documents: OpenDocument[]
  seals: UsableSeal[]
  approved?: Approved
  automatic?: Automatic
}

/**
 * Carries out an intent on the signer's behalf: appends one increment a file, then commits it all in one transaction,
 * provided each document is still what was signed. What may have changed since the intent is checked again: turn,
 * deadline, seals, documents. Losing a race repeats the increment, never the person. Runs in the document's queue.
 */
export async function stamp(
  deps: Deps,
  signer: Signer,
  intent: SigningIntent,
  { entry, signable, documents, seals: own, approved, automatic }: Stampable,
  settle: Settle,
): Promise<{ status: WireRowStatus }> {
  const seals = checkedSeals(deps, signer, intent, { signable, documents, seals: own, approved, automatic })
  const { kind, name } = signer.space
  const key = await deps.authority.partyKey({ tenantId: signer.tenantId, kind, name })
  const agent = kind === 'company' ? (automatic ? automaticSigner : signer.personName) : null
  const filled = await fillAreas(deps, seals, signable.areas, intent.choices)
  const electronic = await electronicSeals(deps, signer, key, sealIdsOf(filled))
  for (let attempt = 1, open = documents; ; attempt++) {
    const signed = await signFiles(deps, open, { key, name, agent, filled, seals: electronic })
    try {
      const { will, reading } = intent
      const used = { ...sealsUsed(intent, signable, seals), key, approved, automatic }
      return await commitSignature(deps, signer, entry, { signed, settle, will, reading, ...used })
    } catch (error) {
      if (!(error instanceof HeadMoved) || attempt >= attempts) throw error
      open = await deps.db.read(entry.homeTenantId, (home) => openDocuments(home, entry))
      // A change of the parties freezes the files anew.
      checkConsent(signer, intent, open)
    }
  }
}

type Checked = Pick<Stampable, 'signable' | 'documents' | 'seals'> & {
  approved?: Approved | undefined
  automatic?: Automatic | undefined
}

/**
 * Checks again what may have changed since the intent was made: turn, deadline, seals, will, documents. Answers the
 * seals that the signer may use.
 */
export function checkedSeals(
  deps: Pick<Deps, 'now'>,
  signer: Signer,
  intent: SigningIntent,
  { signable, documents, seals: own, approved, automatic }: Checked,
): UsableSeal[] {
  const seals = approved ? withApproved(own, approved) : own
  checkSignable(deps, signer, approved ? atItsTurn(signable) : signable, seals)
  // What others agreed to was applied for by the company's rule of that day; what the sender asks holds at any time.
  // Where a letter signs, the will is the letter's.
  if (!automatic) requireServed(demandOn(signable, approved ? { willRule: null } : signer.space, null), intent.will)
  checkConsent(signer, intent, documents)
  return seals
}

/** Which kept seals an intent puts on, by which grants, on which files. */
export function sealsUsed({ choices }: SigningIntent, { areas }: Pick<Signable, 'areas'>, seals: UsableSeal[]) {
  const sealIds = [...new Set(choices.flatMap(({ sealId }) => sealId ?? []))]
  return { sealIds, grants: grantsOf(sealIds, seals), uses: sealUses(areas, seals, choices) }
}

function checkConsent(signer: Signer, { signId, consent }: SigningIntent, documents: readonly OpenDocument[]): void {
  if (consentTo(signer, signId, frozenHashes(documents)) !== consent) throw new Refusal('contract/document-changed')
}

/** Seals that others have agreed to, as the signer may use them for this: what is frozen or taken away stays so. */
export const withApproved = (seals: UsableSeal[], { sealIds }: Pick<Approved, 'sealIds'>): UsableSeal[] =>
  seals.map((seal) =>
    sealIds.includes(seal.seal_id) && !seal.frozen && seal.kind === 'company' ? asDirect(seal) : seal,
  )

const asDirect = ({ seal_id, kind, name, packed_sha256, purpose, frozen, grant }: UsableSeal): UsableSeal => ({
  seal_id,
  kind,
  name,
  packed_sha256,
  purpose,
  frozen,
  grant,
  permission: 'direct',
})

/** A party whose application was agreed to is signed for by it, and by nothing else. */
const atItsTurn = ({
  party,
  contractState,
  signExpireTime,
  papers,
  damaged,
  paused,
  contractFrozen,
  flagged,
  areas,
  contract,
}: Signable): Signable => ({
  contractState,
  signExpireTime,
  papers,
  damaged,
  paused,
  contractFrozen,
  flagged,
  areas,
  contract,
  party: party && { ...party, state: party.state === 'approving' ? 'toSign' : 'closed' },
})

/** The hashes of the documents as they were frozen, in the order of their files' ids: what a consent names. */
export const frozenHashes = (documents: readonly Pick<OpenDocument, 'fileId' | 'frozenSha256'>[]): string[] =>
  documents.toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1)).map(({ frozenSha256 }) => frozenSha256)

const grantsOf = (sealIds: readonly string[], seals: readonly UsableSeal[]) =>
  sealIds.flatMap((seal) => {
    const grant = seals.find(({ seal_id }) => seal_id === seal)?.grant
    return grant ? [{ seal, letterNo: grant.letter_no }] : []
  })

const sealIdsOf = (filled: Filled[]) => [
  ...new Set(filled.flatMap((one) => ('image' in one && one.sealId !== null ? [one.sealId] : []))),
]
